# X' = (1 + tanh ε) X − ELU(L̂ (I ⊗ W1) X W2), each map a product of Householder reflections with the vectors tanh(V [x_i ‖ x_j]).
d, w = c["d"], c["hidden"]
H, got = elu(x @ p["nsd.in.weight"] + p["nsd.in.bias"]), {}
for l in range(c["layers"]):
    B = np.zeros((len(i), d, n, d))  # the coboundary
    for a, b, sign in ((i, j, 1), (j, i, -1)):
        U, Q = np.tile(np.eye(d), (len(i), 1, 1)), np.eye(d)
        U[(slice(None), *np.triu_indices(d, 1))] = np.tanh(np.hstack([H[a], H[b]]) @ p[f"nsd.{l}.learner"])
        for u in U.transpose(1, 0, 2):
            Q = Q - 2 * Q @ u[:, :, None] * u[:, None, :] / (u * u).sum(1)[:, None, None]
        B[np.arange(len(i)), :, a] = sign * Q
    L, D = B.reshape(-1, n * d).T @ B.reshape(-1, n * d), np.repeat(np.bincount(np.concatenate([i, j]), minlength=n) + 1, d)
    Y = (p[f"nsd.{l}.left"] @ H.reshape(n, d, w) @ p[f"nsd.{l}.right"]).reshape(n * d, w)
    Y = got[f"peer_layers.{l}.output"] = L / np.sqrt(np.outer(D, D)) @ Y
    H = ((1 + np.tanh(p[f"nsd.{l}.epsilon"]))[:, :, None] * H.reshape(n, d, w) - elu(Y).reshape(n, d, w)).reshape(n, -1)
got["probabilities"] = softmax(H @ p["nsd.class.weight"] + p["nsd.class.bias"])
