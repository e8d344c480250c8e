# λ2(L + η v v ᵀ) = min(λ2 + η, λ3): what the first step of the ascent does to the matrix.
G = t["gap_ascent"]
O = t[t["spectrum"]["of"]]
L = np.zeros((O["dim"], O["dim"]))
np.add.at(L, (O["rows"], O["cols"]), O["vals"])
lam, V = np.linalg.eigh(L)
k = np.argmax(lam > t["spectrum"]["kernel_tol"])
v = V[:, k]
tried = [s["eta"] for s in G["line_search"] if s["step"] == 1]
got = {"gap_ascent.before.0": lam[k] if t["spectrum"]["lambda2"] else 0}
for q, eta in enumerate(tried):
    got[f"gap_ascent.line_search.{q}.lambda2"] = np.linalg.eigvalsh(L + eta * np.outer(v, v))[k]
    assert abs(np.linalg.eigvalsh(L + eta * np.outer(v, v))[k] - min(lam[k] + eta, *lam[k + 1:k + 2])) < 1e-12
