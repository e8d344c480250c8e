# X' = (1 + tanh ε) X − ELU(Σ_k w_k T_k(L̂ − I) Y + a (Y − L̂ Y/2)) with Y = (I ⊗ W1) X W2 and diagonal maps tanh(V [x_i ‖ x_j]).
d, w = c["d"], c["hidden"]
H, e, got = elu(x @ p["nsd.in.weight"] + p["nsd.in.bias"]), np.arange(len(i)), {}
for l in range(c["layers"]):
    B, weights = np.zeros((len(i), d, n, d)), np.exp(p[f"nsd.{l}.eta"].ravel())
    for a, b, sign in ((i, j, 1), (j, i, -1)):
        B[e, :, a] = sign * np.tanh(np.hstack([H[a], H[b]]) @ p[f"nsd.{l}.learner"])[:, :, None] * np.eye(d)
    L = B.reshape(-1, n * d).T @ B.reshape(-1, n * d)
    L = L / np.sqrt(np.outer(np.diag(L) + 1, np.diag(L) + 1))
    T = [(p[f"nsd.{l}.left"] @ H.reshape(n, d, w) @ p[f"nsd.{l}.right"]).reshape(n * d, w)]
    for k in range(c["k"]):
        T.append((L @ T[-1] - T[-1]) * (2 if k else 1) - (T[-2] if k else 0))
    Y = sum(q * z for q, z in zip(weights / weights.sum(), T)) + p[f"nsd.{l}.low"] * (T[0] - L @ T[0] / 2)
    got[f"peer_layers.{l}.output"] = Y
    H = ((1 + np.tanh(p[f"nsd.{l}.epsilon"]))[:, :, None] * H.reshape(n, d, w) - elu(Y).reshape(n, d, w)).reshape(n, -1)
got["probabilities"] = softmax(H @ p["nsd.class.weight"] + p["nsd.class.bias"])
