"""Graphs of other libraries as named arrays, and these as the npz file that the page and the command line read."""
from __future__ import annotations

import io
import os
from typing import Any

import numpy as np
import scipy.sparse as sp

from ._network import tensors

Arrays = dict[str, np.ndarray]

# Arrays of numbers that are passed on as they are; edge_index, x, y and masks have their own rules.
_PLAIN = ("R_ij", "R_ji", "signal", "node_offsets", "edge_offsets")
_MASKS = ("train_mask", "val_mask", "test_mask")
# The smallest share of its size to which a file may shrink: the page takes what shrinks further for a bomb.
_MOST = 120


def arrays(data: Any = None, **given: Any) -> Arrays:
    """The arrays of a graph: edge_index (2, m), x (n, f), y (n), train_mask, val_mask and test_mask (n or n × splits).

    ``data`` is a ``Data`` of PyTorch Geometric, read by its attributes; a networkx graph (node attributes ``label``,
    ``y`` or ``class``, and ``x`` or ``features``); a graph of DGL; what OGB gives, ``(graph, labels)``; a scipy or square
    numpy adjacency matrix; an edge index (2, m); or a dictionary of arrays. Arrays by name come on top: ``x``, ``y``,
    masks, ``edge_index``, ``num_nodes``, and a sheaf on the edges, ``R_ij`` and ``R_ji`` (m, d, d) with ``signal``.
    With stalks of unequal size the maps stand in one list, and ``node_offsets`` (n+1) and ``edge_offsets`` (m+1) part it.

    Labels are class numbers, -1 for unknown, or any values, which then name the classes. Without ``val_mask`` no
    node is for validation, without ``test_mask`` every other node is for testing.
    """
    found = _of(data)
    found.update({k: v for k, v in given.items() if v is not None})
    known = {"edge_index", "x", "y", "num_nodes", "node_names", "class_names", *_MASKS, *_PLAIN}
    if unknown := sorted(set(found) - known):
        raise TypeError(f"no array is called {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    if "edge_index" not in found:
        raise ValueError("the graph has no edges: give edge_index, an integer array (2, m)")
    out: Arrays = {"edge_index": _numpy(found["edge_index"]).astype(np.int64, copy=False)}
    if out["edge_index"].ndim != 2 or out["edge_index"].shape[0] != 2:
        raise ValueError(f"edge_index has shape {out['edge_index'].shape}; expected is (2, m)")
    if "x" in found:
        out["x"] = _smallest(_numpy(found["x"]))
    if "y" in found:
        out["y"], names = _labels(_numpy(found["y"]))
        if names is not None:
            out["class_names"] = names
    for name in _PLAIN:
        if name in found:
            out[name] = np.ascontiguousarray(_numpy(found[name]), dtype=np.float64)
    for name in ("node_names", "class_names"):
        if name in found:
            out[name] = np.asarray([str(v) for v in found[name]], dtype=np.str_)
    n = _nodes(out, found.get("num_nodes"))
    if "x" not in out and "y" not in out:
        out["num_nodes"] = np.asarray(n)
    for name in ("x", "y"):
        if name in out and out[name].shape[0] != n:
            raise ValueError(f"{name} has {out[name].shape[0]} rows for {n} nodes")
    out.update(_masks(found, n))
    return out


def save(path: str | os.PathLike | io.IOBase, data: Any = None, *, model: Any = None, predictions: Any = None, **given: Any) -> None:
    """Writes a graph, with its restriction maps if it has any, as an npz file that the page and ``sgpc`` open.

    The arguments are those of :func:`arrays`. With ``model``, a module of PyTorch or its ``state_dict()``, the file is one of
    safetensors with the network alone, for the same graph; ``predictions`` are its classes by node, or its scores.
    """
    if model is not None:
        if (data is not None or given) and predictions is not None:
            named = arrays(data, **given)
            have, n = _nodes(named, named.get("num_nodes")), _numpy(predictions).shape[0]
            if n != have:
                raise ValueError(f"there are {n} predictions for {have} nodes")
        content = tensors(model, predictions)
    else:
        content = _npz(arrays(data, **given))
    if hasattr(path, "write"):
        path.write(content)
    else:
        with open(path, "wb") as f:
            f.write(content)


def _npz(named: Arrays) -> bytes:
    packed, size = io.BytesIO(), sum(v.nbytes for v in named.values())
    np.savez_compressed(packed, **named)
    if packed.tell() * _MOST < size:
        packed = io.BytesIO()
        np.savez(packed, **named)
    return packed.getvalue()


def _numpy(v: Any) -> np.ndarray:
    """A tensor, sparse matrix, list or array as an array of numbers or texts."""
    if sp.issparse(v):
        return v.toarray()
    if hasattr(v, "detach"):
        v = v.detach().cpu()
        if getattr(v, "is_sparse", False) or "strided" not in str(getattr(v, "layout", "strided")):
            v = v.to_dense()
        v = v.numpy()
    out = np.asarray(v)
    if out.dtype == object:
        raise TypeError("an array holds Python objects; numbers are needed, or texts for labels")
    return out


def _smallest(x: np.ndarray) -> np.ndarray:
    """Features in the smallest type that holds every number exactly."""
    if x.ndim != 2:
        raise ValueError(f"x has shape {x.shape}; expected is (n, f)")
    if not np.isfinite(x).all():
        raise ValueError("x holds numbers that are not finite")
    for kind in (np.uint8, np.float32):
        with np.errstate(all="ignore"):
            small = x.astype(kind)
        if (small == x).all():
            return small
    return x.astype(np.float64, copy=False)


def _labels(y: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
    if y.ndim == 2 and y.shape[1] == 1:
        y = y[:, 0]
    if y.ndim != 1:
        raise ValueError(f"y has shape {y.shape}; expected is (n), a class for each node")
    if y.dtype.kind == "f":
        y = np.where(np.isnan(y), -1, y)
    if y.dtype.kind in "biuf" and (y == np.trunc(y)).all() and y.min(initial=0) >= -1:
        return y.astype(np.int64), None
    names, numbers = np.unique(y, return_inverse=True)
    return numbers.astype(np.int64), names.astype(np.str_)


def _nodes(out: Arrays, given: Any) -> int:
    if given is not None:
        return int(given)
    for name in ("x", "y"):
        if name in out:
            return out[name].shape[0]
    return int(out["edge_index"].max(initial=-1)) + 1


def _masks(found: dict[str, Any], n: int) -> Arrays:
    masks = {name: _numpy(found[name]).astype(bool) for name in _MASKS if name in found}
    if not masks:
        return {}
    if "train_mask" not in masks:
        raise ValueError("there is a mask and no train_mask")
    train = masks["train_mask"]
    masks.setdefault("val_mask", np.zeros_like(train))
    masks.setdefault("test_mask", ~(train | masks["val_mask"]))
    for name, m in masks.items():
        if m.shape != train.shape or m.shape[0] != n or m.ndim > 2:
            raise ValueError(f"{name} has shape {m.shape}; expected is ({n},) or ({n}, splits), the same for all")
    return masks


def _of(data: Any) -> dict[str, Any]:
    """What an object of another library holds."""
    if data is None:
        return {}
    if isinstance(data, tuple) and len(data) == 2 and isinstance(data[0], dict) and "edge_index" in data[0]:
        graph, labels = data  # OGB
        return _some({"edge_index": graph["edge_index"], "x": graph.get("node_feat"), "y": labels, "num_nodes": graph.get("num_nodes")})
    if isinstance(data, dict):
        return dict(data)
    if hasattr(data, "edge_index"):  # PyTorch Geometric
        return _some({name: getattr(data, name, None) for name in ("edge_index", "x", "y", "num_nodes", *_MASKS)})
    if hasattr(data, "ndata") and hasattr(data, "num_nodes"):  # DGL
        names = {"x": "feat", "y": "label", **{m: m for m in _MASKS}}
        found = {ours: data.ndata[theirs] for ours, theirs in names.items() if theirs in data.ndata}
        return {"edge_index": np.stack([_numpy(v) for v in data.edges()]), "num_nodes": data.num_nodes(), **found}
    if hasattr(data, "adj") and hasattr(data, "nodes") and hasattr(data, "is_directed"):
        return _networkx(data)
    matrix = data if sp.issparse(data) else _numpy(data)
    if matrix.ndim == 2 and matrix.shape[0] == matrix.shape[1]:
        return {"edge_index": np.stack(matrix.nonzero()), "num_nodes": matrix.shape[0]}
    return {"edge_index": matrix}


def _some(named: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in named.items() if v is not None}


def _networkx(graph: Any) -> dict[str, Any]:
    nodes = list(graph.nodes)
    number = {v: i for i, v in enumerate(nodes)}
    ends = [(number[u], number[v]) for u, v in graph.edges()]
    if not graph.is_directed():
        ends += [(j, i) for i, j in ends if i != j]
    found: dict[str, Any] = {"edge_index": np.asarray(ends, dtype=np.int64).reshape(-1, 2).T, "num_nodes": len(nodes),
                             "node_names": nodes}
    for ours, theirs in (("y", ("label", "y", "class", "club")), ("x", ("x", "features", "feature"))):
        for key in theirs:
            if nodes and all(key in graph.nodes[v] for v in nodes):
                found[ours] = np.asarray([graph.nodes[v][key] for v in nodes])
                break
    return found
