"""Sphinx configuration: MyST Markdown, the furo theme, pages in ``docs/``."""

from importlib import metadata

project = "meldstack"
author = "meldstack contributors"
copyright = "meldstack contributors, MIT licence"
try:
    release = metadata.version("meldstack")
except metadata.PackageNotFoundError:
    release = "development"

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "generated"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "meldstack"
html_static_path = ["_static"]
html_css_files = ["tables.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#2f6fb2", "color-brand-content": "#2f6fb2"},
    "dark_css_variables": {"color-brand-primary": "#7fb2e5", "color-brand-content": "#7fb2e5"},
}
