package jobs

// loadScript is the Python script of the export for PyTorch Geometric. It reads graph.npz and weights.npz from its own folder. The names
// and shapes of their arrays come from graphio.WriteGraphNPZ and from package session.
const loadScript = `"""Loads what Sheafscope exported into PyTorch Geometric.

    from load_graph import load, sheaf_laplacian
    data, weights = load()      # graph.npz and weights.npz beside this file

data     x, y (-1: unknown), edge_index (both directions), train_mask, val_mask,
         test_mask; of the run: epoch, prediction, probability, and with a sheaf
         pair_index (2 x m, each edge once) and maps (m x 2 x d x d, the
         restriction maps at the first and at the second end of each pair,
         those of the evaluation that prediction and probability come from).
weights  name -> tensor, every trained parameter, as float64, after the last
         update; the evaluation above is the one before it. The maps also have
         the metric of the gap ascent (gap_mode=sheaf), which is no parameter.

Needs numpy, torch and torch_geometric.
"""
from pathlib import Path

import numpy as np
import torch
from torch_geometric.data import Data
from torch_geometric.utils import to_undirected


def tensors(path):
    with np.load(path) as z:
        return {name: torch.from_numpy(z[name]) for name in z.files if z[name].dtype.kind != "U"}


def load(folder=None):
    folder = Path(__file__).parent if folder is None else Path(folder)
    graph, run = tensors(folder / "graph.npz"), tensors(folder / "weights.npz")
    n = graph["node_labels"].size(0)
    pairs = graph["edges"].t().contiguous()
    data = Data(
        x=graph["node_features"].float(),
        y=graph["node_labels"],
        edge_index=to_undirected(pairs, num_nodes=n),
        # Masks have one row per split; the file holds one split.
        train_mask=graph["train_masks"][0],
        val_mask=graph["val_masks"][0],
        test_mask=graph["test_masks"][0],
        epoch=int(run["result.epoch"][0]),
    )
    # A run that has not begun has no predictions; most models have no maps.
    for name in ("prediction", "probability", "maps"):
        if "result." + name in run:
            data[name] = run["result." + name]
    if "result.maps" in run:
        data.pair_index = pairs
    data.validate()
    weights = {name: value for name, value in run.items() if not name.startswith("result.")}
    return data, weights


def sheaf_laplacian(data):
    """L = B^T B, sparse, (n d) x (n d), with (B x)_e = R_i x_i - R_j x_j."""
    m, _, d, _ = data.maps.shape
    k = torch.arange(d)
    rows, columns, values = [], [], []
    for end, sign in ((0, 1), (1, -1)):
        row = (torch.arange(m) * d).view(m, 1, 1) + k.view(1, d, 1)
        column = (data.pair_index[end] * d).view(m, 1, 1) + k.view(1, 1, d)
        rows.append(row.expand(m, d, d).reshape(-1))
        columns.append(column.expand(m, d, d).reshape(-1))
        values.append(sign * data.maps[:, end].reshape(-1))
    b = torch.sparse_coo_tensor(
        torch.stack([torch.cat(rows), torch.cat(columns)]), torch.cat(values), (m * d, data.num_nodes * d)
    ).coalesce()
    return torch.sparse.mm(b.t().coalesce(), b)


if __name__ == "__main__":
    data, weights = load()
    print(data)
    for name, value in weights.items():
        print(f"{name:24} {tuple(value.shape)}")
`
