# w = 0.7 P0 + 0.3 P* and R = w (h_i W); the weight of a directed entry is mean(R²).
hW, P0, P = np.array(t["hW"]), *(np.array([e[k] for e in t["lift"]]) for k in ("P0", "P"))
w = 0.7 * P0 + 0.3 * P
R = w[:, None] * hW[[e["edge"][0] for e in t["lift"]]]
got = {"lift.weight": (R ** 2).mean(1)}
