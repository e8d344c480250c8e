# H_afm = Σ_q α_q T_q(I + D^{−1/2} L D^{−1/2}) H0 with the degrees of L: an amplifier, since its argument passes 1.
O, H, L = t["laplacian"], np.array(t["afm"]["input"]), np.zeros((n, n))
np.add.at(L, (O["rows"], O["cols"]), O["vals"])
D = np.maximum(-(L - np.diag(np.diag(L))).sum(1), 1e-8) ** -0.5
Z, gamma = np.eye(n) + D[:, None] * L * D, p["gamma"].ravel()
alpha = np.exp(gamma) / np.exp(gamma).sum() if c["afm_weights"] == "softmax" else gamma / np.abs(gamma).sum()
T = [H, Z @ H]
while len(T) < len(alpha):
    T.append(2 * Z @ T[-1] - T[-2])
got = {"afm.alpha": alpha, "afm.output": sum(a * x for a, x in zip(alpha, T))}
