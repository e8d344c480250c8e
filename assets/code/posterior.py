# α_e = a0 + T s_e and β_e = b0 + T (1 − s_e) by fixed-point iterations, κ_e = α_e/(α_e + β_e), f_i = κ_i ŷ_i + (1 − κ_i) prior.
Y, y, train, I = np.array(t["probabilities"]), np.array(t["probabilities"]), g["split"]["train"], np.eye(g["classes"])
y[train] = I[np.array(g["labels"])[train]]  # the classes of training nodes are known
k, U = np.full(len(i), c["a0"] / (c["a0"] + c["b0"])), y[i][:, :, None] * y[j][:, None, :]
V = U + U.transpose(0, 2, 1)
for step in range(c["posterior_steps"] + 1):
    Pi = np.einsum("e,epq->pq", k, V) / V.sum(0)
    s = (1 - c["w"]) * (y[i] * y[j]).sum(1) + c["w"] * (U * Pi).sum((1, 2))
    if step < c["posterior_steps"]:
        a, b = c["a0"] + c["t"] * s, c["b0"] + c["t"] * (1 - s)
        k = a / (a + b)
ends, prior = np.concatenate([i, j]), np.mean(I if c["prior"] == "uniform" else y[train], axis=0)
K = np.bincount(ends, np.tile(k, 2), n) + (np.bincount(ends, minlength=n) == 0)  # a node without edges keeps its classes
K = K[:, None] / np.maximum(np.bincount(ends, minlength=n), 1)[:, None] if c["calibrate"] else 1
got = {"posterior.alpha": a, "posterior.beta": b, "posterior.kappa": k, "bound.Pi": Pi, "calibrated": K * Y + (1 - K) * prior}
