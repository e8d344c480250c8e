"""Tests of the package with numpy and scipy alone; python3 assets/python/tests/test_sheafscope.py runs them.

The round trip through a notebook and the page is web/e2e/notebook_test.go.
"""
import io
import json
import os
import re
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import numpy as np
import scipy.sparse as sp

sys.path.insert(0, os.environ.get("SHEAFSCOPE_PACKAGE", str(Path(__file__).parent.parent)))
import sheafscope  # noqa: E402


class Tensor:
    """What the package uses of a tensor."""

    def __init__(self, values, grad=False):
        self.values, self.grad = np.asarray(values), grad

    def detach(self):
        return Tensor(self.values)

    def cpu(self):
        return self

    def numpy(self):
        if self.grad:
            raise RuntimeError("a tensor that requires grad")
        return self.values


class Data:
    """What the package uses of a Data of PyTorch Geometric."""

    def __init__(self, **kw):
        self.__dict__.update(kw)


EDGES = np.array([[0, 1, 2], [1, 2, 0]])


class Graphs(unittest.TestCase):
    def test_data_by_its_attributes(self):
        data = Data(edge_index=Tensor(EDGES), x=Tensor(np.eye(3, dtype=np.float32), grad=True), y=Tensor([[1], [0], [1]]),
                    train_mask=Tensor([True, False, False]), num_nodes=3, edge_attr=None)
        a = sheafscope.arrays(data)
        self.assertEqual(sorted(a), ["edge_index", "test_mask", "train_mask", "val_mask", "x", "y"])
        self.assertEqual(a["x"].dtype, np.uint8)
        self.assertEqual(a["y"].tolist(), [1, 0, 1])
        self.assertEqual(a["test_mask"].tolist(), [False, True, True])

    def test_features_keep_every_bit(self):
        for x in (np.array([[0.1], [0.2], [1 / 3]]), np.array([[0.1], [2], [3]], dtype=np.float32), np.array([[0], [255], [3]])):
            packed = sheafscope.arrays(EDGES, x=x)["x"]
            self.assertTrue((packed.astype(np.float64) == x.astype(np.float64)).all())

    def test_matrices_and_others(self):
        dense = np.zeros((4, 4))
        dense[0, 1] = dense[1, 0] = 2
        for matrix in (dense, sp.csr_matrix(dense), sp.coo_matrix(dense)):
            a = sheafscope.arrays(matrix)
            self.assertEqual(a["edge_index"].tolist(), [[0, 1], [1, 0]])
            self.assertEqual(int(a["num_nodes"]), 4)
        ogb = ({"edge_index": EDGES, "node_feat": np.ones((3, 2)), "num_nodes": 3}, np.array([[0], [1], [0]]))
        self.assertEqual(sheafscope.arrays(ogb)["y"].tolist(), [0, 1, 0])
        self.assertEqual(sheafscope.arrays(EDGES, y=["b", "a", "b"])["class_names"].tolist(), ["a", "b"])

        class Dgl:
            ndata = {"feat": Tensor(np.ones((3, 2))), "label": Tensor([0, 1, 1])}

            def edges(self):
                return Tensor(EDGES[0]), Tensor(EDGES[1])

            def num_nodes(self):
                return 3

        self.assertEqual(sorted(sheafscope.arrays(Dgl())), ["edge_index", "x", "y"])

    def test_networkx_by_its_methods(self):
        class Nodes(dict):
            pass

        class Graph:
            nodes = Nodes({"anna": {"label": "x"}, "bert": {"label": "y"}, "carl": {"label": "x"}})
            adj = None

            def edges(self):
                return [("anna", "bert"), ("carl", "bert")]

            def is_directed(self):
                return False

        a = sheafscope.arrays(Graph())
        self.assertEqual(a["edge_index"].tolist(), [[0, 2, 1, 1], [1, 1, 0, 2]])
        self.assertEqual(a["node_names"].tolist(), ["anna", "bert", "carl"])
        self.assertEqual((a["y"].tolist(), a["class_names"].tolist()), ([0, 1, 0], ["x", "y"]))

    def test_what_does_not_fit_is_told(self):
        for words, call in {
            "edge_index has shape": lambda: sheafscope.arrays(np.zeros((3, 2), dtype=int)),
            "no edges": lambda: sheafscope.arrays(x=np.ones((3, 1))),
            "no array is called z": lambda: sheafscope.arrays(EDGES, z=1),
            "x has 2 rows for 3 nodes": lambda: sheafscope.arrays(EDGES, x=np.ones((2, 1)), num_nodes=3),
            "not finite": lambda: sheafscope.arrays(EDGES, x=np.full((3, 1), np.nan)),
            "no train_mask": lambda: sheafscope.arrays(EDGES, val_mask=np.ones(3)),
        }.items():
            with self.assertRaisesRegex((ValueError, TypeError), words):
                call()

    def test_what_shrinks_far_is_not_packed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "graph.npz")
            sheafscope.save(path, EDGES, x=np.zeros((3, 100_000)))
            self.assertGreater(path.stat().st_size * 120, 300_000)
            with np.load(path) as z:
                self.assertEqual(z["x"].shape, (3, 100_000))


