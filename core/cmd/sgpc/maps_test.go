//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graphio"
)

// TestMapsCommand: spectra, kernel and energy of the sheaves of a file are those of a
// dense Laplacian put together from the coboundary, entry by entry.
func TestMapsCommand(t *testing.T) {
	const n, d, epochs, layers, c = 7, 2, 2, 2, 3
	edges := [][2]int{{0, 1}, {2, 1}, {2, 3}, {3, 4}, {4, 0}, {1, 4}, {5, 4}} // node 6 has none
	r := rand.New(rand.NewPCG(1, 2))
	var index []int64
	for end := range 2 {
		for _, e := range edges {
			index = append(index, int64(e[end]))
		}
	}
	random := func(size int) []float64 {
		out := make([]float64, size)
		for k := range out {
			out[k] = r.NormFloat64()
		}
		return out
	}
	m, count := len(edges), epochs*layers
	shape := []int{epochs, layers, m, d, d}
	maps := [2][]float64{random(count * m * d * d), random(count * m * d * d)}
	signal := random(count * n * d * c)
	var b bytes.Buffer
	if err := graphio.WriteNPZ(&b, []graphio.Array{
		{Name: "edge_index", Shape: []int{2, m}, Int: index}, {Name: "R_ij", Shape: shape, Float: maps[0]},
		{Name: "R_ji", Shape: shape, Float: maps[1]}, {Name: "num_nodes", Shape: []int{}, Int: []int64{n}},
		{Name: "signal", Shape: []int{epochs, layers, n * d, c}, Float: signal}}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "maps.npz")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	bin := command(t)
	const shift = 0.5
	var rep struct {
		N, M, D, Epochs, Layers, Euler int
		Stalks                         [2]int
		Maps                           []struct {
			Epoch, Layer            int
			Trace, Energy, Rayleigh float64
			H1                      int
			Spectrum, Normalized    struct {
				Values     []float64
				Kernel_dim int
				Lambda2    float64
				Complete   bool
			}
			Energy_normalized float64
		}
	}
	if err := json.Unmarshal(lastLine(run(t, false, bin, "maps", "-shift", "0.5", file)), &rep); err != nil {
		t.Fatal(err)
	}
	if rep.Stalks != [2]int{n * d, m * d} || rep.Euler != (n-m)*d {
		t.Errorf("stalks %v, χ = %d", rep.Stalks, rep.Euler)
	}
	if rep.N != n || rep.M != m || rep.D != d || rep.Epochs != epochs || rep.Layers != layers || len(rep.Maps) != count {
		t.Fatalf("%+v", rep)
	}
	for k, f := range rep.Maps {
		bound := mat.NewDense(m*d, n*d, nil) // the coboundary
		for e, ends := range edges {
			for end, sign := range []float64{1, -1} {
				for p := range d {
					for q := range d {
						bound.Set(e*d+p, ends[end]*d+q, sign*maps[end][((k*m+e)*d+p)*d+q])
					}
				}
			}
		}
		var lap mat.Dense
		lap.Mul(bound.T(), bound)
		var hat mat.Dense
		root := inverseRoot(t, &lap, n, d, shift)
		hat.Mul(root, &lap)
		hat.Mul(&hat, root)
		x := mat.NewDense(n*d, c, signal[k*n*d*c:(k+1)*n*d*c])
		energy := func(l *mat.Dense) float64 {
			var y, z mat.Dense
			y.Mul(l, x)
			z.Mul(x.T(), &y)
			return mat.Trace(&z)
		}
		near := func(what string, got, want float64) {
			t.Helper()
			if !(math.Abs(got-want) <= 1e-9*max(1, math.Abs(want))) {
				t.Errorf("sheaf %d: %s is %v, want %v", k, what, got, want)
			}
		}
		near("trace", f.Trace, mat.Trace(&lap))
		near("energy", f.Energy, energy(&lap))
		near("energy by L̂", f.Energy_normalized, energy(&hat))
		near("Rayleigh quotient", f.Rayleigh, energy(&lap)/math.Pow(mat.Norm(x, 2), 2))
		for what, s := range map[string]struct {
			got  []float64
			want *mat.Dense
		}{"L": {f.Spectrum.Values, &lap}, "L̂": {f.Normalized.Values, &hat}} {
			want := eigenvalues(t, s.want)
			if len(s.got) != len(want) {
				t.Fatalf("sheaf %d: %d eigenvalues of %s", k, len(s.got), what)
			}
			for i := range want {
				near(what, s.got[i], want[i])
			}
		}
		values := eigenvalues(t, &lap)
		kernel := slices.IndexFunc(values, func(v float64) bool { return v > 1e-8*max(1, values[len(values)-1]) })
		if f.Spectrum.Kernel_dim != kernel || kernel < d || !f.Spectrum.Complete || f.Epoch != k/layers || f.Layer != k%layers {
			t.Errorf("sheaf %d: %+v, a kernel of dimension %d", k, f, kernel)
		}
		near("λ₂", f.Spectrum.Lambda2, values[kernel])
		near("dim H¹", float64(f.H1), float64(m*d-n*d+kernel))
	}
	for _, bad := range [][]string{{"maps"}, {"maps", "-shift", "-1", file}, {"maps", file, file}} {
		if cmd := exec.Command(bin, bad...); cmd.Run() == nil || cmd.ProcessState.ExitCode() != 2 {
			t.Errorf("%v ends with %d", bad, cmd.ProcessState.ExitCode())
		}
	}
	plain := filepath.Join(t.TempDir(), "plain.csv")
	if err := os.WriteFile(plain, []byte("0,1\n1,2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(bin, "maps", plain).CombinedOutput(); err == nil || !strings.Contains(string(out), "R_ij and R_ji (m, d, d)") {
		t.Errorf("a file without maps: %v %s", err, out)
	}
}

// TestMapsOfUnequalStalks: with offsets in the file, spectra, kernel, dim H¹, χ and energy are those of a dense coboundary of
// its true size.
func TestMapsOfUnequalStalks(t *testing.T) {
	nodes, rows := []int{2, 0, 3, 1, 2}, []int{1, 2, 0, 3, 2, 1}
	edges := [][2]int{{0, 2}, {3, 2}, {1, 2}, {2, 4}, {0, 4}, {1, 3}}
	r := rand.New(rand.NewPCG(3, 4))
	offsets := func(dims []int) (out []int64) {
		out = []int64{0}
		for k, d := range dims {
			out = append(out, out[k]+int64(d))
		}
		return out
	}
	at, down := offsets(nodes), offsets(rows)
	delta := mat.NewDense(int(down[len(rows)]), int(at[len(nodes)]), nil)
	var index []int64
	var maps [2][]float64
	for end := range 2 {
		for e, ends := range edges {
			index = append(index, int64(ends[end]))
			for p := range rows[e] {
				for q := range nodes[ends[end]] {
					v := float64(r.IntN(5) - 2)
					if e == 3 && p == 2 { // as the row above, so that the rank is less than it could be
						v = maps[end][len(maps[end])-nodes[ends[end]]]
					}
					maps[end] = append(maps[end], v)
					delta.Set(int(down[e])+p, int(at[ends[end]])+q, v*float64(1-2*end))
				}
			}
		}
	}
	n, m := delta.RawMatrix().Cols, delta.RawMatrix().Rows
	signal := make([]float64, n)
	for k := range signal {
		signal[k] = r.NormFloat64()
	}
	var b bytes.Buffer
	if err := graphio.WriteNPZ(&b, []graphio.Array{{Name: "edge_index", Shape: []int{2, len(edges)}, Int: index},
		{Name: "node_offsets", Shape: []int{len(at)}, Int: at}, {Name: "edge_offsets", Shape: []int{len(down)}, Int: down},
		{Name: "R_ij", Shape: []int{len(maps[0])}, Float: maps[0]}, {Name: "R_ji", Shape: []int{len(maps[1])}, Float: maps[1]},
		{Name: "signal", Shape: []int{n}, Float: signal}}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "maps.npz")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	rep, err := readMaps(mapsSource{file: file}, 0.5, nil)
	if err != nil {
		t.Fatal(err)
	}
	var svd mat.SVD
	svd.Factorize(delta, mat.SVDNone)
	rank := 0
	for _, v := range svd.Values(nil) {
		if v > 1e-9 {
			rank++
		}
	}
	var lap, hat, y mat.Dense
	lap.Mul(delta.T(), delta)
	root := mat.NewDense(n, n, nil)
	for i, d := range nodes {
		if d > 0 {
			from, to := int(at[i]), int(at[i+1])
			root.Slice(from, to, from, to).(*mat.Dense).Copy(inverseRoot(t, mat.DenseCopyOf(lap.Slice(from, to, from, to)), 1, d, 0.5))
		}
	}
	hat.Product(root, &lap, root)
	y.Mul(&lap, mat.NewDense(n, 1, signal))
	f := rep.Maps[0]
	if rep.D != 3 || rep.Stalks != [2]int{n, m} || rep.Euler != n-m || !slices.Equal(rep.UnequalNodes, nodes) ||
		*f.L.KernelDim != n-rank || *f.Normalized.KernelDim != n-rank || *f.H1 != m-rank || *f.H1 == 0 {
		t.Errorf("%+v, want rank %d of %d×%d", rep, rank, m, n)
	}
	if want := mat.Dot(mat.NewVecDense(n, signal), y.ColView(0)); math.Abs(*f.Energy-want) > 1e-9 || math.Abs(f.Trace-mat.Trace(&lap)) > 1e-9 {
		t.Errorf("energy %v and trace %v, want %v and %v", *f.Energy, f.Trace, want, mat.Trace(&lap))
	}
	for what, s := range map[string]struct {
		got  []float64
		want *mat.Dense
	}{"L": {f.L.Values, &lap}, "L̂": {f.Normalized.Values, &hat}} {
		want := eigenvalues(t, s.want)
		if len(s.got) != len(want) {
			t.Fatalf("%d eigenvalues of %s, want %d", len(s.got), what, len(want))
		}
		for k := range want {
			if math.Abs(s.got[k]-want[k]) > 1e-9 {
				t.Errorf("eigenvalue %d of %s is %v, want %v", k, what, s.got[k], want[k])
			}
		}
	}
	if code := mapsCommand([]string{file}); code != 0 {
		t.Errorf("status %d", code)
	}
}

// inverseRoot is D^{-1/2} of the diagonal blocks of a Laplacian and a shift.
func inverseRoot(t *testing.T, lap *mat.Dense, n, d int, shift float64) *mat.Dense {
	t.Helper()
	out := mat.NewDense(n*d, n*d, nil)
	for i := range n {
		block := mat.NewSymDense(d, nil)
		for p := range d {
			for q := range p + 1 {
				v := lap.At(i*d+p, i*d+q)
				if p == q {
					v += shift
				}
				block.SetSym(p, q, v)
			}
		}
		var e mat.EigenSym
		if !e.Factorize(block, true) {
			t.Fatal("no eigenvalues of a block")
		}
		var v mat.Dense
		e.VectorsTo(&v)
		for p := range d {
			for q := range d {
				for k, x := range e.Values(nil) {
					out.Set(i*d+p, i*d+q, out.At(i*d+p, i*d+q)+v.At(p, k)*v.At(q, k)/math.Sqrt(x))
				}
			}
		}
	}
	return out
}

// eigenvalues returns the eigenvalues of a symmetric matrix by gonum, ascending.
func eigenvalues(t *testing.T, a *mat.Dense) []float64 {
	t.Helper()
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(s, false) {
		t.Fatal("no eigenvalues")
	}
	return e.Values(nil)
}

// TestMapsHolonomy: the product of transports round a cycle is that of the orthogonal factors of singular value decompositions.
func TestMapsHolonomy(t *testing.T) {
	const n, d = 5, 2
	edges := [][2]int{{0, 1}, {2, 1}, {2, 3}, {3, 0}, {1, 3}, {4, 3}}
	r := rand.New(rand.NewPCG(3, 4))
	m := len(edges)
	var index []int64
	var maps [2][]float64
	for end := range 2 {
		for _, e := range edges {
			index = append(index, int64(e[end]))
		}
		for range m * d * d {
			maps[end] = append(maps[end], r.NormFloat64())
		}
	}
	var b bytes.Buffer
	if err := graphio.WriteNPZ(&b, []graphio.Array{{Name: "edge_index", Shape: []int{2, m}, Int: index},
		{Name: "R_ij", Shape: []int{m, d, d}, Float: maps[0]}, {Name: "R_ji", Shape: []int{m, d, d}, Float: maps[1]}}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "maps.npz")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	bin := command(t)
	out := run(t, false, bin, "maps", "-cycle", "0, 1, 2, 3", file)
	var rep struct {
		Maps []struct {
			Holonomy struct {
				Cycles [][]int
				Fixed  int
				One    struct {
					Cycle       []int
					Map, Angles []float64
				}
			}
		}
	}
	if err := json.Unmarshal(lastLine(out), &rep); err != nil {
		t.Fatal(err)
	}
	h := rep.Maps[0].Holonomy
	want := mat.NewDense(d, d, []float64{1, 0, 0, 1})
	for k, i := range h.One.Cycle {
		j := h.One.Cycle[(k+1)%len(h.One.Cycle)]
		for e, ends := range edges {
			from, to := maps[0][e*d*d:(e+1)*d*d], maps[1][e*d*d:(e+1)*d*d]
			switch {
			case ends == [2]int{j, i}:
				from, to = to, from
			case ends != [2]int{i, j}:
				continue
			}
			var product, u, v, next mat.Dense
			product.Mul(mat.NewDense(d, d, to).T(), mat.NewDense(d, d, from))
			var svd mat.SVD
			if !svd.Factorize(&product, mat.SVDFull) {
				t.Fatal("no decomposition")
			}
			svd.UTo(&u)
			svd.VTo(&v)
			next.Mul(&u, v.T())
			next.Mul(&next, want)
			want = &next
		}
	}
	for k, x := range h.One.Map {
		if math.Abs(x-want.At(k/d, k%d)) > 1e-10 {
			t.Errorf("round %v an entry is %v, want %v", h.One.Cycle, x, want.At(k/d, k%d))
		}
	}
	if len(h.Cycles) != 2 || len(h.Cycles[0]) != 3 || h.Fixed != 0 || !strings.Contains(string(out), "round [0 1 2 3]") {
		t.Errorf("%+v\n%s", h, out)
	}
	for _, bad := range []string{"0,1", "0,x,1", "0,1,4", "0,1,9"} {
		if cmd := exec.Command(bin, "maps", "-cycle", bad, file); cmd.Run() == nil {
			t.Errorf("-cycle %s is taken", bad)
		}
	}
}
