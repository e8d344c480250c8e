"""How the files of corpus/document are written: by hand after the document of
their format, or as the program writes that is named."""

from common import *

F = "document"
v, b, a = village(), blocks(seed=29), arcs(seed=31)
t, e = v.bare().touched(), b.bare()


def case(name, files, fmt, g, splits=None, by="by hand"):
    """files: names with contents."""
    for f, s in files.items():
        if isinstance(s, bytes):
            with open(path(F, f), "wb") as out:
                out.write(s)
        else:
            text(F, f, s)
    want(F, name, list(files), fmt, g, splits, by=by)


def no(name, file, s, called, by="by hand"):
    if isinstance(s, bytes):
        with open(path(F, file), "wb") as out:
            out.write(s)
    else:
        text(F, file, s)
    refused(F, name, [file], called, by=by)


def rows(list_, sep=",", end="\n"):
    return "".join(sep.join(str(x) for x in r) + end for r in list_)


def people(keys, g=v, sep=","):
    """Rows of a node table: the node, then class (party) or features."""
    return rows([[n] + [g.classes[n] if k == "party" else g.features[k][n] for k in keys] for n in g.nodes], sep)


at = {n: i for i, n in enumerate(v.nodes)}

