# x·L x = Σ weight (x_i − x_j)² over the directed entries: a weighted graph, and its spectrum.
L, O = np.zeros((n, n)), t["laplacian"]
for e in t["lift"]:
    a, b = e["edge"]
    L[[a, b, a, b], [a, b, b, a]] += e["weight"] * np.array([1, 1, -1, -1])
got = {"laplacian.vals": L[O["rows"], O["cols"]], "spectrum.values": np.linalg.eigvalsh(L)}
