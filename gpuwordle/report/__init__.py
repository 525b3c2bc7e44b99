"""What the games of a run say: tables, figures, pages, and the papers' values beside them.

- `summary`: what the games of one unit come to.
- `report`: the summaries of runs, labelled and grouped.
- `tables`: tables of text.
- `comparisons`: the papers' values beside those of a run; `methods`: those of Van Fleet et al.
- `plots`: which figures there are; `panels`, `heat_maps`, `plot_style`: how they are drawn.
- `markdown`, `page`: Markdown and HTML, which is made from `templates/`.
"""
