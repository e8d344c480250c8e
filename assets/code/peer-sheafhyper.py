# X' = ELU((I − D^{−1/2} L D^{−1/2})(I ⊗ W1) X W2), F_ve = tanh(V [x_v ‖ mean of e]); a hyperedge is a node with its neighbours.
d, w, got = c["d"], c["hidden"], {}
E = np.eye(n)  # E[e, v]: node v is in hyperedge e
E[i, j] = E[j, i] = 1
size = E.sum(1)[:, None, None]
H = elu(x @ p["hyper.in.weight"] + p["hyper.in.bias"])
for l in range(c["layers"]):
    near, far = (H @ V for V in np.vsplit(p[f"hyper.{l}.learner"], 2))
    F = np.tanh(near + (E @ far / E.sum(1, keepdims=True))[:, None]) * E[:, :, None]  # by hyperedge, node, coordinate
    D = ((size - 1) / size * F * F).sum(0)
    F = F * np.where(D > 0, np.maximum(D, 1e-300) ** -0.5, 0)
    Y = p[f"hyper.{l}.left"] @ H.reshape(n, d, w) @ p[f"hyper.{l}.right"]
    LY = (F * F).sum(0)[:, :, None] * Y - np.einsum("evk,euk,ukc->vkc", F / size, F, Y, optimize=True)
    H, got[f"peer_layers.{l}.output"] = elu(Y - LY).reshape(n, -1), LY.reshape(n, -1)
got["probabilities"] = softmax(H @ p["hyper.class.weight"] + p["hyper.class.bias"])
