"""What the page and the command line export, as arrays."""
from __future__ import annotations

import io
import json
import os
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import scipy.sparse as sp

# The largest Laplacian whose eigenvalues are computed here.
_MOST_VALUES = 4000
_KERNEL_TOL = 1e-8


@dataclass
class Spectrum:
    """Eigenvalues, ascending; all of them when ``complete``. ``of`` is "laplacian" or "normalized".

    ``kernel_dim`` counts those not above ``kernel_tol``, None where it is not known; ``lambda2`` is the smallest above
    the kernel, None without one.
    """

    values: np.ndarray
    of: str
    complete: bool
    kernel_dim: int | None
    kernel_tol: float
    lambda2: float | None


@dataclass
class Run:
    """A run at one moment. What the file does not hold is None, or empty.

    n nodes, m edges (each once, i < j), stalks of dimension d. ``maps[e, 0]`` is the restriction map R_ij of edge
    e = (i, j), ``maps[e, 1]`` is R_ji; both belong to the evaluation that prediction and probability come from.
    ``weights`` are by name: of an npz or zip those after the last step, under the names of the program; of a trace those
    behind its numbers, under the names of its equations. ``features`` (n, f), ``labels`` (n, -1: unknown) and masks (n) are there when the file holds the graph.
    """

    edges: np.ndarray
    n: int
    epoch: int | None = None
    prediction: np.ndarray | None = None
    probability: np.ndarray | None = None
    maps: np.ndarray | None = None
    weights: dict[str, np.ndarray] = field(default_factory=dict)
    features: np.ndarray | None = None
    labels: np.ndarray | None = None
    masks: dict[str, np.ndarray] = field(default_factory=dict)
    _stored: dict = field(default_factory=dict, repr=False)

    @property
    def d(self) -> int:
        """The stalk dimension."""
        return self._maps().shape[-1]

    def coboundary(self) -> sp.csr_matrix:
        """B, (m·d) × (n·d): row block e of B x is R_ij x_i − R_ji x_j."""
        maps = self._maps()
        m, _, d, _ = maps.shape
        e, p, q = np.meshgrid(np.arange(m), np.arange(d), np.arange(d), indexing="ij")
        rows = (e * d + p).ravel()
        ends = [(self.edges[:, s][:, None, None] * d + q).ravel() for s in (0, 1)]
        values = np.concatenate([maps[:, 0].ravel(), -maps[:, 1].ravel()])
        shape = (m * d, self.n * d)
        return sp.csr_matrix((values, (np.concatenate([rows, rows]), np.concatenate(ends))), shape=shape)

    def laplacian(self, normalized: bool = False, shift: float = 1.0) -> sp.csr_matrix:
        """The sheaf Laplacian L = BᵀB, (n·d) × (n·d).

        ``normalized`` gives D^{-1/2} L D^{-1/2} with D = blockdiag(L) + shift·I. Of a trace both are those that
        it holds (with the shift of its run); of maps they are computed here.
        """
        stored = self._stored.get("normalized" if normalized else "laplacian")
        if stored is not None and "rows" in stored:
            return sp.csr_matrix((stored["vals"], (stored["rows"], stored["cols"])), shape=(stored["dim"],) * 2)
        b = self.coboundary()
        lap = (b.T @ b).tocsr()
        if not normalized:
            return lap
        d = self.d
        blocks = np.stack([lap[k : k + d, k : k + d].toarray() for k in range(0, self.n * d, d)]) + shift * np.eye(d)
        values, vectors = np.linalg.eigh(blocks)
        with np.errstate(divide="ignore"):
            roots = np.where(values > 1e-12 * values[:, -1:], 1 / np.sqrt(np.maximum(values, 0)), 0)
        half = sp.block_diag(list((vectors * roots[:, None, :]) @ vectors.transpose(0, 2, 1)), format="csr")
        return (half @ lap @ half).tocsr()

    def spectrum(self, normalized: bool = False, shift: float = 1.0) -> Spectrum:
        """The eigenvalues of the Laplacian: those of a trace where it holds them, else all, computed densely."""
        of = "normalized" if normalized else "laplacian"
        s = self._stored.get("spectrum")
        if s and s["of"] == of:
            return Spectrum(np.asarray(s["values"]), of, s["complete"], s["kernel_dim"], s["kernel_tol"], s["lambda2"])
        lap = self.laplacian(normalized, shift)
        if lap.shape[0] > _MOST_VALUES:
            raise ValueError(f"the Laplacian has dimension {lap.shape[0]}, over {_MOST_VALUES}; use scipy.sparse.linalg.eigsh")
        values = np.linalg.eigvalsh(lap.toarray())
        tol = _KERNEL_TOL * max(1.0, values[-1])
        kernel = int((values <= tol).sum())
        return Spectrum(values, of, True, kernel, tol, float(values[kernel]) if kernel < len(values) else None)

    def _maps(self) -> np.ndarray:
        if self.maps is None:
            raise ValueError("the file holds no restriction maps: the run has not begun, or its model has none")
        return self.maps


