# P* = min(1, max(1e−3, P0 exp(−C_e/ε))): the step multiplies by the same factor once more.
C, P0 = (np.array([e[k] for e in t["lift"]]) for k in ("cost", "P0"))
P = np.clip((P0 + 1e-12) * np.exp(-C / c["epsilon0"]), 1e-3, 1)
got = {"lift.P": P}
