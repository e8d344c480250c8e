"""Layers of PyTorch Geometric and DGL, written from their documentation with their names of parameters."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


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
    """DGL: weight stands behind the features, no loops are added, both degrees normalise."""

    def __init__(self, a, b, directed=False, loops=False):
        super().__init__()
        self.directed, self._loops = directed, loops
        self.weight = nn.Parameter(0.3 * torch.randn(a, b))
        self.bias = nn.Parameter(0.1 * torch.randn(b))

    def forward(self, x, g):
        s, t = g.arcs(self._loops, self.directed)
        sent, came = (add(end, torch.ones(len(t), dtype=g.x.dtype), g.n).clamp(min=1).pow(-0.5)[:, None] for end in (s, t))
        return add(t, ((x * sent) @ self.weight)[s], g.n) * came + self.bias


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
    """mean: the network takes the mean of the heads that the layer returns."""

    def __init__(self, a, b, heads=1, residual=False, mean=False):
        super().__init__()
        self.fc = nn.Linear(a, heads * b, bias=False)
        self.attn_l = nn.Parameter(0.3 * torch.randn(1, heads, b))
        self.attn_r = nn.Parameter(0.3 * torch.randn(1, heads, b))
        # A residual has the bias of the layer.
        self.res_fc = nn.Linear(a, heads * b) if residual else None
        self.bias = None if residual else nn.Parameter(0.1 * torch.randn(heads * b))
        self.heads, self.mean = heads, mean

    def forward(self, x, g):
        s, t = g.arcs(True)  # dgl.add_self_loop(graph)
        h = self.fc(x).view(g.n, self.heads, -1)
        e = (h * self.attn_l).sum(-1)[s] + (h * self.attn_r).sum(-1)[t]
        a = softmax(F.leaky_relu(e, 0.2), t, g.n)
        out = add(t, a[:, :, None] * h[s], g.n).reshape(g.n, -1)
        out = out + (self.bias if self.res_fc is None else self.res_fc(x))
        return out.view(g.n, self.heads, -1).mean(1) if self.mean else out


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
