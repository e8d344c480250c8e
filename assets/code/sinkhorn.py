# P0 = argmin <P,C> + ε0 Σ P log P over the plans with margins μ and ν: scale rows and columns in turn.
d, s = c["d"], c["smooth"] if c["lift"] != "uniform" else 1
E = np.exp(np.array(t["encoded"]) @ p["U"])
M = (1 - s) * E / E.sum(1, keepdims=True) + s / d
mu, nu = M[i], M[j]
K = np.exp(-2 * (1 - np.eye(d)) / c["epsilon0"])
u, v, error = np.ones_like(mu), np.ones_like(nu), []
for k in range(6000):
    u, v = (mu / (v @ K), v) if k % 2 == 0 else (u, nu / (u @ K))
    error.append(np.maximum(np.abs(u * (v @ K) - mu).sum(1), np.abs(v * (u @ K) - nu).sum(1)))
P0 = u[:, :, None] * K * v[:, None, :]
got = {"lift.mu": mu, "lift.nu": nu, "lift.P0": P0, "lift.sinkhorn.error": np.array(error[:c["sinkhorn_steps"]]).T}
