# H_afm = Σ_q α_q T_q(I − L̂) H: Chebyshev polynomials of the operator, with learned weights.
O = t["normalized"] if c["operator"] == "normalized" else t["laplacian"]
L = np.zeros((O["dim"], O["dim"]))
np.add.at(L, (O["rows"], O["cols"]), O["vals"])
gamma = p["gamma"].ravel()
alpha = np.exp(gamma) / np.exp(gamma).sum() if c["afm_weights"] == "softmax" else gamma / np.abs(gamma).sum()
H, Z = np.array(t["afm"]["input"]), np.eye(len(L)) - L
T = [H, Z @ H]
while len(T) < len(alpha):
    T.append(2 * Z @ T[-1] - T[-2])
out = sum(a * x for a, x in zip(alpha, T))
got = {"afm.alpha": alpha, "afm.output": out}
