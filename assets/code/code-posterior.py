# α_e = a0 + T s and β_e = b0 + T (1 − s) with s = <ŷ_i, ŷ_j>, κ_e = α_e/(α_e + β_e), for every directed entry.
Y, labels, train = np.array(t["probabilities"]), np.array(g["labels"]), np.isin(np.arange(n), g["split"]["train"])
a, b = np.array([e["edge"] for e in t["posterior"]]).T
s = (Y[a] * Y[b]).sum(1)
alpha, beta = c["a0"] + c["t"] * s, c["b0"] + c["t"] * (1 - s)
kappa, both = alpha / (alpha + beta), train[a] & train[b]
Pi, count = np.zeros((2, g["classes"], g["classes"]))
np.add.at(Pi, (labels[a[both]], labels[b[both]]), kappa[both])
np.add.at(count, (labels[a[both]], labels[b[both]]), 1)
Pi = np.where(count > 0, Pi / np.maximum(count, 1), 0)
got = {"posterior.alpha": alpha, "posterior.beta": beta, "posterior.kappa": kappa, "bound.Pi": Pi}
