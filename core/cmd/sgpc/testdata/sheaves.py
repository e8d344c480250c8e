"""Networks of the programs of neural sheaf diffusion and of SGPC, with their names of parameters."""

import torch
from layers import GATConv, add
from torch import nn
from torch.nn import functional as F


class SVRSheafNet(nn.Module):
    """The network of the program that the authors of SGPC published: its names, computed on dense matrices."""

    def __init__(self, a, c, out, use_gat, delta_t, epsilon, cg_maxiter, directed=True):
        super().__init__()
        self.delta_t, self.epsilon_ot, self.cg_tol, self.cg_maxiter, self.use_gat = delta_t, epsilon, 1e-4, cg_maxiter, use_gat
        self.in_lin, self.in_norm = nn.Linear(a, c), nn.LayerNorm(c)
        self.W_sheaf = nn.Parameter(0.3 * torch.randn(c, c))
        self.gamma = nn.Parameter(0.2 * torch.randn(4))
        self.alpha_svr, self.alpha_afm = nn.Parameter(torch.tensor(-1.0)), nn.Parameter(torch.tensor(-2.0))
        if use_gat:
            self.gat1 = GATConv(c, 8, 8, directed=directed)
            self.gat2 = GATConv(64, out, 1, False, directed=directed)
        else:
            self.mlp = nn.Sequential(nn.Linear(c, c + 2), nn.ReLU(), nn.Dropout(0), nn.Linear(c + 2, out))

    def laplacian(self, h, g):
        row, col = g.listed
        y = h @ self.W_sheaf
        decay = torch.exp(-((y[row] - y[col]) ** 2).mean(1) / self.epsilon_ot)
        first = decay.clamp(1e-3, 1)
        mixed = 0.7 * first + 0.3 * ((first + 1e-12) * decay).clamp(1e-3, 1)
        weight = mixed ** 2 * (y[row] ** 2).mean(1)
        a = torch.zeros((g.n, g.n), dtype=h.dtype).index_put((row, col), weight, accumulate=True)
        a = a + a.t()
        return torch.diag(a.sum(1)) - a

    def solve(self, lap, b):
        """Conjugate gradients on I + delta_t L, a column each, until all are done."""
        x, rest, way = torch.zeros_like(b), b, b
        size = (rest * rest).sum(0)
        for _ in range(self.cg_maxiter):
            forth = way + self.delta_t * (lap @ way)
            step = size / ((way * forth).sum(0) + 1e-16)
            x, rest = x + step * way, rest - step * forth
            now = (rest * rest).sum(0)
            if now.max() < self.cg_tol ** 2:
                break
            way, size = rest + now / (size + 1e-16) * way, now
        return x

    def forward(self, x, g):
        h = torch.sigmoid(self.in_norm(self.in_lin(x)))
        lap = self.laplacian(h, g)
        root = lap.diagonal().clamp(min=1e-8).rsqrt()
        argument = torch.eye(g.n, dtype=h.dtype) + root[:, None] * lap * root
        terms = [h, argument @ h]
        while len(terms) < len(self.gamma):
            terms.append(2 * argument @ terms[-1] - terms[-2])
        mixed = (torch.softmax(self.gamma, 0)[:, None, None] * torch.stack(terms)).sum(0)
        h = h + self.alpha_svr.sigmoid() * self.solve(lap, h) + self.alpha_afm.sigmoid() * mixed
        return self.gat2(F.elu(self.gat1(h, g)), g) if self.use_gat else self.mlp(h)


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
