"""Opens a graph in Sheafscope, in a notebook or a browser, and reads what the page exports.

    import sheafscope
    sheafscope.show(data)               # a PyTorch Geometric Data, a networkx graph, or arrays
    run = sheafscope.load("pyg.zip")    # the page's export: predictions, maps, Laplacian, weights

Nothing leaves the machine: the page is one file, and the graph is inside it.
"""
from ._archive import Run, Spectrum, load
from ._graph import arrays, save
from ._page import View, show

__all__ = ["Run", "Spectrum", "View", "arrays", "load", "save", "show"]
__version__ = "0.1.0"
