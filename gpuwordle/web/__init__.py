"""The page in a browser: one static bundle, alone in a file or served over the engine.

- `static/`: the page itself: HTML, one style sheet, one JavaScript module in parts.
- `page`: its files, and one file with a tree in it that opens offline.
- `queries`: what the page asks of the engine, without any web.
- `certified`: what checked certificates say of its trees.
- `parameters`: how what is asked is read.
- `crew`: the threads that answer.
- `server`: both over HTTP, on this machine alone; needs the extra ``web``.
"""
