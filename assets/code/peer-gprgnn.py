# Z = Σ_k γ_k Â^k H with H = MLP(X): every number of averagings has a learned weight.
A = np.eye(n)
A[i, j] = A[j, i] = 1
D = A.sum(1)
A = A / np.sqrt(np.outer(D, D))
H = np.maximum(x @ p["gprgnn.0.weight"] + p["gprgnn.0.bias"], 0) @ p["gprgnn.1.weight"] + p["gprgnn.1.bias"]
Z = 0
for gamma in p["gprgnn.gamma"].ravel():
    Z, H = Z + gamma * H, A @ H
got = {"peer_layers.0.output": Z, "probabilities": softmax(Z)}
