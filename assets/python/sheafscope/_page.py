"""The page as one file, with a graph inside."""
from __future__ import annotations

import base64
import html
import json
import os
import tempfile
import webbrowser
from pathlib import Path
from typing import Any

from ._graph import _npz, arrays
from ._network import tensors

# The element before which the graph is put; the page reads the element with this id at its start.
_BEFORE = '<div id="boot"'
_SLOT = "sheafscope-graph"


def show(data: Any = None, *, page: str | os.PathLike | None = None, name: str = "graph", height: int = 800, model: Any = None,
         predictions: Any = None, **given: Any) -> View:
    """Opens a graph in the page: in a notebook below the cell, else in a browser.

    ``data`` and the arrays by name are those of :func:`sheafscope.arrays`. ``page`` is the single file, when the
    package has none (see :func:`find_page`); ``name`` is the graph's, ``height`` that of the frame in pixels. There
    is no server and no network: the file holds the program and the graph. With ``model``, a trained module of PyTorch, the page
    opens with its numbers on the graph; ``predictions`` are its classes, which the page compares. Each frame adds the file, about 3 MB, to
    the notebook.
    """
    network = None if model is None else tensors(model, predictions)
    view = View(arrays(data, **given), find_page(page), name, height, network)
    if not _in_notebook():
        view.open()
    return view


def find_page(page: str | os.PathLike | None = None) -> Path:
    """The single file: the argument, else the one that SHEAFSCOPE_PAGE names, else the one inside the package."""
    for found in (page, os.environ.get("SHEAFSCOPE_PAGE")):
        if found:
            if not Path(found).is_file():
                raise FileNotFoundError(f"there is no page at {found}; ./build.sh single-file writes dist/sheafscope.html")
            return Path(found)
    inside = Path(__file__).with_name("page.html")
    if inside.is_file():
        return inside
    raise FileNotFoundError(
        "the package was installed without the page: run ./build.sh python and install the wheel, "
        "or give sheafscope.html as page=… or in SHEAFSCOPE_PAGE"
    )


class View:
    """A graph in the page. A notebook shows it; ``save`` writes the file, ``open`` opens it in a browser."""

    def __init__(self, named: dict, page: Path, name: str = "graph", height: int = 800, network: bytes | None = None) -> None:
        self.arrays, self.page, self.name, self.height, self.network = named, Path(page), name, int(height), network

    @property
    def html(self) -> str:
        """The whole page, with the graph in it."""
        text = self.page.read_text("utf-8")
        before, found, after = text.partition(_BEFORE)
        if not found or _SLOT not in text:
            raise ValueError(f"{self.page} is not the single file of Sheafscope, or too old to take a graph")
        files = [{"name": f"{self.name}.npz", "data": base64.b64encode(_npz(self.arrays)).decode()}]
        if self.network is not None:
            files.append({"name": "net.safetensors", "data": base64.b64encode(self.network).decode()})
        graph = json.dumps(files)
        graph = graph.replace("<", "\\u003c")  # in a name
        return f'{before}<script type="application/json" id="{_SLOT}">{graph}</script>\n{found}{after}'

    def save(self, path: str | os.PathLike) -> Path:
        """Writes the page with the graph as one HTML file, and returns where."""
        # Line ends stay as they are: the page's packed parts hold some.
        Path(path).write_bytes(self.html.encode("utf-8"))
        return Path(path)

    def open(self) -> None:
        """Opens the page in a browser, from a file of its own."""
        handle, path = tempfile.mkstemp(prefix="sheafscope-", suffix=".html")
        os.close(handle)
        webbrowser.open(self.save(path).resolve().as_uri())

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="Sheafscope" srcdoc="{html.escape(self.html)}" width="100%" height="{self.height}" '
            'style="border:0" allow="clipboard-write; fullscreen"></iframe>'
        )

    def __repr__(self) -> str:
        shapes = ", ".join(f"{k} {v.shape}" for k, v in self.arrays.items())
        return f"<sheafscope.View {self.name}: {shapes}>"


def _in_notebook() -> bool:
    """Whether a notebook will show what is returned."""
    try:
        shell = get_ipython()  # type: ignore[name-defined]
    except NameError:
        return False
    return hasattr(shell, "kernel")
