//go:build e2e

package e2e

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	exact "sheafscope/core/coursemath"
)

// stalksScript is a Python program. From the archive of a sheaf with stalks of unequal size, as sgpc sheaf writes it, and a vector x as
// JSON, it computes by NumPy: the coboundary δ, the dimensions of H⁰ and H¹, the Euler characteristic, the energy xᵀδᵀδx, the eigenvalues
// of δᵀδ, and the harmonic extension of x from node 0. It prints them as JSON.
const stalksScript = `
import json, sys
import numpy as np
z = np.load(sys.argv[1])
node_at, edge_at = z["node_offsets"], z["edge_offsets"]
delta = np.zeros((edge_at[-1], node_at[-1]))
for sign, ends, maps in ((1, z["edge_index"][0], z["R_ij"]), (-1, z["edge_index"][1], z["R_ji"])):
    k = 0
    for e, i in enumerate(ends):
        rows, columns = edge_at[e + 1] - edge_at[e], node_at[i + 1] - node_at[i]
        block = sign * maps[k:k + rows * columns].reshape(rows, columns)
        delta[edge_at[e]:edge_at[e + 1], node_at[i]:node_at[i + 1]] = block
        k += rows * columns
    assert k == len(maps)
lap, x = delta.T @ delta, np.array(json.loads(sys.argv[2]))
fixed = np.repeat(np.arange(len(node_at) - 1) == 0, np.diff(node_at))
free = np.where(fixed, x, 0)
free[~fixed] = np.linalg.lstsq(delta[:, ~fixed], -delta @ free, rcond=None)[0]
rank = int(np.linalg.matrix_rank(delta))
print(json.dumps({"h0": int(node_at[-1]) - rank, "h1": int(edge_at[-1]) - rank, "euler": int(node_at[-1] - edge_at[-1]),
    "energy": float(x @ lap @ x), "values": np.linalg.eigvalsh(lap).tolist(), "harmonic": free.tolist()}))
`

// The dimensions, the spectrum, the energy and the harmonic extension that core/coursemath computes equal those of stalksScript, the second
// way: the dimensions exactly, the energy within 1e-12, the rest within 1e-10. The inputs are four sheaves of the editor with changed
// stalks.
func TestUnequalStalksInNumPy(t *testing.T) {
	python, err := FindPython()
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []string{"sensors", "opinions", "twist", "eight"} {
		// The sheaf: node 1 has a stalk of dimension 3, edge 0 one of dimension 1, and x begins with 2/3.
		s, err := exact.Start(start, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range []string{"dim 1 3", "edge-dim 0 1", "x 0 2/3"} {
			if err := s.Do(change); err != nil {
				t.Fatal(err)
			}
		}
		// The first way: core/coursemath.
		a, err := exact.Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		h, err := a.Harmonic([]int{0})
		if err != nil {
			t.Fatal(err)
		}
		// The second way: NumPy, from the exported archive, which is the second file.
		files, err := s.Files()
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), files[1].Name)
		if err := os.WriteFile(name, files[1].Data, 0o666); err != nil {
			t.Fatal(err)
		}
		x, err := json.Marshal(a.X)
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(python, "-c", stalksScript, name, string(x)).CombinedOutput()
		var got struct {
			H0, H1, Euler    int
			Energy           float64
			Values, Harmonic []float64
		}
		if err != nil {
			t.Fatalf("%s: stalksScript fails: %v, %s", start, err, out)
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%s: the output of stalksScript is no JSON: %v, %s", start, err, out)
		}
		// Both ways agree.
		if got.H0 != a.Dim.Dim || got.H1 != a.H1 || got.Euler != a.Euler {
			t.Errorf("%s: NumPy has dim H⁰ %d, dim H¹ %d, χ %d, the editor %d, %d, %d", start, got.H0, got.H1, got.Euler, a.Dim.Dim, a.H1, a.Euler)
		}
		if math.Abs(got.Energy-a.Energy) > 1e-12 {
			t.Errorf("%s: NumPy has the energy %v, the editor %v", start, got.Energy, a.Energy)
		}
		// Each pair of lists has NumPy's list first, and then the editor's list.
		for what, pair := range map[string][2][]float64{"eigenvalue": {got.Values, a.Values}, "harmonic number": {got.Harmonic, h.X}} {
			if len(pair[0]) != len(pair[1]) {
				t.Fatalf("%s: the editor has %d %ss, NumPy %d", start, len(pair[1]), what, len(pair[0]))
			}
			for k := range pair[0] {
				if math.Abs(pair[0][k]-pair[1][k]) > 1e-10 {
					t.Errorf("%s: %s %d is %v, by NumPy %v", start, what, k, pair[1][k], pair[0][k])
				}
			}
		}
	}
}
