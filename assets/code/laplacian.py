# (B x)_e = R_ij x_i − R_ji x_j, L = BᵀB, and L̂ = D^{−1/2} L D^{−1/2} with D = blockdiag(L) + s I.
d, N, L = c["d"], t["laplacian"], 0
for e, (a, b) in enumerate(zip(i, j)):
    B = np.zeros((d, n, d))
    B[:, a], B[:, b] = t["lift"][e]["R_ij"], -np.array(t["lift"][e]["R_ji"])
    L = L + B.reshape(d, -1).T @ B.reshape(d, -1)
D = np.stack([L[k:k + d, k:k + d] for k in range(0, n * d, d)]) + c["shift"] * np.eye(d)
w, V = np.linalg.eigh(D)
half = (V * np.where(w > 1e-12, np.maximum(w, 1e-12) ** -0.5, 0)[:, None, :]) @ V.transpose(0, 2, 1)
Lh = np.einsum("apq,aqbr,brs->apbs", half, L.reshape(n, d, n, d), half, optimize=True).reshape(n * d, n * d)
got = {"laplacian.vals": L[N["rows"], N["cols"]]}
if c["operator"] == "normalized":
    got["normalized.vals"] = Lh[N["rows"], N["cols"]]
got["spectrum.values"] = np.linalg.eigvalsh(Lh if c["operator"] == "normalized" else L)
