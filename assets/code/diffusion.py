# X = (I + Δt L̂)^{−1} H by conjugate gradients, each channel until its residual is small.
D, d, tol, tiny = t["diffusion"], c["d"], c["cg_tol"], 1e-300
O, H = t[D["of"]], np.array(D["input"])
A = np.eye(len(H))
np.add.at(A, (O["rows"], O["cols"]), D["dt"] * np.array(O["vals"]))
M = np.linalg.inv([A[k:k + d, k:k + d] for k in range(0, len(A), d)])  # the preconditioner: the blocks, inverted
X, r, q, old, left = np.zeros_like(H), H.copy(), 0, 1, [np.linalg.norm(H, axis=0)]
while (left[-1] > tol * left[0]).any() and len(left) <= c["cg_max"]:
    z = (M @ r.reshape(len(M), d, -1)).reshape(r.shape)
    rz = (r * z).sum(0)
    q = z + rz / np.maximum(old, tiny) * q
    step = rz / np.maximum((q * (A @ q)).sum(0), tiny) * (left[-1] > tol * left[0])
    X, r, old = X + step * q, r - step * (A @ q), rz
    left.append(np.linalg.norm(r, axis=0))
got = {"diffusion.output": X, "diffusion.residuals": np.max(left / np.maximum(left[0], tiny), axis=1)}
