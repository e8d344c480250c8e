# P* = argmin (1/τ) KL(P || P0) + <P,C> + ε Σ P log P over the plans with margins μ and ν.
d, tau, eps = c["d"], c["tau"], c["epsilon"]
mu, nu, P = (np.array([e[k] for e in t["lift"]]) for k in ("mu", "nu", "P0"))
C, energy = 2 * (1 - np.eye(d)), []
for step in range({"sinkhorn": 0, "independent": 0}.get(c["lift"], c["jko_steps"])):
    K = (P * np.exp(-tau * C)) ** (1 / (1 + tau * eps))  # the minimiser without margins, up to a factor
    u, v = np.ones_like(mu), np.ones_like(nu)
    for k in range(3000):  # then the margins, by Sinkhorn
        u = mu / np.einsum("epq,eq->ep", K, v)
        v = nu / np.einsum("epq,ep->eq", K, u)
    P = u[:, :, None] * K * v[:, None, :]
    energy.append((P * C + eps * P * np.log(P)).sum((1, 2)))
P = mu[:, :, None] * nu[:, None, :] if c["lift"] == "independent" else P
got = {"lift.P": P[t.get("shuffle", slice(None))], "lift.jko.steps.energy": np.array(energy).T}
