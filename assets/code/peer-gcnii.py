# H_l = ReLU([(1 − α) Â H_{l−1} + α H0][(1 − β_l) I + β_l W_l]) with β_l = log(θ/l + 1).
A = np.eye(n)
A[i, j] = A[j, i] = 1
D = A.sum(1)
A = A / np.sqrt(np.outer(D, D))
H, got = np.maximum(x @ p["gcnii.in.weight"] + p["gcnii.in.bias"], 0), {}
H0 = H
for l in range(1, c["layers"] + 1):
    beta, M = np.log(c["theta"] / l + 1), (1 - c["alpha"]) * A @ H + c["alpha"] * H0
    H = np.maximum((1 - beta) * M + beta * M @ p[f"gcnii.{l}.weight"], 0)
    got[f"peer_layers.{l - 1}.output"] = M
Z = H @ p["gcnii.out.weight"] + p["gcnii.out.bias"]
got["probabilities"] = softmax(Z)
