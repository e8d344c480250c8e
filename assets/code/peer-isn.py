# X' = (1 + tanh ε) X − ELU(L̂ (I ⊗ W1) X W2) with all maps the identity: L̂ is that of the graph in every stalk coordinate.
d, w = c["d"], c["hidden"]
A = np.zeros((n, n))
A[i, j] = A[j, i] = 1
D = A.sum(1)
L = (np.diag(D) - A) / np.sqrt(np.outer(D + 1, D + 1))
H, got = elu(x @ p["nsd.in.weight"] + p["nsd.in.bias"]), {}
for l in range(c["layers"]):
    Y = p[f"nsd.{l}.left"] @ H.reshape(n, d, w) @ p[f"nsd.{l}.right"]
    Y = np.einsum("ab,bkc->akc", L, Y)
    got[f"peer_layers.{l}.output"] = Y.reshape(n * d, w)
    H = ((1 + np.tanh(p[f"nsd.{l}.epsilon"]))[:, :, None] * H.reshape(n, d, w) - elu(Y)).reshape(n, -1)
got["probabilities"] = softmax(H @ p["nsd.class.weight"] + p["nsd.class.bias"])
