# C_e = mean(((h_i − h_j) W)²) and P0 = min(1, max(1e−3, exp(−C_e/ε))): one number for each directed entry.
a, b = np.array([e["edge"] for e in t["lift"]]).T
hW = np.array(t["encoded"]) @ p["lift.weight"]
C = ((hW[a] - hW[b]) ** 2).mean(1)
P0 = np.clip(np.exp(-C / c["epsilon0"]), 1e-3, 1)
got = {"hW": hW, "lift.cost": C, "lift.P0": P0}
