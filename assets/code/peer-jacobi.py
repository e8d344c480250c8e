# Z_l = Σ_k α_kl P_k(Â)(X W)_l with Jacobi polynomials P_k and α_kl = β_kl Π_{q≤k} α tanh η_q.
A, a, b = np.zeros((n, n)), c["jacobi_a"], c["jacobi_b"]
A[i, j] = A[j, i] = 1
D = np.maximum(A.sum(1), 1) ** -0.5
A = D[:, None] * A * D
P = [x @ p["jacobi.in.weight"] + p["jacobi.in.bias"]]
P.append((a - b) / 2 * P[0] + (a + b + 2) / 2 * A @ P[0])
for k in range(2, c["k"] + 1):
    q = 2 * k + a + b
    low = 2 * k * (k + a + b) * (q - 2)
    P.append(((q - 1) * q * (q - 2) * A @ P[-1] + (q - 1) * (a * a - b * b) * P[-1] - 2 * (k + a - 1) * (k + b - 1) * q * P[-2]) / low)
gain = np.cumprod(np.append(1, c["alpha"] * np.tanh(p["jacobi.eta"])))
Z = sum(w * beta * x for w, beta, x in zip(gain, p["jacobi.beta"], P))
got = {"peer_layers.0.output": Z, "probabilities": softmax(Z)}
