"""Training epochs in PyTorch, for BENCHMARKS.md. Each row does the same work as the row of the same name in
core/cmd/sgpc/bench_test.go. The models are written from their equations, in the forms that are fastest in PyTorch on
one thread: float32, dense operators of a few hundred rows, sparse features.

    python3 torch_epochs.py SECONDS COUNT [TEXAS]

prints COUNT samples of each row in the form of `go test -bench`. A sample is the mean time of the epochs within SECONDS.
An epoch has one training step and one evaluation. TEXAS is the folder of the data set Texas.
"""
import ctypes
import math
import os
import sys
import time
from pathlib import Path


def fit_blas():
    """Restarts the program with loops of OpenBLAS for the instructions of this processor, if OpenBLAS does not know the
    processor. OpenBLAS would otherwise use loops of SSE3, with a quarter of the speed. The call must precede the import of
    torch."""
    try:
        blas = ctypes.CDLL("libopenblas.so.0")
        blas.openblas_get_corename.restype = ctypes.c_char_p
        flags = Path("/proc/cpuinfo").read_text().split()
    except (OSError, AttributeError):
        return  # the system has another library or no list of instructions
    core = ""
    if "avx512dq" in flags:
        core = "SkylakeX"
    elif "avx2" in flags:
        core = "Haswell"
    unknown = blas.openblas_get_corename() == b"Prescott"
    restarted = "OPENBLAS_CORETYPE" in os.environ
    if unknown and core and not restarted:
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "OPENBLAS_CORETYPE": core})


fit_blas()

import torch
from torch import nn
from torch.nn import functional as F


def sample(name, epoch, seconds, count):
    """Prints count samples of a row, after an unmeasured epoch. epoch trains once and returns the loss."""
    epoch()
    for _ in range(count):
        start, epochs = time.perf_counter(), 0
        while epochs == 0 or time.perf_counter() - start < seconds:
            epoch()
            epochs += 1
        print(f"Benchmark/{name.replace(' ', '_')}/torch {epochs} {1e9 * (time.perf_counter() - start) / epochs:.0f} ns/op")
    if not math.isfinite(epoch()):
        raise ArithmeticError(f"{name}: the loss is no number, so that this was no training")


def training(parameters, forward, labels, chosen, rate, decay, evaluate=True):
    """Returns a function for an epoch: a step of Adam on the cross-entropy of the chosen nodes, then, with evaluate, the
    predictions without dropout. The function returns the loss."""
    adam = torch.optim.Adam(parameters, lr=rate, weight_decay=decay)

    def epoch():
        adam.zero_grad()
        loss = F.cross_entropy(forward(True)[chosen], labels[chosen])
        loss.backward()
        adam.step()
        if evaluate:
            with torch.no_grad():
                forward(False).argmax(1)
        return loss.item()

    return epoch


def gcn(n=2708, features=1433, hidden=64, classes=7):
    """Returns the epoch of a GCN (Kipf and Welling 2017), Â·relu(Â·X·W₁)·W₂, without evaluation. The graph is random and has
    the size of Cora: 2n edges, and 18 nonzero features of each node."""
    i = torch.arange(n)
    a, b = torch.randint(n, (2, 2 * n))
    entries = torch.stack([torch.cat([i, a, b]), torch.cat([i, b, a])])
    hat = torch.sparse_coo_tensor(entries, torch.full((entries.shape[1],), 0.2), (n, n)).coalesce()
    rows = i.repeat_interleave(18)
    x = torch.sparse_coo_tensor(torch.stack([rows, torch.randint(features, rows.shape)]), torch.full(rows.shape, 1 / 18),
                                (n, features)).coalesce()
    w1, w2 = (nn.Parameter(0.1 * torch.randn(s)) for s in ((features, hidden), (hidden, classes)))
    forward = lambda train: torch.sparse.mm(hat, torch.sparse.mm(hat, torch.sparse.mm(x, w1)).relu() @ w2)
    return training([w1, w2], forward, torch.randint(classes, (n,)), slice(None), 0.01, 0, evaluate=False)


