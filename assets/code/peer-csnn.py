# X' = (1 + tanh ε) X − ELU((Δ_in)ᵀ Δ_out (I ⊗ W1) X W2): along its arcs i → j a node speaks with S, where arcs arrive it listens with T.
# Both are a number min(exp z, 10) times a product of Householder reflections. Without T nothing is heard, without S nothing said.
d, w, H, got = c["d"], c["hidden"], elu(x @ p["csnn.in.weight"] + p["csnn.in.bias"]), {}
A = np.bincount(np.reshape(t["arcs"], (-1, 2)) @ [1, n], minlength=n * n).reshape(n, n)  # row: where an arc arrives
net = lambda z: elu(H.reshape(n, -1) @ p[z + ".0.weight"] + p[z + ".0.bias"]) @ p[z + ".1.weight"] + p[z + ".1.bias"]
for l in range(c["layers"]):
    y = np.vstack([net(f"csnn.{l}.source"), net(f"csnn.{l}.target")])
    U, Q = np.tile(np.eye(d), (2 * n, 1, 1)), np.eye(d)
    U[(slice(None), *np.triu_indices(d, 1))] = np.tanh(y[:, :-1])
    for u in U.transpose(1, 0, 2):
        Q = Q - 2 * Q @ u[:, :, None] * u[:, None, :] / (u * u).sum(1)[:, None, None]
    S, T = np.split(np.minimum(np.exp(y[:, -1:]), 10)[:, :, None] * Q, 2)
    Y = p[f"csnn.{l}.left"] @ H.reshape(n, d, w) @ p[f"csnn.{l}.right"]
    for D in (A.sum(0) * (S * S).sum((1, 2)) / d + 1, A.sum(1) * (T * T).sum((1, 2)) / d + 1):  # of the out-, of the in-Laplacian
        Y = Y - Y / D[:, None, None] - np.einsum("apq,ab,bpr,brc->aqc", T, A / np.sqrt(np.outer(D, D)), S, Y, optimize=True)
    H, got[f"peer_layers.{l}.output"] = (1 + np.tanh(p[f"csnn.{l}.epsilon"])).T * H.reshape(n, d, w) - elu(Y), Y.reshape(n * d, w)
got["probabilities"] = softmax(H.reshape(n, -1) @ p["csnn.class.weight"] + p["csnn.class.bias"])
