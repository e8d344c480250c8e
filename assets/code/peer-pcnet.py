# Z = w_0 H + Σ_k w_k Σ_{j<8} C_j(k; θ)/j! T^j H with T = Â − β I and Poisson–Charlier polynomials C_j.
A = np.eye(n)
A[i, j] = A[j, i] = 1
D = A.sum(1)
T = A / np.sqrt(np.outer(D, D)) - c["beta"] * np.eye(n)
H, a, w = X @ p["pcnet.in.weight"] + p["pcnet.in.bias"], c["theta"], p["pcnet.weights"].ravel()
k, before, now, factorial, out = np.arange(1, len(w)), 0, np.ones(len(w) - 1), 1, w[0] * H
for q in range(8):
    if q:
        before, now, factorial = now, (k - q - a + 1) * now - (q - 1) * a * before, factorial * q
        H = T @ H
    out = out + (w[1:] * now).sum() / factorial * H
Z = out @ p["pcnet.class.weight"] + p["pcnet.class.bias"]
got = {"peer_layers.0.output": out, "probabilities": softmax(Z)}
