# X = (I + Δt L)^{−1} H0 by plain conjugate gradients, until the squared residual of every channel is small.
D, O, H = t["diffusion"], t["laplacian"], np.array(t["diffusion"]["input"])
A = np.eye(n)
np.add.at(A, (O["rows"], O["cols"]), D["dt"] * np.array(O["vals"]))
X, r, q, steps = np.zeros_like(H), H.copy(), H.copy(), 0
while (r * r).sum(0).max() >= c["cg_tol"] ** 2 and steps < c["cg_max"]:
    Aq, old = A @ q, (r * r).sum(0)
    step = old / np.maximum((q * Aq).sum(0), 1e-300)
    X, r, steps = X + step * q, r - step * Aq, steps + 1
    q = r + (r * r).sum(0) / np.maximum(old, 1e-300) * q
got = {"diffusion.output": X, "diffusion.iterations": steps}
