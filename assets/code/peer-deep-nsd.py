# X' = LayerNorm((1 + ε) X − g tanh(W1 Y W2)), y_i = Σ_j S_ij T_ij x_j / √(d_i d_j), with diagonal maps tanh(V [x_i ‖ x_j] + b).
d, w, H, got = c["d"], c["hidden"], x @ p["deep.in.weight"] + p["deep.in.bias"], {}
a, b = np.concatenate([i, j]), np.concatenate([j, i])  # what receives, what sends
root = np.sqrt(np.bincount(a, minlength=n))
for l in range(c["layers"]):
    q = {name.removeprefix(f"deep.{l}."): v for name, v in p.items()}
    v = (H @ q["learner"] + q["bias"]).reshape(n, 4, d)  # of S and of T, where the node receives and where it sends
    S, T = np.tanh(v[a, 0] + v[b, 2]), np.tanh(v[a, 1] + v[b, 3])
    X, Y = H.reshape(n, d, w), np.zeros((n, d, w))
    np.add.at(Y, a, (S * T / (root[a] * root[b])[:, None])[:, :, None] * X[b])
    g = 1 / (1 + np.exp(-np.concatenate([X, Y], 2) @ q["gate"] - q["open"]))  # of each stalk coordinate
    Z = ((1 + q["epsilon"].T) * X - g * np.tanh(q["left"] @ Y @ q["right"])).reshape(n, -1)
    H = (Z - Z.mean(1, keepdims=True)) / np.sqrt(Z.var(1, keepdims=True) + 1e-5) * q["scale"] + q["shift"]
    got[f"peer_layers.{l}.output"] = Y.reshape(n * d, w)
got["probabilities"] = softmax(H @ p["deep.class.weight"] + p["deep.class.bias"])
