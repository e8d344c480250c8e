# X' = (1 + tanh ε) X − ELU(L̂ (I ⊗ W1) X W2) with the maps R_ij = tanh(V [x_i ‖ x_j]), all entries of them.
d, w = c["d"], c["hidden"]
H, got = elu(x @ p["nsd.in.weight"] + p["nsd.in.bias"]), {}
for l in range(c["layers"]):
    B, e = np.zeros((len(i), d, n, d)), np.arange(len(i))  # the coboundary
    for a, b, sign in ((i, j, 1), (j, i, -1)):
        B[e, :, a] = sign * np.tanh(np.hstack([H[a], H[b]]) @ p[f"nsd.{l}.learner"]).reshape(-1, d, d)
    L = B.reshape(-1, n * d).T @ B.reshape(-1, n * d)
    s, U = np.linalg.eigh([L[k:k + d, k:k + d] + np.eye(d) for k in range(0, n * d, d)])
    half = U / np.sqrt(s)[:, None, :] @ U.transpose(0, 2, 1)  # D^{-1/2} of every node
    Y = half @ p[f"nsd.{l}.left"] @ H.reshape(n, d, w) @ p[f"nsd.{l}.right"]
    Y = half @ (L @ Y.reshape(n * d, w)).reshape(n, d, w)
    got[f"peer_layers.{l}.output"] = Y.reshape(n * d, w)
    H = ((1 + np.tanh(p[f"nsd.{l}.epsilon"]))[:, :, None] * H.reshape(n, d, w) - elu(Y)).reshape(n, -1)
got["probabilities"] = softmax(H @ p["nsd.class.weight"] + p["nsd.class.bias"])
