"""The page in a browser: one static bundle, in a file by itself or served with the engine.

- `static/`: the page itself: HTML, one style sheet, and the parts of one JavaScript module.
- `page`: its files, and one file with a tree that opens offline.
- `parameters`: the queries of the page by name, and how their parameters are read.
- `queries`: the replies of the engine to these queries, as plain data.
- `certificates`: what checked certificates prove about its trees.
- `daemon_pool`: the worker threads of the server.
- `server`: all of it over HTTP, on this machine alone; needs the extra ``web``.
"""
