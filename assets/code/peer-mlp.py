# Dense layers on the features alone, with ReLU between them.
H, layers = X, c["layers"]
got = {}
for l in range(layers):
    H = np.maximum(H, 0) @ p[f"mlp.{l}.weight"] + p[f"mlp.{l}.bias"] if l else X @ p["mlp.0.weight"] + p["mlp.0.bias"]
    got[f"peer_layers.{l}.output"] = H
got["probabilities"] = softmax(H)
