"""The page of a fit, inside a notebook."""

from html import escape


def show_page(estimator, *, height=680, **extras):
    """Show :meth:`GNAC.page` in the output of a notebook's cell.

    Parameters
    ----------
    estimator : GNAC
        A fitted estimator.
    height : int, default=680
        Height in pixels.
    **extras
        ``title``, ``ids``, ``reference``, ``texts``, ``outliers``, ``new`` and ``new_ids``, as :meth:`GNAC.page` takes them.

    Returns
    -------
    IPython.display.HTML
    """
    try:
        from IPython.display import HTML
    except ImportError as error:
        raise ImportError("show_page needs IPython; page(path) writes a file instead") from error
    return HTML(_frame(estimator.page(**extras), height))


def _frame(html, height):
    """A frame with the page that may only run its script and save files."""
    return (
        f'<iframe srcdoc="{escape(html)}" sandbox="allow-scripts allow-downloads" title="gnac" '
        f'style="width:100%;height:{int(height)}px;border:0"></iframe>'
    )
