# R_k = [A1 R_{k−1} ‖ A2 R_{k−1}]: neighbours and nodes at distance 2 apart, all rounds side by side before the classes.
A = np.zeros((n, n))
A[i, j] = A[j, i] = 1
B = ((A @ A > 0) & (A == 0) & ~np.eye(n, dtype=bool)) * 1.0
D1, D2 = (np.where(M.sum(1) > 0, np.maximum(M.sum(1), 1) ** -0.5, 0) for M in (A, B))
A1, A2 = D1[:, None] * A * D1, D2[:, None] * B * D2
R, got = [np.maximum(X @ p["h2gcn.embed.weight"], 0)], {}
for k in range(c["k"]):
    R.append(np.hstack([A1 @ R[-1], A2 @ R[-1]]))
    got[f"peer_layers.{k}.output"] = R[-1]
Z = np.hstack(R) @ p["h2gcn.class.weight"]
got["probabilities"] = softmax(Z)
