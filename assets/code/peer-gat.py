# a_ij = softmax_j LeakyReLU(u·W h_i + u'·W h_j) over the neighbours and the node itself; h_i' = Σ_j a_ij W h_j, head by head.
A = np.eye(n)
A[i, j] = A[j, i] = 1
H, got = x, {}
for l in range(c["layers"]):
    Z, heads = H @ p[f"gat.{l}.weight"], len(p[f"gat.{l}.self"])
    parts = []
    for z, u, v in zip(np.split(Z, heads, axis=1), p[f"gat.{l}.self"], p[f"gat.{l}.neighbour"]):
        e = (z @ u)[:, None] + z @ v
        a = A * np.exp(np.maximum(e, 0.2 * e))
        parts.append(a / a.sum(1, keepdims=True) @ z)
    got[f"peer_layers.{l}.output"] = np.hstack(parts)
    Z = np.hstack(parts) + p[f"gat.{l}.bias"]
    H = elu(Z)
got["probabilities"] = softmax(Z)
