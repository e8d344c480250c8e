# X' = (1 + tanh ε) X − ELU(δᵀ Φ(δ (I ⊗ W1) X W2)), Φ(y) = tanh(y U) Uᵀ on what the ends of an edge disagree about, δ normalised.
d, w = c["d"], c["hidden"]
H, got = elu(x @ p["nsd.in.weight"] + p["nsd.in.bias"]), {}
for l in range(c["layers"]):
    B, e, U = np.zeros((len(i), d, n, d)), np.arange(len(i)), p[f"nsd.{l}.phi"]  # the coboundary
    for a, b, sign in ((i, j, 1), (j, i, -1)):
        B[e, :, a] = sign * np.tanh(np.hstack([H[a], H[b]]) @ p[f"nsd.{l}.learner"]).reshape(-1, d, d)
    s, V = np.linalg.eigh(np.einsum("epaq,epar->aqr", B, B) + np.eye(d))
    half = V / np.sqrt(s)[:, None, :] @ V.transpose(0, 2, 1)  # D^{-1/2} of every node
    B = np.einsum("epaq,aqr->epar", B, half).reshape(-1, n * d)
    Y = (p[f"nsd.{l}.left"] @ H.reshape(n, d, w) @ p[f"nsd.{l}.right"]).reshape(n * d, w)
    Y = got[f"peer_layers.{l}.output"] = B.T @ np.tanh(B @ Y @ U) @ U.T
    H = ((1 + np.tanh(p[f"nsd.{l}.epsilon"]))[:, :, None] * H.reshape(n, d, w) - elu(Y).reshape(n, d, w)).reshape(n, -1)
got["probabilities"] = softmax(H @ p["nsd.class.weight"] + p["nsd.class.bias"])
