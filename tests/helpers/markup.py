"""HTML read into its elements, each of which has to be closed."""

from html.parser import HTMLParser

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


class Markup(HTMLParser):
    """The elements in order: their names with their attributes, and the text of each."""

    def __init__(self, markup):
        super().__init__()
        self.elements, self.texts = [], []
        self.text = []  # all of it, in parts
        self._open = []
        self.feed(markup)
        self.close()
        assert self._open == []

    def given(self, *names):
        """The values of attributes, wherever they stand."""
        return [found[name] for _, found in self.elements for name in names if name in found]

    def only(self, tag, **attributes):
        """The text of the one element with these attributes."""
        (text,) = (
            text
            for (name, given), text in zip(self.elements, self.texts, strict=True)
            if name == tag and attributes.items() <= given.items()
        )
        return text

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self._open.append(len(self.elements))
        self.elements.append((tag, dict(attrs)))
        self.texts.append("")

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.elements[self._open.pop()][0] == tag

    def handle_data(self, data):
        self.text.append(data)
        if self._open:
            self.texts[self._open[-1]] += data
