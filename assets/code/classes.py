# ŷ = softmax(MLP[X ‖ H_afm ‖ H0]): both branches of the last layer, side by side, to class probabilities.
last = t["layers"][-1] if t.get("layers") else t
parts = [np.reshape(last[k]["output"], (n, -1)) for k in ("diffusion", "afm") if k in last]
parts += [np.array(t["encoded"])] if c["residual"] or not parts else []
Z = np.hstack(parts)
if c["head"] != "linear":
    Z = Z @ p["projector.weight"] + p["projector.bias"]
    Z = elu(Z) if c["activation"] == "elu" else np.maximum(Z, 0)
Z = Z @ p["head.weight"] + p["head.bias"]
if c["head"] == "gat":  # attention to the neighbours and to the node itself
    A, Z = np.eye(n), Z @ p["head.gat.weight"]
    A[i, j] = A[j, i] = 1
    s = Z @ p["head.gat.self"].T + (Z @ p["head.gat.neighbour"].T).T
    A *= np.exp(np.maximum(s, 0.2 * s))
    Z = A / A.sum(1, keepdims=True) @ Z + p["head.gat.bias"]
got = {"probabilities": softmax(Z)}
