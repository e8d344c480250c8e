"""Networks of PyTorch for the test of weights: python3 networks.py GRAPH.json OUT [GRAPH.json OUT …].

PyTorch Geometric, DGL and the programs of neural sheaf diffusion and SGPC cannot be installed where the tests run. The modules below,
in layers.py and in sheaves.py have the same names of parameters; they are written from what their authors say of them. Each network is
trained a little on the graph, evaluated, and saved in three containers and four precisions; OUT/networks.json has the logits.
"""

import json
import struct
import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "assets" / "python"))
from sheafscope._network import tensors  # noqa: E402
from layers import DGLGATConv, GATConv, GATv2Conv, GCN2Conv, GCNConv, Graph, GraphConv, SAGEConv  # noqa: E402
from sheaves import (  # noqa: E402
    DiscreteBundleSheafDiffusion, DiscreteDiagSheafDiffusion, DiscreteGeneralSheafDiffusion, SVRSheafNet)


class Norm(nn.Module):
    """PyTorch Geometric's BatchNorm keeps that of PyTorch under a name; here with numbers as if it were trained."""

    def __init__(self, n):
        super().__init__()
        self.module = nn.BatchNorm1d(n)
        for v in (self.module.weight, self.module.running_var):
            v.data.uniform_(0.5, 2)
        for v in (self.module.bias, self.module.running_mean):
            v.data.normal_()

    def forward(self, x):
        return self.module(x)


class Stack(nn.Module):
    """convs.0, convs.1, … with an activation between, and lin behind them when head is given."""

    def __init__(self, convs, act=torch.relu, head=None, skip=False, norms=()):
        super().__init__()
        if norms:
            self.norms = nn.ModuleList([Norm(n) for n in norms])
        self.convs = nn.ModuleList(convs)
        self.act, self.skip = act, skip
        if head:
            self.lin = nn.Linear(*head)

    def forward(self, x, g):
        last = len(self.convs) - 1
        for k, conv in enumerate(self.convs):
            h = conv(x, g)
            if hasattr(self, "norms") and k < len(self.norms):
                h = self.norms[k](h)
            if k < last or hasattr(self, "lin"):
                h = self.act(h)
                if self.skip and h.shape == x.shape:
                    h = h + x
            x = h
        return self.lin(x) if hasattr(self, "lin") else x


class GCNII(nn.Module):
    def __init__(self, a, c, out, layers, alpha, theta):
        super().__init__()
        self.lins = nn.ModuleList([nn.Linear(a, c), nn.Linear(c, out)])
        self.convs = nn.ModuleList([GCN2Conv(c, alpha, theta, k + 1) for k in range(layers)])

    def forward(self, x, g):
        x = x0 = self.lins[0](x).relu()
        for conv in self.convs:
            x = conv(x, x0, g).relu()
        return self.lins[1](x)


