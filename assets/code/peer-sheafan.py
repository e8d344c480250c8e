# X' = X + ELU((Λ ⊙ A − I)(I ⊗ W1) X W2): A_ij = R_ijᵀ R_ji carries from stalk to stalk, Λ is the attention of graph attention.
d, w, a, b = c["d"], c["hidden"], np.concatenate([i, j]), np.concatenate([j, i])
H, got = elu(x @ p["sheafan.in.weight"] + p["sheafan.in.bias"]), {}
for l in range(c["layers"]):
    A, U, Q = np.einsum("ab,pq->apbq", np.eye(n), np.eye(d)), np.tile(np.eye(d), (len(a), 1, 1)), np.eye(d)
    U[(slice(None), *np.triu_indices(d, 1))] = np.tanh(np.hstack([H[a], H[b]]) @ p[f"sheafan.{l}.learner"])
    for u in U.transpose(1, 0, 2):  # the maps of all ends: products of Householder reflections
        Q = Q - 2 * Q @ u[:, :, None] * u[:, None, :] / (u * u).sum(1)[:, None, None]
    A[a, :, b] = Q.transpose(0, 2, 1) @ np.roll(Q, len(i), axis=0)
    s = H @ p[f"sheafan.{l}.self"] + (H @ p[f"sheafan.{l}.neighbour"]).T
    att = np.exp(np.maximum(s, 0.2 * s)) * (np.abs(A).sum((1, 3)) > 0)
    Y = p[f"sheafan.{l}.left"] @ H.reshape(n, d, w) @ p[f"sheafan.{l}.right"]
    out = np.einsum("ab,apbq,bqc->apc", att / att.sum(1, keepdims=True), A, Y, optimize=True)
    H, got[f"peer_layers.{l}.output"] = H + elu(out - Y).reshape(n, -1), out.reshape(n, -1)
got["probabilities"] = softmax(H @ p["sheafan.class.weight"] + p["sheafan.class.bias"])
