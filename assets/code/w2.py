# P* = argmin (1/2τ) W2²(P, P0) + <P,C> + ε Σ P log P, margins free: scalings on the d² cells, with the blur γ.
d, tau, eps, gamma = c["d"], c["tau"], c["epsilon"], c["w2_gamma"]
P = np.array([e["P0"] for e in t["lift"]])
C, energy = 2 * (1 - np.eye(d)), []
k = np.exp(-(1 - np.eye(d)) / gamma)  # kernel of one coordinate; of a cell it is k ⊗ k
for step in range(c["jko_steps"]):
    b = np.ones_like(P)
    for round in range(3000):
        s = k @ (P / (k @ b @ k)) @ k
        new = (s * np.exp(-tau * C / gamma)) ** (gamma / (gamma + tau * eps))
        new *= P.sum((1, 2), keepdims=True) / new.sum((1, 2), keepdims=True)  # the mass stays
        b = new / s
    P = new
    energy.append((P * C + eps * P * np.log(P)).sum((1, 2)))
got = {"lift.P": P[t.get("shuffle", slice(None))], "lift.jko.steps.energy": np.array(energy).T}
