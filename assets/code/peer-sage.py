# H' = H W1 + D^{−1} A H W2 + b, with ReLU between the layers: the node itself and the mean of its neighbours apart.
A = np.zeros((n, n))
A[i, j] = A[j, i] = 1
A = A / np.maximum(A.sum(1, keepdims=True), 1)
H, got = X, {}
for l in range(c["layers"]):
    own, near = np.hsplit(H @ p[f"sage.{l}.weight"] + p[f"sage.{l}.bias"], 2)
    got[f"peer_layers.{l}.output"] = A @ near
    Z = own + A @ near
    H = np.maximum(Z, 0)
got["probabilities"] = softmax(Z)
