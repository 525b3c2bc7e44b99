"""The page in a browser: one static bundle, alone in a file or served over the engine.

- `static/`: the page itself: HTML, one style sheet, and the parts of one JavaScript module.
- `page`: its files, and one file with a tree in it that opens offline.
- `queries`: what the page asks of the engine, as plain data.
- `certificates`: what checked certificates prove about its trees.
- `questions`: the questions of the page by name, and how their parameters are read.
- `daemon_pool`: the worker threads of the server.
- `server`: all of it over HTTP, on this machine alone; needs the extra ``web``.
"""
