# ŷ = softmax(head(H0 + g1 X + g2 H_afm)) with the gates g = sigmoid of two learned numbers.
Z = np.array(t["encoded"])
for gate, part in zip(1 / (1 + np.exp(-p["gates"].ravel())), ("diffusion", "afm")):
    Z = Z + gate * np.reshape(t[part]["output"], Z.shape) if part in t else Z
if c["head"] == "mlp":
    Z = np.maximum(Z @ p["head.0.weight"] + p["head.0.bias"], 0)
if c["head"] != "gat":
    Z = Z @ p["head.weight"] + p["head.bias"]
for name in ("head.gat0", "head.gat1") if c["head"] == "gat" else ():  # attention, head by head
    E, A = np.split((elu(Z) if name == "head.gat1" else Z) @ p[name + ".weight"], len(p[name + ".self"]), axis=1), np.eye(n)
    A[i, j] = A[j, i] = 1
    S = [(z @ u)[:, None] + z @ v for z, u, v in zip(E, p[name + ".self"], p[name + ".neighbour"])]
    Z = np.hstack([softmax(np.where(A > 0, np.maximum(s, 0.2 * s), -np.inf)) @ z for s, z in zip(S, E)]) + p[name + ".bias"]
got = {"probabilities": softmax(Z)}
