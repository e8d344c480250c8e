# H0 = act(LayerNorm(X W_in + b)): each node's features become d·c numbers.
Z = (x if c["features"] == "row" else X) @ p["W_in"]
if c["structure"] != "off":  # rows of the adjacency matrix, plain or over the roots of both degrees
    A = np.zeros((n, n))
    A[i, j] = A[j, i] = 1
    D = np.maximum(A.sum(1), 1) ** (-0.5 if c["structure"] == "normalized" else 0)
    Z += D[:, None] * A * D @ p["W_structure"]
Z += p["b_in"]
if c["norm"] == "layer":
    Z = (Z - Z.mean(1, keepdims=True)) / np.sqrt(Z.var(1, keepdims=True) + 1e-5) * p["ln_gain"] + p["ln_bias"]
H0 = elu(Z) if c["activation"] == "elu" else np.maximum(Z, 0)
got = {"encoded": H0}