class Page(unittest.TestCase):
    def test_the_graph_is_put_into_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "page.html")
            page.write_bytes('<p>"sheafscope-graph" & \r\x01Â</p><div id="boot" class="boot"></div>'.encode())
            view = sheafscope.View(sheafscope.arrays(EDGES), page, name="a</script>")
            text = view.save(Path(folder, "out.html")).read_bytes().decode()
            slot = re.search(r'<script type="application/json" id="sheafscope-graph">([^<]*)</script>\n<div id="boot"', text)
            (graph,) = json.loads(slot.group(1))
            self.assertEqual(graph["name"], "a</script>.npz")
            self.assertEqual(text.count("</script>"), 1)
            inside = re.search(r'srcdoc="([^"]*)"', view._repr_html_()).group(1)
            self.assertNotIn("<", inside)
            page.write_text("<html></html>")
            with self.assertRaisesRegex(ValueError, "not the single file"):
                view.html
            with self.assertRaisesRegex(FileNotFoundError, "single-file"):
                sheafscope.show(EDGES, page=Path(folder, "none.html"))


class Archives(unittest.TestCase):
    def setUp(self):
        r = np.random.default_rng(1)
        self.edges = np.array([[0, 1], [0, 2], [1, 2], [2, 3]])
        self.maps = r.standard_normal((4, 2, 2, 2))
        self.run = {"encoder.weight": r.standard_normal((2, 3)), "result.edges": self.edges, "result.epoch": np.array([7]),
                    "result.prediction": np.array([0, 1, 0, 1, 1]), "result.maps": self.maps}

    def packed(self, **named):
        b = io.BytesIO()
        np.savez(b, **named)
        return b.getvalue()

    def test_weights_and_zip(self):
        dense = np.zeros((8, 10))
        for e, (i, j) in enumerate(self.edges):
            dense[2 * e : 2 * e + 2, 2 * i : 2 * i + 2] = self.maps[e, 0]
            dense[2 * e : 2 * e + 2, 2 * j : 2 * j + 2] = -self.maps[e, 1]
        lap = dense.T @ dense
        graph = {"node_features": np.eye(5), "node_labels": np.arange(5) % 2, "edges": self.edges,
                 "train_masks": np.array([[True, False, False, False, False]])}
        with tempfile.TemporaryDirectory() as folder:
            plain, archive = Path(folder, "weights.npz"), Path(folder, "pyg.zip")
            plain.write_bytes(self.packed(**self.run))
            with zipfile.ZipFile(archive, "w") as z:
                z.writestr("weights.npz", self.packed(**self.run))
                z.writestr("graph.npz", self.packed(**graph))
            for path in (plain, archive):
                run = sheafscope.load(path)
                self.assertEqual((run.n, run.d, run.epoch, list(run.weights)), (5, 2, 7, ["encoder.weight"]))
                np.testing.assert_allclose(run.laplacian().toarray(), lap, atol=1e-14)
                s = run.spectrum()
                np.testing.assert_allclose(s.values, np.linalg.eigvalsh(lap), atol=1e-12)
                self.assertEqual(s.kernel_dim, 10 - np.linalg.matrix_rank(dense))
                root = np.zeros((10, 10))
                for k in range(0, 10, 2):
                    v, u = np.linalg.eigh(lap[k : k + 2, k : k + 2] + 0.5 * np.eye(2))
                    root[k : k + 2, k : k + 2] = u @ np.diag(v**-0.5) @ u.T
                np.testing.assert_allclose(run.laplacian(True, 0.5).toarray(), root @ lap @ root, atol=1e-12)
            self.assertEqual(run.masks["train_mask"].tolist(), [True, False, False, False, False])
            self.assertEqual(run.features.shape, (5, 5))

    def test_other_files_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, data, words in (("a.csv", b"0,1\n", "no export"), ("b.npz", self.packed(x=np.ones(2)), "holds no run"),
                                      ("c.json", b'{"nodes": []}', "is no trace")):
                Path(folder, name).write_bytes(data)
                with self.assertRaisesRegex(ValueError, words):
                    sheafscope.load(Path(folder, name))
            del self.run["result.maps"]
            Path(folder, "d.npz").write_bytes(self.packed(**self.run))
            with self.assertRaisesRegex(ValueError, "no restriction maps"):
                sheafscope.load(Path(folder, "d.npz")).laplacian()


if __name__ == "__main__":
    unittest.main()
