"""Tests of the package with PyTorch and networkx themselves; python3 assets/python/tests/test_libraries.py runs them.

PyTorch Geometric is on none of the machines that run them: its Data is here a class with the same attributes.
"""
import io
import json
import os
import struct
import sys
import unittest
from pathlib import Path

import networkx as nx
import numpy as np
import scipy.sparse as sp
import torch

sys.path.insert(0, os.environ.get("SHEAFSCOPE_PACKAGE", str(Path(__file__).parent.parent)))
import sheafscope  # noqa: E402


class Tensors(unittest.TestCase):
    def test_data(self):
        class Data:
            edge_index = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])
            x = torch.nn.Parameter(torch.tensor([[0.5, 0.1], [1, 0], [0, 3]], dtype=torch.float64))
            y = torch.tensor([[2], [-1], [0]])
            train_mask = torch.tensor([[True, False], [False, True], [False, False]])
            num_nodes, edge_attr = 3, None

        a = sheafscope.arrays(Data())
        self.assertEqual(a["edge_index"].tolist(), [[0, 1, 1, 2], [1, 0, 2, 1]])
        self.assertEqual(a["x"].tolist(), [[0.5, 0.1], [1, 0], [0, 3]])
        self.assertEqual((a["y"].tolist(), a["train_mask"].shape), ([2, -1, 0], (3, 2)))
        self.assertEqual(a["test_mask"].tolist(), [[False, True], [True, False], [True, True]])

    def test_sparse_features(self):
        x = torch.tensor([[0.0, 2.0], [1.0, 0.0]])
        for sparse in (x.to_sparse(), x.to_sparse_csr()):
            self.assertEqual(sheafscope.arrays([[0], [1]], x=sparse)["x"].tolist(), x.tolist())

    def test_maps_from_a_model(self):
        maps = torch.randn(3, 2, 2, requires_grad=True)
        a = sheafscope.arrays(edge_index=torch.tensor([[0, 1, 2], [1, 2, 0]]), R_ij=maps, R_ji=2 * maps)
        self.assertEqual(a["R_ij"].dtype, np.float64)
        np.testing.assert_array_equal(a["R_ji"], 2 * maps.detach().numpy().astype(np.float64))


class Networks(unittest.TestCase):
    def test_what_a_network_says(self):
        class GCNConv(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.lin, self.add_self_loops, self.training_only = torch.nn.Linear(3, 2, bias=False), False, None

        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.convs, self.act = torch.nn.ModuleList([GCNConv()]), torch.tanh
                self.short = torch.nn.Parameter(torch.tensor([0.5], dtype=torch.bfloat16))

        net, file = Net(), io.BytesIO()
        sheafscope.save(file, model=net, predictions=torch.tensor([[0.1, 0.9], [0.8, 0.2]]))
        raw = file.getvalue()
        n = struct.unpack("<Q", raw[:8])[0]
        header = json.loads(raw[8:8 + n])
        modules = json.loads(header.pop("__metadata__")["sheafscope"])["modules"]
        self.assertEqual(modules["convs.0"], {"class": "GCNConv", "has": {"add_self_loops": False}})
        self.assertEqual(modules["act"]["class"], "Tanh")
        self.assertEqual({k: (v["dtype"], v["shape"]) for k, v in header.items()}, {
            "short": ("F32", [1]), "convs.0.lin.weight": ("F32", [2, 3]), "sheafscope.predictions": ("F32", [2, 2])})
        begin, end = header["convs.0.lin.weight"]["data_offsets"]
        values = np.frombuffer(raw[8 + n + begin:8 + n + end], "<f4").reshape(2, 3)
        self.assertTrue((values == net.convs[0].lin.weight.detach().numpy()).all())
        with self.assertRaises(ValueError):
            sheafscope.save(io.BytesIO(), {"edge_index": [[0, 1], [1, 2]]}, model=net, predictions=[0, 1])


class Networkx(unittest.TestCase):
    def test_karate(self):
        g = nx.karate_club_graph()
        a = sheafscope.arrays(g)
        self.assertEqual(a["edge_index"].shape, (2, 2 * g.number_of_edges()))
        self.assertEqual(a["class_names"].tolist(), ["Mr. Hi", "Officer"])
        self.assertEqual([a["class_names"][k] for k in a["y"]], [g.nodes[v]["club"] for v in g])
        adjacency = nx.to_numpy_array(g, weight=None)
        ones = np.ones(a["edge_index"].shape[1])
        np.testing.assert_array_equal(sp.coo_matrix((ones, a["edge_index"]), adjacency.shape).toarray(), adjacency)

    def test_directed_with_features(self):
        g = nx.DiGraph([("b", "a"), ("a", "c")])
        nx.set_node_attributes(g, {"a": [1, 2], "b": [3, 4], "c": [5, 6.5]}, "x")
        a = sheafscope.arrays(g)
        self.assertEqual((a["node_names"].tolist(), a["edge_index"].tolist()), (["b", "a", "c"], [[0, 1], [1, 2]]))
        self.assertEqual(a["x"].tolist(), [[3, 4], [1, 2], [5, 6.5]])


if __name__ == "__main__":
    unittest.main()
