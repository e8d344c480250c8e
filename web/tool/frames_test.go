package main

import (
	"encoding/json"
	"math"
	"os/exec"
	"path/filepath"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
	"sheafscope/web/e2e"
)

// This file compares turned frames, that is, turned bases of a node's stalk, with NumPy.

// framesScript turns the frame of a node in a trace with the files of assets/code. Its arguments are their folder, the trace, and a
// frame.Turn as JSON. It prints a JSON object with these fields:
//   - spectrum: the largest change of an eigenvalue,
//   - energy: a list of the energies before and after the turn,
//   - pool: the relative change of the mean of all stalks,
//   - along, shared, neither: the probabilities of the node if encoder and read-out turn along, only the encoder, or neither.
const framesScript = `import json, os, sys
import numpy as np
read = lambda name: open(os.path.join(sys.argv[1], name + ".py"), encoding="utf-8").read()
here = {}
exec(read("start").replace("trace.json", sys.argv[2]), here)
def play(name):
    exec(read(name), here)
    return here["got"]
t, n, c, node = here["t"], here["n"], here["c"], json.loads(sys.argv[3])
d, (a, b), angle = c["d"], (node["a"], node["b"]), node["angle"]
Q = np.eye(d)
Q[a, a], Q[a, b], Q[b, a], Q[b, b] = np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)
if node.get("mirror"):
    Q = Q @ np.diag([-1 if k == b else 1 for k in range(d)])
def turned(x, Q):
    y = np.array(x, dtype=float).reshape(n, d, -1)
    y[node["node"]] = Q @ y[node["node"]]
    return y.reshape(np.shape(x))
H0 = np.array(t["encoded"])
H = H0.reshape(n * d, -1)
def operator():
    got = play("laplacian")
    t["normalized"]["vals"] = got["normalized.vals"]
    L = np.zeros((n * d, n * d))
    L[t["normalized"]["rows"], t["normalized"]["cols"]] = got["normalized.vals"]
    return L, got["spectrum.values"]
L, values = operator()
X = np.linalg.solve(np.eye(n * d) + t["diffusion"]["dt"] * L, H)
out = {"energy": [float(np.sum(X * (L @ X)))]}
for e in range(len(here["i"])):
    for ends, key in ((here["i"], "R_ij"), (here["j"], "R_ji")):
        if ends[e] == node["node"]:
            t["lift"][e][key] = np.array(t["lift"][e][key]) @ Q.T
L, again = operator()
T = turned(X, Q)
out["energy"].append(float(np.sum(T * (L @ T))))
out["spectrum"] = float(np.max(np.abs(values - again)))
out["pool"] = float(np.linalg.norm((T - X).reshape(n, -1).mean(0)) / np.linalg.norm(X.reshape(n, -1).mean(0)))
for name, encoder, readout in (("along", 1, 1), ("shared", 1, 0), ("neither", 0, 0)):
    t["diffusion"]["input"] = t["afm"]["input"] = turned(H, Q) if encoder else H
    x, m = play("diffusion")["diffusion.output"], play("mixing")["afm.output"]
    back = Q.T if readout else np.eye(d)
    t["diffusion"]["output"], t["afm"]["output"] = turned(x, back), turned(m, back)
    t["encoded"] = turned(H0, Q) if encoder and not readout else H0
    t["probabilities"] = play("classes")["probabilities"]
    out[name] = play("posterior")["calibrated"][node["node"]].tolist()
print(json.dumps(out))
`

// After a turn of a node's frame, the numbers of view.Frame agree to 1e-8 with those that NumPy computes from the exported trace: energies,
// change of the mean, and probabilities. The turns are a rotation, and a rotation with a reflection; the run is SGPC after 3 epochs on the
// karate club. The eigenvalues move by at most 1e-12. If only the encoder or nothing turns along, the probability of class 0 differs by at
// least 1e-6 from the case in which encoder and read-out turn along.
func TestFramesInNumPy(t *testing.T) {
	t.Parallel()
	python, err := e2e.FindPython()
	if err != nil {
		t.Fatal(err)
	}
	r := karateRun(t, "sgpc", 3, func(*settings.Config) error { return nil })
	trace := exported(t, r)
	for _, turn := range []frame.Turn{{Node: 33, A: 0, B: 1, Angle: 1}, {Node: 2, A: 1, B: 3, Angle: -2.5, Mirror: true}} {
		q, err := json.Marshal(turn)
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(python, "-c", framesScript, codeDir, filepath.ToSlash(trace), string(q)).CombinedOutput()
		var want struct {
			Energy                 [2]float64
			Spectrum, Pool         float64
			Along, Shared, Neither []float64
		}
		if err != nil {
			t.Fatalf("Python ends with the error %v and prints\n%s", err, out)
		}
		if err := json.Unmarshal(out, &want); err != nil {
			t.Fatalf("Python prints no such object: %v\n%s", err, out)
		}
		v := view.Frame(r, frame.Focus{}, frame.Once{Turned: &turn}).Turned
		if want.Spectrum > 1e-12 || v.Spectrum > 1e-12 {
			t.Errorf("%+v: eigenvalues move by %g, by NumPy %g, want at most 1e-12", turn, v.Spectrum, want.Spectrum)
		}
		t.Logf("eigenvalues move by %.1e, by NumPy %.1e, at most 1e-12", v.Spectrum, want.Spectrum)
		// near checks a number of the page to 1e-8, relatively if the number of NumPy is above 1.
		near := func(what string, got, want float64) {
			if math.Abs(got-want) > 1e-8*max(1, math.Abs(want)) { // the solver of linear systems ends at a residual of 1e-9
				t.Errorf("%+v: %s is %v, by NumPy %v", turn, what, got, want)
			}
		}
		near("the energy", v.Energy[0], want.Energy[0])
		near("the energy after", v.Energy[1], want.Energy[1])
		near("the mean's change", v.Pool, want.Pool)
		for k, p := range want.Along {
			near("a probability, all along", v.Along.Prob[k], p)
			near("a probability, encoder along", v.Shared.Prob[k], want.Shared[k])
			near("a probability, maps alone", v.Neither.Prob[k], want.Neither[k])
		}
		if math.Abs(want.Shared[0]-want.Along[0]) < 1e-6 || math.Abs(want.Neither[0]-want.Along[0]) < 1e-6 {
			t.Errorf("%+v: the turn does not change the probabilities: %+v", turn, want)
		}
	}
}
