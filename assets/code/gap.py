# ∂λ2/∂R_ij = 2 r_e v_iᵀ, r_e = R_ij v_i − R_ji v_j (of L̂ less λ2 times that of D): the slope of the first step, λ2 before and after.
d, G, e, low, hat = c["d"], t["gap_ascent"], np.arange(len(i)), [], c["operator"] == "normalized"
R, D = (np.array([[x[k + "ij"], x[k + "ji"]] for x in t["lift"]]) for k in ("R_", "delta_"))
for Q in (np.array(G["metric"])[:, None] @ (R - D) if "metric" in G else R - D + np.reshape(G["change"], R.shape), R):
    B = np.zeros((len(i), d, n, d))
    B[e, :, i], B[e, :, j] = Q[:, 0], -Q[:, 1]
    L = B.reshape(-1, n * d).T @ B.reshape(-1, n * d)
    w, V = np.linalg.eigh([L[k:k + d, k:k + d] + c["shift"] * np.eye(d) if hat else np.eye(d) for k in range(0, n * d, d)])
    half = (V * np.where(w > 1e-12, np.maximum(w, 1e-12) ** -0.5, 0)[:, None, :]) @ V.transpose(0, 2, 1)
    lam, v = np.linalg.eigh(np.einsum("apq,aqbr,brs->apbs", half, L.reshape(n, d, n, d), half, optimize=True).reshape(n * d, -1))
    low.append(lam[lam > t["spectrum"]["kernel_tol"]][0])
x = (half @ v[:, lam == low[1]].reshape(n, d, 1))[np.stack([i, j], 1)]  # of both ends of every edge
grad = 2 * ((R[:, :1] @ x[:, :1] - R[:, 1:] @ x[:, 1:]) * [[[1]], [[-1]]] - hat * low[1] * R @ x) @ x.transpose(0, 1, 3, 2)
step = np.reshape(G["direction"][0], (len(i), -1, d, d)) @ (R - D if "metric" in G else np.eye(d))
slope = (grad * step).sum() - ("metric" in G) * (R * step).sum() * (grad * R).sum() / (R * R).sum()  # at a fixed sum of squares
got = {"gap_ascent.line_search.0.slope": slope, "gap_ascent.before.0": low[1], "gap_ascent.after_sheaf.0": low[0]}