def texas(folder):
    """Returns features, labels, directed pairs without loops, and 48 % of the nodes for training, as in a split of Texas."""
    lines = (folder / "out1_node_feature_label.txt").read_text().splitlines()[1:]
    fields = sorted((line.split("\t") for line in lines), key=lambda f: int(f[0]))
    x = torch.tensor([[float(v) for v in f[1].split(",")] for f in fields])
    labels = torch.tensor([int(f[2]) for f in fields])
    pairs = [tuple(map(int, line.split())) for line in (folder / "out1_graph_edges.txt").read_text().splitlines()[1:]]
    pairs = torch.tensor(sorted({p for p in pairs if p[0] != p[1]})).T
    return x, labels, pairs, torch.randperm(len(labels))[:int(0.48 * len(labels))]


def linear(rows, cols):
    """Returns a weight matrix with uniform entries between −1/√rows and 1/√rows."""
    return nn.Parameter((2 * torch.rand(rows, cols) - 1) / rows ** 0.5)


def scalar_sheaf(x, labels, pairs, chosen, hidden=256, dt=0.15, epsilon=5e-3):
    """Returns the epoch of the authors' program (the reading "code"): one weight per directed pair, a dense Laplacian, and
    conjugate gradients without preconditioner. dt is the step of the diffusion, epsilon the temperature of the maps."""
    n, classes = len(labels), int(labels.max()) + 1
    w_in, lift = linear(x.shape[1], hidden), nn.Parameter(nn.init.xavier_uniform_(torch.empty(hidden, hidden)))
    bias, norm = nn.Parameter(torch.zeros(hidden)), nn.LayerNorm(hidden)
    gamma, gates = nn.Parameter(torch.zeros(4)), nn.Parameter(torch.full((2,), -4.0))
    head = nn.Sequential(nn.Linear(hidden, hidden), nn.ReLU(), nn.Dropout(0.5), nn.Linear(hidden, classes))
    row, col = pairs
    eye = torch.eye(n)

    def solve(matrix, b):
        """Solves matrix·x = b for all columns of b by at most 20 steps of conjugate gradients."""
        x, r = torch.zeros_like(b), b
        p, rs = r, (r * r).sum(0)
        for _ in range(20):
            ap = matrix @ p
            step = rs / (p * ap).sum(0).clamp_min(1e-30)
            x, r = x + step * p, r - step * ap
            new = (r * r).sum(0)
            if bool((new < 1e-8).all()):
                break
            p, rs = r + new / rs.clamp_min(1e-30) * p, new
        return x

    def forward(train):
        head.train(train)
        # The features h, and the maps of two steps from the differences of the lifted features.
        h = torch.sigmoid(norm(x @ w_in + bias))
        hw = h @ lift
        cost = (hw[row] - hw[col]).square().mean(1) / epsilon
        first = torch.exp(-cost).clamp(1e-3, 1)
        last = torch.exp(torch.log(first + 1e-12) - cost).clamp(1e-3, 1)
        # The weights of the pairs and the Laplacian, both dense.
        weight = ((0.7 * first + 0.3 * last)[:, None] * hw[row]).square().mean(1)
        off = torch.zeros(n * n).index_add(0, torch.cat([row * n + col, col * n + row]), torch.cat([weight, weight])).view(n, n)
        degree = off.sum(1)
        laplacian = torch.diag(degree) - off
        # Diffusion, and a Chebyshev filter of the normalised Laplacian plus the identity.
        diffused = solve(eye + dt * laplacian, h)
        root = degree.clamp_min(1e-8).rsqrt()
        operator = eye + root[:, None] * laplacian * root
        terms = [h, operator @ h]
        for _ in range(2):
            terms.append(2 * (operator @ terms[-1]) - terms[-2])
        # The features with the gated terms, and the classes.
        mixed = sum(a * t for a, t in zip(gamma.softmax(0), terms))
        a, b = torch.sigmoid(gates)
        return head(F.dropout(h + a * diffused + b * mixed, 0.5, train))

    parameters = [w_in, bias, lift, gamma, gates, *norm.parameters(), *head.parameters()]
    return training(parameters, forward, labels, chosen, 1e-3, 5e-4)


