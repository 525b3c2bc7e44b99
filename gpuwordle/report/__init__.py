"""What the games of a run say: tables, figures, pages, and the papers' values beside them.

- `summary`: what the games of one unit come to.
- `report`: tables of all units.
- `printed`: the papers' values.
- `plots`, `plot_style`: figures.
- `pages`: Markdown and HTML.
"""