def networks(g):
    a, out = g.x.shape[1], g.classes
    yield "gcn", Stack([GCNConv(a, 6), GCNConv(6, 6), GCNConv(6, out)]), {}
    yield "gcn-head", Stack([GCNConv(a, 5, loops=False), GCNConv(5, 5, loops=False)], torch.tanh, (5, out), True), {
        "act": 3, "loops": 1, "skip": 1}
    yield "gcn-directed", Stack([GCNConv(a, 4, directed=True), GCNConv(4, out, directed=True)], F.elu), {"act": 2, "directed": 1}
    yield "gcn-sum", Stack([GCNConv(a, 4, False, False, False), GCNConv(4, out, False, False, False)]), {"degree": 1, "loops": 1}
    yield "gat", Stack([GATConv(a, 4, 2), GATConv(8, out, 1)], F.elu), {}
    yield "gat-residual", Stack([GATConv(a, 3, 2, residual=True, slope=0.1, loops=False), GATConv(
        6, out, 2, False, True, 0.1, False)], F.elu), {"slope": 0.1, "loops": 1}
    yield "gat-directed", Stack([GATConv(a, 3, 2, directed=True), GATConv(6, 3, 2, directed=True)], torch.relu, (6, out)), {
        "act": 1, "directed": 1}
    yield "gatv2", Stack([GATv2Conv(a, 3, 2), GATv2Conv(6, out, 2, False)], F.elu), {}
    yield "gatv2-directed", Stack([GATv2Conv(a, 3, 2, True, False, True), GATv2Conv(6, 3, 2, True, False, True)], F.elu, (6, out)), {
        "directed": 1, "loops": 1}
    yield "sage", Stack([SAGEConv(a, 6), SAGEConv(6, out)]), {}
    yield "sage-sum", Stack([SAGEConv(a, 6, "sum"), SAGEConv(6, 6, "sum")], torch.relu, (6, out), True), {"degree": 1, "skip": 1}
    yield "sage-directed", Stack([SAGEConv(a, 6, directed=True), SAGEConv(6, out, directed=True)]), {"directed": 1}
    yield "gcn-norm", Stack([GCNConv(a, 6), GCNConv(6, 6), GCNConv(6, out)], norms=(6, 6)), {}
    yield "sage-norm", Stack([SAGEConv(a, 6), SAGEConv(6, 6)], torch.relu, (6, out), norms=(6, 6)), {}
    yield "gat-norm", Stack([GATConv(a, 4, 2, residual=True), GATConv(8, out, 1, residual=True)], F.elu, norms=(8,)), {}
    yield "gatv2-norm", Stack([GATv2Conv(a, 3, 2), GATv2Conv(6, out, 2, False)], F.elu, norms=(6,)), {}
    yield "gcn2", GCNII(a, 6, out, 3, 0.2, 0.7), {"alpha": 0.2, "theta": 0.7}
    yield "dgl-gcn", Stack([GraphConv(a, 5), GraphConv(5, out)]), {"loops": 1}
    yield "dgl-directed", Stack([GraphConv(a, 5, True), GraphConv(5, out, True)]), {"loops": 1, "directed": 1}
    # dgl.add_self_loop(g): the loops are in the file of the graph.
    yield "dgl-loops", Stack([GraphConv(a, 5, True, True), GraphConv(5, out, True, True)]), {"directed": 1}
    yield "dgl-gat", Stack([DGLGATConv(a, 3, 2), DGLGATConv(6, out, 1)], F.elu), {}
    yield "dgl-gat-mean", Stack([DGLGATConv(a, 3, 2), DGLGATConv(6, out, 2, mean=True)], F.elu), {}
    yield "dgl-gat-residual", Stack([DGLGATConv(a, 3, 2, True), DGLGATConv(6, out, 2, True, True)], F.elu), {}
    yield "nsd-diag", DiscreteDiagSheafDiffusion("diag", a, out, 2, 4, 2), {}
    yield "nsd-bundle", DiscreteBundleSheafDiffusion("bundle", a, out, 4, 3, 2), {}
    yield "nsd-weighted", DiscreteBundleSheafDiffusion("bundle", a, out, 3, 3, 2, True), {}
    yield "sgpc", SVRSheafNet(a, 6, out, False, 0.15, 5e-3, 20), {}
    yield "sgpc-citation", SVRSheafNet(a, 6, out, True, 0.02, 0.5, 10), {"epsilon0": 0.5, "directed": 1}
    yield "nsd-general", DiscreteGeneralSheafDiffusion("general", a, out, 3, 3, 2), {}


def safetensors(path, tensors):
    names = {torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.int64: "I64"}
    header, block = {}, b""
    for name, v in tensors.items():
        v = v.contiguous()
        data = (v.view(torch.int16) if v.dtype == torch.bfloat16 else v).numpy().tobytes()
        header[name] = {"dtype": names[v.dtype], "shape": list(v.shape), "data_offsets": [len(block), len(block) + len(data)]}
        block += data
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + block)


def main(graph, out):
    out = Path(out)
    g = Graph(json.loads(Path(graph).read_text()))
    torch.manual_seed(1)
    settings = {}
    for name, net, said in networks(g):
        net = net.double()
        optimizer = torch.optim.Adam(net.parameters(), 0.01)
        for _ in range(3):
            optimizer.zero_grad()
            F.cross_entropy(net(g.x, g)[g.train], g.y[g.train]).backward()
            optimizer.step()
        net.eval()
        with torch.no_grad():
            scores = net(g.x, g)
            logits = {"F64": scores.tolist()}
            # As sheafscope.save(…, model=net) writes it: the modules say more than the names.
            (out / f"{name}.said.safetensors").write_bytes(tensors(net, scores.argmax(1)))
            state = {k: v.detach().clone() for k, v in net.state_dict().items()}
            for kind, dtype in (("F32", torch.float32), ("F16", torch.float16), ("BF16", torch.bfloat16)):
                # What the numbers of that kind are, computed in 64 bits: the arithmetic of 32 bits is no part of the file.
                short = {k: v.to(dtype) if v.is_floating_point() else v for k, v in state.items()}
                net.load_state_dict({k: v.double() if v.is_floating_point() else v for k, v in short.items()})
                logits[kind] = net(g.x, g).tolist()
                safetensors(out / f"{name}.{kind}.safetensors", short)
                if kind == "F32":
                    np.savez(out / f"{name}.{kind}.npz", **{k: v.numpy() for k, v in short.items()})
                torch.save(short, out / f"{name}.{kind}.pt")
            safetensors(out / f"{name}.F64.safetensors", state)
            np.savez(out / f"{name}.F64.npz", **{k: v.numpy() for k, v in state.items()})
            net.load_state_dict(state)
            torch.save(net.state_dict(), out / f"{name}.F64.pt")
            net.float()
            g.x, x = g.x.float(), g.x
            try:
                logits["single"] = net(g.x, g).tolist()
            finally:
                g.x = x
        settings[name] = {"set": said, "logits": logits}
    (out / "networks.json").write_text(json.dumps(settings))


if __name__ == "__main__":
    for at in range(1, len(sys.argv), 2):
        main(*sys.argv[at:at + 2])