def sheaf_diffusion(x, labels, pairs, chosen, width=20, layers=2, d=3, drop=0.7):
    """Returns the epoch of neural sheaf diffusion with general maps (Bodnar et al. 2022). Every layer has its own maps
    tanh(V[x_i‖x_j]) and computes X ← (1 + tanh ε)X − ELU(L̂(I⊗W₁)X W₂)."""
    n, classes = len(labels), int(labels.max()) + 1
    x = x / x.sum(1, keepdim=True).clamp_min(1)
    edges = torch.unique(torch.sort(pairs, 0).values, dim=1)
    i, j = edges
    # Positions of the entries of the blocks (i, j), (j, i) and (i, i) in the flat Laplacian.
    k = torch.arange(d)
    block = lambda a, b: ((a[:, None, None] * d + k[:, None]) * n * d + b[:, None, None] * d + k).flatten()
    positions = torch.cat([block(i, j), block(j, i), block(torch.arange(n), torch.arange(n))])
    w_in, w_out = linear(x.shape[1], d * width), linear(d * width, classes)
    # Of each layer: V, W₁, W₂ and ε.
    parts = [(linear(2 * d * width, d * d), nn.Parameter(torch.eye(d)), nn.Parameter(nn.init.orthogonal_(torch.empty(width, width))),
              nn.Parameter(torch.zeros(d))) for _ in range(layers)]

    def forward(train):
        h = F.dropout(F.elu(x @ w_in), drop, train)
        for l, (v, left, right, gain) in enumerate(parts):
            # The two maps of every edge, and the diagonal blocks.
            seen = F.dropout(h, drop, train) if l > 0 else h
            maps = torch.tanh(torch.cat([torch.cat([seen[i], seen[j]], 1), torch.cat([seen[j], seen[i]], 1)]) @ v).view(2, -1, d, d)
            own = torch.zeros(n, d, d).index_add(0, edges.flatten(), (maps.transpose(-1, -2) @ maps).flatten(0, 1))
            # The gradient of eigh divides by differences of eigenvalues. A block of an isolated node has equal eigenvalues. As
            # in the authors' program, random numbers on the diagonal make the eigenvalues different.
            apart = torch.diag_embed(1 + 1e-3 * torch.rand(n, d)) if train else torch.eye(d)
            values, vectors = torch.linalg.eigh(own + apart)
            root = vectors @ (values.rsqrt()[:, :, None] * vectors.transpose(-1, -2))
            # The normalised Laplacian, and the step of the diffusion.
            off = root[i] @ -(maps[0].transpose(-1, -2) @ maps[1]) @ root[j]
            entries = torch.cat([off.flatten(), off.transpose(-1, -2).flatten(), (root @ own @ root).flatten()])
            hat = torch.zeros((n * d) ** 2).index_add(0, positions, entries).view(n * d, n * d)
            y = (left @ F.dropout(h, drop, train).view(n, d, width)).view(n * d, width) @ right
            h = ((1 + torch.tanh(gain))[:, None] * h.view(n, d, width)).flatten(1) - F.elu(hat @ y).view(n, -1)
        return h @ w_out

    return training([w_in, w_out, *(p for part in parts for p in part)], forward, labels, chosen, 0.02, 1e-3)


def main(seconds, count, folder=None):
    """Measures the rows of the command line. The two rows of Texas need the folder of the data set."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    rows = {"GCN epoch, Cora's size": gcn}
    if folder:
        data = texas(Path(folder))
        rows["epoch of the authors' program, texas"] = lambda: scalar_sheaf(*data)
        rows["epoch of NSD with general maps, texas"] = lambda: sheaf_diffusion(*data)
    for name, make in rows.items():
        sample(name, make(), float(seconds), int(count))


main(*sys.argv[1:])
