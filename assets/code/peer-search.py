# H' = ReLU(Σ_o softmax(η)_o P_o H W_o) with the steps I, D^{−1}A, Â, Â² and I − Â; all layers side by side before the classes.
A = np.zeros((n, n))
A[i, j] = A[j, i] = 1
D = A.sum(1)
B = (A + np.eye(n)) / np.sqrt(np.outer(D + 1, D + 1))
steps = [np.eye(n), A / np.maximum(D, 1)[:, None], B, B @ B, np.eye(n) - B]
H, got = [np.maximum(x @ p["search.in.weight"] + p["search.in.bias"], 0)], {}
for l in range(c["layers"]):
    share, each = np.exp(p[f"search.{l}.shares"].ravel()), np.hsplit(H[-1] @ p[f"search.{l}.weight"] + p[f"search.{l}.bias"], 5)
    out = got[f"peer_layers.{l}.output"] = sum(w * P @ y for w, P, y in zip(share / share.sum(), steps, each))
    H.append(np.maximum(out, 0))
Z = np.hstack(H) @ p["search.class.weight"] + p["search.class.bias"]
got["probabilities"] = softmax(Z)
