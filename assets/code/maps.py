# R_ij = S W + Δ_ij and R_ji = σ Sᵀ W + Δ_ji, S the plan over the roots of its margins.
P, D_ij, D_ji = (np.array([e[k] for e in t["lift"]]) for k in ("P", "delta_ij", "delta_ji"))
mu, nu = P.sum(2), P.sum(1)
root = np.sqrt(mu[:, :, None] * nu[:, None, :])
S = P / root - t["centered"] * root
if c["lift"] == "scalar":  # one weight an edge: the share of a coordinate that stays
    S = np.trace(S, axis1=1, axis2=2)[:, None, None] / c["d"] * np.eye(c["d"])
W, sigma = np.array(t["W_theta"]), t["sign"]
R_ij, R_ji = S @ W + D_ij, sigma * S.transpose(0, 2, 1) @ W + D_ji
if c["convention"] == "literal":
    R_ji = R_ij
if c["maps"] != "learned":
    R_ij = R_ji = np.broadcast_to(np.eye(c["d"]) * (c["maps"] == "identity"), S.shape)
got = {"lift.S": S, "lift.R_ij": R_ij, "lift.R_ji": R_ji}
