# X' = (1 + tanh ε) X − ELU(L̂ (I ⊗ W1) X W2) with the maps R_ij = diag(tanh(V [x_i ‖ x_j])) of the layer.
d, w = c["d"], c["hidden"]
H, got = elu(x @ p["nsd.in.weight"] + p["nsd.in.bias"]), {}
for l in range(c["layers"]):
    B, e = np.zeros((len(i), d, n, d)), np.arange(len(i))  # the coboundary
    for a, b, sign in ((i, j, 1), (j, i, -1)):
        B[e, :, a] = sign * np.tanh(np.hstack([H[a], H[b]]) @ p[f"nsd.{l}.learner"])[:, :, None] * np.eye(d)
    L = B.reshape(-1, n * d).T @ B.reshape(-1, n * d)
    D = np.diag(L) + 1
    Y = (p[f"nsd.{l}.left"] @ H.reshape(n, d, w) @ p[f"nsd.{l}.right"]).reshape(n * d, w)
    Y = got[f"peer_layers.{l}.output"] = L / np.sqrt(np.outer(D, D)) @ Y
    H = ((1 + np.tanh(p[f"nsd.{l}.epsilon"]))[:, :, None] * H.reshape(n, d, w) - elu(Y).reshape(n, d, w)).reshape(n, -1)
got["probabilities"] = softmax(H @ p["nsd.class.weight"] + p["nsd.class.bias"])
