# ∂λ2/∂R_ij = 2 r_e v_iᵀ, r_e = R_ij v_i − R_ji v_j (of L̂ less λ2 times that of D); where several v have λ2, the mean over them.
# The slope of the first step, λ2 before and after.
d, G, low, hat, one = c["d"], t["gap_ascent"], [], c["operator"] == "normalized", np.eye(n)
R, D = (np.array([[x[k + "ij"], x[k + "ji"]] for x in t["lift"]]) for k in ("R_", "delta_"))
for Q in (np.array(G["metric"])[:, None] @ (R - D) if "metric" in G else R - D + np.reshape(G["change"], R.shape), R):
    B = np.einsum("epq,en->epnq", Q[:, 0], one[i]) - np.einsum("epq,en->epnq", Q[:, 1], one[j])
    L = B.reshape(-1, n * d).T @ B.reshape(-1, n * d)
    w, V = np.linalg.eigh([L[k:k + d, k:k + d] + c["shift"] * np.eye(d) if hat else np.eye(d) for k in range(0, n * d, d)])
    half = (V * np.where(w > 1e-12, np.maximum(w, 1e-12) ** -0.5, 0)[:, None, :]) @ V.transpose(0, 2, 1)
    lam, v = np.linalg.eigh(np.einsum("apq,aqbr,brs->apbs", half, L.reshape(n, d, n, d), half, optimize=True).reshape(n * d, -1))
    low.append(lam[lam > t["spectrum"]["kernel_tol"]][0] if t["spectrum"]["lambda2"] else 0)
x = (half @ v[:, (two := abs(lam - low[1]) <= 1e-7 * low[1])].reshape(n, d, -1))[np.stack([i, j], 1)]  # of both ends of every edge
grad = 2 * ((R[:, :1] @ x[:, :1] - R[:, 1:] @ x[:, 1:]) * [[[1]], [[-1]]] - hat * (R @ x) * lam[two]) @ x.swapaxes(2, 3)
got = {"gap_ascent.before.0": low[1], "gap_ascent.after_sheaf.0": low[0]}
if G["line_search"]:  # at a fixed sum of squares
    u = np.reshape(G["direction"][0], (len(i), -1, d, d)) @ (R - D if "metric" in G else np.eye(d)) / two.sum()
    got["gap_ascent.line_search.0.slope"] = (grad * u).sum() - ("metric" in G) * (R * u).sum() * (grad * R).sum() / (R * R).sum()
