# H' = (1−α) Z H + α H0 with Z = argmin ‖H − (1−α) Z H − α H0‖² + θ‖Z‖² + β‖Z − Σ_k w_k P^k‖², solved for the whole of Z.
P, a, b, got = np.zeros((n, n)), c["alpha"], c["beta"], {}
P[i, j] = P[j, i] = 1
P = P / np.maximum(P.sum(1, keepdims=True), 1)
H = c["mix"] * (X @ p["glognn.in.weight"] + p["glognn.in.bias"])
if c["mix"] < 1:
    H = H + (1 - c["mix"]) * P @ p["glognn.rows.weight"]
H = H0 = np.maximum(H, 0) @ p["glognn.class.weight"] + p["glognn.class.bias"]
for l in range(c["layers"]):
    M = sum(w * np.linalg.matrix_power(P, k + 1) for k, w in enumerate(p[f"glognn.{l}.hops"].ravel()))
    right = (1 - a) * (H - a * H0) @ H.T + b * M
    Z = right @ np.linalg.inv((1 - a) ** 2 * H @ H.T + (c["theta"] + b) * np.eye(n))
    H = (1 - a) * Z @ H + a * H0
    got[f"peer_layers.{l}.output"] = H
got["probabilities"] = softmax(H)
