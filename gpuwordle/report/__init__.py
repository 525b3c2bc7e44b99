"""The games of a run as tables, figures and pages.

- `report`: the summaries of runs, labelled and grouped.
- `text_tables`: tables of text.
- `plots`: which figures there are and how they are drawn; `plot_style`: how they look.
- `markdown`, `html_page`: Markdown and HTML; the HTML is made from `templates/`.
"""
