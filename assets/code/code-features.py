# H0 = σ(LayerNorm(X W_in + b)): each node's features become numbers between 0 and 1.
Z = (X + t.get("input_shift", 0)) @ p["W_in"] + p["b_in"]
mean, square = Z.mean(1, keepdims=True), Z.var(1, keepdims=True)
Z = (Z - mean) / np.sqrt(square + 1e-5) * p["ln_gain"] + p["ln_bias"]
H0 = 1 / (1 + np.exp(-Z))
got = {"encoded": H0}
