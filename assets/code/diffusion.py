# X = (I + Δt L̂)^{−1} H by conjugate gradients, each channel until its residual is small.
D, d = t["diffusion"], c["d"]
O, H = t[D["of"]], np.array(D["input"])
A = np.eye(O["dim"])
np.add.at(A, (O["rows"], O["cols"]), D["dt"] * np.array(O["vals"]))
M = np.linalg.inv(np.stack([A[k:k + d, k:k + d] for k in range(0, len(A), d)]))  # the preconditioner: the inverse blocks
X, r, q, old, residuals = np.zeros_like(H), H.copy(), np.zeros_like(H), 1, []
while residuals.append(np.linalg.norm(r, axis=0) / np.maximum(np.linalg.norm(H, axis=0), 1e-300)) or residuals[-1].max() > c["cg_tol"]:
    z = (M @ r.reshape(-1, d, r.shape[1])).reshape(r.shape)
    rz = (r * z).sum(0)
    q = z + rz / old * q
    step = rz / (q * (A @ q)).sum(0) * (residuals[-1] > c["cg_tol"])
    X, r, old = X + step * q, r - step * (A @ q), rz
got = {"diffusion.output": X, "diffusion.residuals": np.max(residuals, axis=1)}
