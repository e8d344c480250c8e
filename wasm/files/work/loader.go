package work

// loadScript needs numpy, torch and torch_geometric.
const loadScript = `"""Loads graph.npz, as exported by Sheafscope, into PyTorch Geometric.

    from load_graph import load
    data = load("graph.npz")

Needs numpy, torch and torch_geometric.
"""
import numpy as np
import torch
from torch_geometric.data import Data
from torch_geometric.utils import to_undirected


def load(path="graph.npz"):
    with np.load(path) as z:
        x = torch.from_numpy(z["node_features"]).float()
        y = torch.from_numpy(z["node_labels"]).long()
        edges = torch.from_numpy(z["edges"]).long().t().contiguous()
        # Masks have one row per split; the file holds one split.
        masks = {k: torch.from_numpy(z[k + "s"][0]).bool() for k in ("train_mask", "val_mask", "test_mask")}
    data = Data(x=x, edge_index=to_undirected(edges, num_nodes=x.size(0)), y=y, **masks)
    data.validate()
    return data


if __name__ == "__main__":
    print(load())
`
