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

// holonomyScript computes holonomies from the maps of a trace. Its arguments are the trace, a list of cycles, and one cycle, each cycle as
// a list of nodes. Transports are polar factors by singular value decomposition. It prints a JSON object with these fields:
//   - away: the distances of the holonomies of all cycles from the identity,
//   - map, angles: the holonomy of the one cycle by rows, and its angles,
//   - kernel: the dimension of the kernel of the transports' Laplacian, the number of directions that all cycles fix.
const holonomyScript = `import json, sys
import numpy as np
t, cycles, one = json.load(open(sys.argv[1])), json.loads(sys.argv[2]), json.loads(sys.argv[3])
n, d, edges = t["graph"]["n"], t["config"]["d"], [tuple(e) for e in t["graph"]["edges"]]
T = {}
L = np.zeros((n * d, n * d))
for (i, j), e in zip(edges, t["lift"]):
    U, s, V = np.linalg.svd(np.array(e["R_ji"]).T @ np.array(e["R_ij"]))
    T[i, j], T[j, i] = U @ V, (U @ V).T
    B = np.zeros((d, n, d))
    B[:, i], B[:, j] = U @ V, -np.eye(d)
    L += B.reshape(d, -1).T @ B.reshape(d, -1)
def round(c):
    H = np.eye(d)
    for i, j in zip(c, c[1:] + c[:1]):
        H = T[i, j] @ H
    return H
away = [float(np.linalg.norm(round(c) - np.eye(d)) / np.sqrt(2 * d)) for c in cycles]
print(json.dumps({"away": away, "map": round(one).ravel().tolist(),
    "angles": np.sort(np.abs(np.angle(np.linalg.eigvals(round(one))))).tolist(), "kernel": int(np.sum(np.linalg.eigvalsh(L) < 1e-9))}))
`

// For learned and for identity maps of SGPC on the karate club, view.Frame has the numbers that NumPy computes from the exported trace.
// They are the holonomy and the angles of the cycle 0 1 2 3, and the distances of a basis of cycles from the identity, all to 1e-7. The
// number of directions that all cycles fix must be equal. Identity maps fix all 3 directions.
func TestHolonomyInNumPy(t *testing.T) {
	t.Parallel()
	python, err := e2e.FindPython()
	if err != nil {
		t.Fatal(err)
	}
	for _, maps := range []string{"learned", "identity"} {
		r := karateRun(t, "sgpc", 3, func(c *settings.Config) error {
			c.GapMode, c.D, c.Maps = "off", 3, maps // without ascent, since a trace has the maps before it
			return nil
		})
		trace := exported(t, r)
		v := view.Frame(r, frame.Focus{}, frame.Once{Cycles: true, Cycle: []int{0, 1, 2, 3}}).Holonomy
		if v.One == nil || v.Missing > 0 {
			t.Fatalf("%s: %d edges have no transport, %s", maps, v.Missing, v.Why)
		}
		cycles, err := json.Marshal(v.Cycles)
		if err != nil {
			t.Fatal(err)
		}
		one, err := json.Marshal(v.One.Cycle)
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(python, "-c", holonomyScript, filepath.ToSlash(trace), string(cycles), string(one)).CombinedOutput()
		var want struct {
			Away, Map, Angles []float64
			Kernel            int
		}
		if err != nil {
			t.Fatalf("Python ends with the error %v and prints\n%s", err, out)
		}
		if err := json.Unmarshal(out, &want); err != nil {
			t.Fatalf("Python prints no such object: %v\n%s", err, out)
		}
		// Each pair is a list of view.Frame and the list of NumPy.
		for what, list := range map[string][2][]float64{"distance": {v.Away, want.Away}, "entry": {v.One.Map, want.Map},
			"angle": {v.One.Angles, want.Angles}} {
			for k, x := range list[1] {
				// The bound 1e-7: near the angle 0, arccosine and square root lose half of the digits.
				if len(list[0]) != len(list[1]) || math.Abs(list[0][k]-x) > 1e-7 {
					t.Errorf("%s: %s %d of %d is %v, by NumPy %v", maps, what, k, len(list[0]), list[0][k], x)
				}
			}
		}
		if v.Fixed != want.Kernel {
			t.Errorf("%s: %d directions are fixed by all cycles, by NumPy %d", maps, v.Fixed, want.Kernel)
		}
		if maps == "identity" && v.Fixed != 3 {
			t.Errorf("identity: %d directions are fixed by all cycles, want 3", v.Fixed)
		}
	}
}
