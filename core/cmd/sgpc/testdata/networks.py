"""Networks of PyTorch for the test of weights: python3 networks.py GRAPH.json OUT [GRAPH.json OUT …].

PyTorch Geometric, DGL and the program of neural sheaf diffusion cannot be installed where the tests run. The modules below are
written from their documentation, with the same names of parameters. Each network is trained a little on the graph, evaluated, and saved
in three containers and two precisions; OUT/NAME.json has the logits.
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


def linear(x, w, b=None):
    return F.linear(x, w, b)


class Graph:
    """Arcs from row 0 to row 1, self-loops apart."""

    def __init__(self, spec):
        self.n = spec["n"]
        self.x = torch.tensor(spec["x"], dtype=torch.float64)
        self.y = torch.tensor(spec["y"])
        self.train = torch.tensor(spec["train"])
        self.classes = int(self.y.max()) + 1
        self.both = torch.tensor(spec["both"]).t().contiguous()
        self.listed = torch.tensor(spec["listed"]).t().contiguous()

    def arcs(self, loops=True, directed=False):
        a = self.listed if directed else self.both
        own = torch.arange(self.n)
        return torch.cat([a, torch.stack([own, own])], 1) if loops else a


def add(index, value, n):
    return torch.zeros((n,) + value.shape[1:], dtype=value.dtype).index_add_(0, index, value)


def softmax(e, index, n):
    """Over the arcs with one index; e is arcs x heads."""
    e = (e - e.max()).exp()
    return e / add(index, e, n)[index]


class GCNConv(nn.Module):
    def __init__(self, a, b, bias=True, loops=True, normalize=True, directed=False):
        super().__init__()
        self.lin = nn.Linear(a, b, bias=False)
        self.bias = nn.Parameter(0.1 * torch.randn(b)) if bias else None
        self.add_self_loops, self.normalize, self.directed = loops, normalize, directed

    def weights(self, g):
        s, t = g.arcs(self.add_self_loops, self.directed)
        if not self.normalize:
            return s, t, torch.ones(len(s), dtype=g.x.dtype)
        deg = add(t, torch.ones(len(t), dtype=g.x.dtype), g.n)
        root = deg.pow(-0.5)
        root[deg == 0] = 0
        return s, t, root[s] * root[t]

    def forward(self, x, g):
        s, t, w = self.weights(g)
        out = add(t, w[:, None] * self.lin(x)[s], g.n)
        return out if self.bias is None else out + self.bias


class GraphConv(nn.Module):
    """DGL: weight stands behind the features, no loops are added."""

    def __init__(self, a, b):
        super().__init__()
        self.weight = nn.Parameter(0.3 * torch.randn(a, b))
        self.bias = nn.Parameter(0.1 * torch.randn(b))

    def forward(self, x, g):
        s, t = g.arcs(False)
        deg = add(t, torch.ones(len(t), dtype=g.x.dtype), g.n).clamp(min=1)
        h = (x * deg.pow(-0.5)[:, None]) @ self.weight
        return add(t, h[s], g.n) * deg.pow(-0.5)[:, None] + self.bias


class GATConv(nn.Module):
    def __init__(self, a, b, heads=1, concat=True, residual=False, slope=0.2, loops=True, directed=False):
        super().__init__()
        self.lin = nn.Linear(a, heads * b, bias=False)
        self.att_src = nn.Parameter(0.3 * torch.randn(1, heads, b))
        self.att_dst = nn.Parameter(0.3 * torch.randn(1, heads, b))
        out = heads * b if concat else b
        self.bias = nn.Parameter(0.1 * torch.randn(out))
        self.res = nn.Linear(a, out, bias=False) if residual else None
        self.heads, self.concat, self.negative_slope, self.add_self_loops, self.directed = heads, concat, slope, loops, directed

    def forward(self, x, g):
        s, t = g.arcs(self.add_self_loops, self.directed)
        h = self.lin(x).view(g.n, self.heads, -1)
        e = (h * self.att_src).sum(-1)[s] + (h * self.att_dst).sum(-1)[t]
        a = softmax(F.leaky_relu(e, self.negative_slope), t, g.n)
        out = add(t, a[:, :, None] * h[s], g.n)
        out = out.reshape(g.n, -1) if self.concat else out.mean(1)
        if self.res is not None:
            out = out + self.res(x)
        return out + self.bias


class DGLGATConv(nn.Module):
    def __init__(self, a, b, heads=1):
        super().__init__()
        self.fc = nn.Linear(a, heads * b, bias=False)
        self.attn_l = nn.Parameter(0.3 * torch.randn(1, heads, b))
        self.attn_r = nn.Parameter(0.3 * torch.randn(1, heads, b))
        self.bias = nn.Parameter(0.1 * torch.randn(heads * b))
        self.heads = heads

    def forward(self, x, g):
        s, t = g.arcs(True)  # dgl.add_self_loop(graph)
        h = self.fc(x).view(g.n, self.heads, -1)
        e = (h * self.attn_l).sum(-1)[s] + (h * self.attn_r).sum(-1)[t]
        a = softmax(F.leaky_relu(e, 0.2), t, g.n)
        return add(t, a[:, :, None] * h[s], g.n).reshape(g.n, -1) + self.bias


class GATv2Conv(nn.Module):
    def __init__(self, a, b, heads=1, concat=True, loops=True, directed=False):
        super().__init__()
        self.lin_l, self.lin_r = nn.Linear(a, heads * b), nn.Linear(a, heads * b)
        self.att = nn.Parameter(0.3 * torch.randn(1, heads, b))
        self.bias = nn.Parameter(0.1 * torch.randn(heads * b if concat else b))
        self.heads, self.concat, self.add_self_loops, self.directed = heads, concat, loops, directed

    def forward(self, x, g):
        s, t = g.arcs(self.add_self_loops, self.directed)
        left, right = (f(x).view(g.n, self.heads, -1) for f in (self.lin_l, self.lin_r))
        e = (F.leaky_relu(left[s] + right[t], 0.2) * self.att).sum(-1)
        out = add(t, softmax(e, t, g.n)[:, :, None] * left[s], g.n)
        return (out.reshape(g.n, -1) if self.concat else out.mean(1)) + self.bias


class SAGEConv(nn.Module):
    def __init__(self, a, b, aggr="mean", directed=False):
        super().__init__()
        self.lin_l, self.lin_r = nn.Linear(a, b), nn.Linear(a, b, bias=False)
        self.aggr, self.directed = aggr, directed

    def forward(self, x, g):
        s, t = g.arcs(False, self.directed)
        out = add(t, x[s], g.n)
        if self.aggr == "mean":
            out = out / add(t, torch.ones(len(t), dtype=x.dtype), g.n).clamp(min=1)[:, None]
        return self.lin_l(out) + self.lin_r(x)


class GCN2Conv(GCNConv):
    def __init__(self, c, alpha, theta, layer):
        super().__init__(1, 1)
        del self.lin, self.bias
        self.weight1 = nn.Parameter(0.3 * torch.randn(c, c))
        self.alpha, self.beta = alpha, float(np.log(theta / layer + 1))

    def forward(self, x, x0, g):
        s, t, w = self.weights(g)
        out = (1 - self.alpha) * add(t, w[:, None] * x[s], g.n) + self.alpha * x0
        return (1 - self.beta) * out + self.beta * (out @ self.weight1)


class Stack(nn.Module):
    """convs.0, convs.1, … with an activation between, and lin behind them when head is given."""

    def __init__(self, convs, act=torch.relu, head=None, skip=False):
        super().__init__()
        self.convs = nn.ModuleList(convs)
        self.act, self.skip = act, skip
        if head:
            self.lin = nn.Linear(*head)

    def forward(self, x, g):
        last = len(self.convs) - 1
        for k, conv in enumerate(self.convs):
            h = conv(x, g)
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


class Learner(nn.Module):
    def __init__(self, a, size):
        super().__init__()
        self.linear1 = nn.Linear(2 * a, size, bias=False)


class SheafDiffusion(nn.Module):
    """The discrete networks of neural-sheaf-diffusion: kind is diag, bundle or general."""

    def __init__(self, kind, a, out, d, c, layers, weighted=False):
        super().__init__()
        self.kind, self.d, self.c, self.layers = kind, d, c, layers
        size = {"diag": d, "bundle": d * (d - 1) // 2, "general": d * d}[kind]
        self.lin1, self.lin2 = nn.Linear(a, d * c), nn.Linear(d * c, out)
        self.sheaf_learners = nn.ModuleList([Learner(d * c, size) for _ in range(layers)])
        self.weight_learners = nn.ModuleList([Learner(d * c, 1) for _ in range(layers if weighted else 0)])
        self.lin_left_weights = nn.ModuleList([nn.Linear(d, d, bias=False) for _ in range(layers)])
        self.lin_right_weights = nn.ModuleList([nn.Linear(c, c, bias=False) for _ in range(layers)])
        self.epsilons = nn.ParameterList([nn.Parameter(0.1 * torch.randn(d, 1)) for _ in range(layers)])

    def maps(self, k, x, g):
        row, col = g.both
        x = x.reshape(g.n, -1)
        pair = torch.cat([x[row], x[col]], 1)
        q = torch.tanh(self.sheaf_learners[k].linear1(pair))
        d = self.d
        if self.kind == "diag":
            maps = torch.diag_embed(q)
        elif self.kind == "general":
            maps = q.view(-1, d, d)
        else:
            below = torch.tril_indices(d, d, -1)
            v = torch.eye(d, dtype=q.dtype).repeat(len(q), 1, 1)
            v[:, below[0], below[1]] = q
            maps = torch.eye(d, dtype=q.dtype).repeat(len(q), 1, 1)
            for col_ in range(d):  # H_1 H_2 ... H_d
                w = v[:, :, col_]
                h = torch.eye(d, dtype=q.dtype) - 2 * w[:, :, None] * w[:, None, :] / (w * w).sum(1)[:, None, None]
                maps = maps @ h
        if len(self.weight_learners):
            w = torch.sigmoid(self.weight_learners[k].linear1(pair))
            place = {(int(i), int(j)): e for e, (i, j) in enumerate(g.both.t())}
            other = torch.tensor([place[int(j), int(i)] for i, j in g.both.t()])
            maps = maps * (w * w[other])[:, :, None]
        return maps

    def laplacian(self, maps, g):
        d, n = self.d, g.n
        lap = torch.zeros((n, d, n, d), dtype=maps.dtype)
        place = {(int(i), int(j)): e for e, (i, j) in enumerate(g.both.t())}
        diag = add(g.both[0], maps.transpose(1, 2) @ maps, n)
        # In training the program, too, keeps eigenvalues apart, or their gradient is not finite.
        apart = torch.diag(0.001 * torch.arange(d)).to(maps.dtype) if self.training else 0
        value, vector = torch.linalg.eigh(diag + torch.eye(d, dtype=maps.dtype) + apart)
        root = vector @ torch.diag_embed(value.pow(-0.5)) @ vector.transpose(1, 2)
        own = torch.arange(n)
        lap[own, :, own, :] = root @ diag @ root
        i, j = g.both
        other = torch.tensor([place[int(b), int(a)] for a, b in g.both.t()])
        lap[i, :, j, :] = -root[i] @ maps.transpose(1, 2) @ maps[other] @ root[j]
        return lap.reshape(n * d, n * d)

    def forward(self, x, g):
        n, d, c = g.n, self.d, self.c
        x = F.elu(self.lin1(x)).view(n * d, c)
        x0 = x
        for k in range(self.layers):
            lap = self.laplacian(self.maps(k, x, g), g)
            x = x.t().reshape(-1, d)
            x = self.lin_left_weights[k](x).reshape(-1, n * d).t()
            x = self.lin_right_weights[k](x)
            x = F.elu(lap @ x)
            x0 = (1 + torch.tanh(self.epsilons[k]).tile(n, 1)) * x0 - x
            x = x0
        return self.lin2(x.reshape(n, -1))


class DiscreteDiagSheafDiffusion(SheafDiffusion):
    pass


class DiscreteBundleSheafDiffusion(SheafDiffusion):
    pass


class DiscreteGeneralSheafDiffusion(SheafDiffusion):
    pass


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
    yield "gcn2", GCNII(a, 6, out, 3, 0.2, 0.7), {"alpha": 0.2, "theta": 0.7}
    yield "dgl-gcn", Stack([GraphConv(a, 5), GraphConv(5, out)]), {"loops": 1}
    yield "dgl-gat", Stack([DGLGATConv(a, 3, 2), DGLGATConv(6, out, 1)], F.elu), {}
    yield "nsd-diag", DiscreteDiagSheafDiffusion("diag", a, out, 2, 4, 2), {}
    yield "nsd-bundle", DiscreteBundleSheafDiffusion("bundle", a, out, 4, 3, 2), {}
    yield "nsd-weighted", DiscreteBundleSheafDiffusion("bundle", a, out, 3, 3, 2, True), {}
    yield "nsd-general", DiscreteGeneralSheafDiffusion("general", a, out, 3, 3, 2), {}


def safetensors(path, tensors):
    names = {torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16"}
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
                short = {k: v.to(dtype) for k, v in state.items()}
                net.load_state_dict({k: v.double() for k, v in short.items()})
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
