package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
	"sheafscope/web/e2e"
)

// This file compares the figure of depth with NumPy.

// depthCode runs after assets/code/start.py, which reads a trace. It prints a JSON list with energy, effective rank, mean cosine and norm
// of each layer, computed by NumPy, such as [[0.1, 2.3, 0.9, 4.5], …]. Its first part collects in layers the features after each layer,
// with a branch for each kind of model. L is the normalized Laplacian.
const depthCode = `
relu = lambda z: np.maximum(z, 0)
H, out, last = None, [], c["layers"] - 1
if c["model"] == "sgpc":
    layers = [np.reshape(q["diffusion"]["output"], (n, -1)) for q in [t] + t.get("layers", [])]
else:
    Ys, layers = [np.array(q["output"]) for q in t["peer_layers"]], []
    if "nsd.in.weight" in p: H = elu(x @ p["nsd.in.weight"] + p["nsd.in.bias"])
    if "deep.in.weight" in p: H = x @ p["deep.in.weight"] + p["deep.in.bias"]
    for l, Y in enumerate(Ys):
        if c["model"] == "gcn":
            Y = Y + p[f"gcn.{l}.bias"]
            H = Y if l == last else relu(Y)
        elif c["model"] == "gcnii":
            beta = np.log(c["theta"] / (l + 1) + 1)
            H = relu((1 - beta) * Y + beta * Y @ p[f"gcnii.{l + 1}.weight"])
        elif "deep.in.weight" in p:
            X, Y = H.reshape(n, c["d"], -1), Y.reshape(n, c["d"], -1)
            g = 1 / (1 + np.exp(-np.concatenate([X, Y], 2) @ p[f"deep.{l}.gate"] - p[f"deep.{l}.open"]))
            Z = (1 + p[f"deep.{l}.epsilon"].T) * X - g * np.tanh(p[f"deep.{l}.left"] @ Y @ p[f"deep.{l}.right"])
            Z = Z.reshape(n, -1)
            H = (Z - Z.mean(1, keepdims=True)) / np.sqrt(Z.var(1, keepdims=True) + 1e-5) * p[f"deep.{l}.scale"] + p[f"deep.{l}.shift"]
        else:
            d = c["d"]
            H = ((1 + np.tanh(p[f"nsd.{l}.epsilon"]))[:, :, None] * H.reshape(n, d, -1) - elu(Y).reshape(n, d, -1)).reshape(n, -1)
        layers.append(H)
A = np.zeros((n, n))
A[i, j] = A[j, i] = 1
D = A.sum(1)
R = np.divide(1, np.sqrt(D), out=np.zeros(n), where=D > 0)
L = np.diag((D > 0) * 1.0) - R[:, None] * A * R
for F in layers:
    s = np.linalg.svd(F, compute_uv=False)
    q = s / s.sum()
    q = q[q > 0]
    U = F / np.where((F ** 2).sum(1) > 0, np.sqrt((F ** 2).sum(1)), 1)[:, None]
    k = ((F ** 2).sum(1) > 0).sum()
    C = U @ U.T
    out.append([np.trace(F.T @ L @ F) / np.trace(F.T @ F), np.exp(-(q * np.log(q)).sum()), (C.sum() - np.trace(C)) / (k * (k - 1)),
        np.sqrt((F ** 2).sum() / n)])
print(json.dumps(out))
`

// view.Depth returns energy, effective rank, mean cosine and norm of every layer. They differ by at most 1e-10 from those that NumPy
// computes from the exported trace. The runs are those of each network of the study of depth, with 4 layers, on the karate club. They have
// the weights of the best of 5 epochs.
func TestDepthByNumPy(t *testing.T) {
	t.Parallel()
	python, err := e2e.FindPython()
	if err != nil {
		t.Fatal(err)
	}
	start, err := os.ReadFile(codeDir + "/start.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, net := range figures.DepthNets() {
		r := karateRun(t, net.Model, 5, func(c *settings.Config) (err error) {
			for name, v := range net.Set(4) {
				err = errors.Join(err, c.Override(name, v))
			}
			return err
		})
		r.RestoreBest()
		// start.py reads trace.json in the working directory.
		dir := filepath.Dir(exported(t, r))
		cmd := exec.Command(python, "-c", string(start)+depthCode)
		var messages bytes.Buffer
		cmd.Dir, cmd.Stderr = dir, &messages
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", net.Name, err, messages.String())
		}
		var want [][4]float64
		if err := json.Unmarshal(out, &want); err != nil {
			t.Fatal(err)
		}
		got := view.Depth(r)
		if len(got) != 4 || len(want) != 4 {
			t.Fatalf("%s: view.Depth has %d layers and NumPy %d, want 4", net.Name, len(got), len(want))
		}
		for k, s := range got {
			for m, v := range [...]float64{s.Energy, s.Rank, s.Cosine, s.Norm} {
				if !(math.Abs(v-want[k][m]) <= 1e-10) {
					t.Errorf("%s, layer %d, measure %d of energy, rank, cosine, norm: %g, NumPy has %g", net.Name, k+1, m+1, v, want[k][m])
				}
			}
		}
	}
}