def load(path: str | os.PathLike) -> Run:
    """Reads an export of the page: “Loader for PyTorch Geometric” (zip), “Weights” (npz) or “Trace” (JSON).

    What ``sgpc trace -o`` writes is a trace too. A zip holds the most: graph, split, weights, predictions and maps.
    """
    path = Path(path)
    data = path.read_bytes()
    if data[:1] == b"{":
        return _trace(json.loads(data), path.name)
    if not zipfile.is_zipfile(io.BytesIO(data)):
        raise ValueError(f"{path.name} is no export of the page: a zip, an npz or a JSON file is expected")
    with zipfile.ZipFile(io.BytesIO(data)) as z:
        if {"graph.npz", "weights.npz"} <= set(z.namelist()):
            return _weights(_arrays(z.read("weights.npz")), _arrays(z.read("graph.npz")), path.name)
    return _weights(_arrays(data), {}, path.name)


def _arrays(data: bytes) -> dict[str, np.ndarray]:
    with np.load(io.BytesIO(data), allow_pickle=False) as z:
        return {name: z[name] for name in z.files}


def _weights(run: dict[str, np.ndarray], graph: dict[str, np.ndarray], name: str) -> Run:
    if "result.edges" not in run:
        raise ValueError(f"{name} holds no run: export “Weights”, “Loader for PyTorch Geometric” or “Trace” from the page")
    edges = run["result.edges"]
    out = Run(edges, int(edges.max(initial=-1)) + 1, epoch=int(run["result.epoch"][0]))
    for key in ("prediction", "probability", "maps"):
        setattr(out, key, run.get(f"result.{key}"))
    out.weights = {k: v for k, v in run.items() if not k.startswith("result.")}
    for known in (out.prediction, graph.get("node_labels")):
        if known is not None:
            out.n = len(known)
    out.features, out.labels = graph.get("node_features"), graph.get("node_labels")
    out.masks = {f"{k}_mask": graph[f"{k}_masks"][0] for k in ("train", "val", "test") if f"{k}_masks" in graph}
    return out


def _trace(t: dict, name: str) -> Run:
    if not str(t.get("schema", "")).startswith("sheafscope-trace/"):
        raise ValueError(f"{name} is no trace: its schema is {t.get('schema')!r}")
    g = t["graph"]
    edges, n = np.asarray(g["edges"], dtype=np.int64).reshape(-1, 2), g["n"]
    out = Run(edges, n, epoch=t["epoch"], labels=np.asarray(g["labels"]), _stored=t)
    for key, part in g.get("split", {}).items():
        if isinstance(part, list):
            mask = np.zeros(n, dtype=bool)
            mask[part] = True
            out.masks[f"{key}_mask"] = mask
    out.weights = {k.replace("/", "."): np.asarray(p["values"]).reshape(p["shape"]) for k, p in t.get("parameters", {}).items()}
    shown = t.get("calibrated") or t.get("probabilities")  # a peer's are not calibrated
    if shown:
        out.probability = np.asarray(shown)
        out.prediction = out.probability.argmax(axis=1)
    number = {tuple(e): k for k, e in enumerate(edges.tolist())}
    lift = [e for e in t.get("lift", []) if "R_ij" in e]
    if len({tuple(e["edge"]) for e in lift}) == len(edges) > 0:
        d = len(lift[0]["R_ij"])
        out.maps = np.zeros((len(edges), 2, d, d))
        for e in lift:
            out.maps[number[tuple(e["edge"])]] = e["R_ij"], e["R_ji"]
    return out
