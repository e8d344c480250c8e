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

// TestMapsCommand: the report of the command maps on a file with four sheaves, two epochs of two layers, equals a computation by gonum.
// There δ is set entry by entry, and L = δᵀδ. The test compares the spectra of L and of L̂ with a shift, kernel, dim H¹, λ₂, trace,
// energies and Rayleigh quotient. It also compares the sizes, the Euler characteristic, and the epoch and layer of each sheaf.
// Wrong usage ends with status 2. A file without maps is an error that names the arrays.
func TestMapsCommand(t *testing.T) {
	const n, d, epochs, layers, c = 7, 2, 2, 2, 3
	edges := [][2]int{{0, 1}, {2, 1}, {2, 3}, {3, 4}, {4, 0}, {1, 4}, {5, 4}} // node 6 has no edge
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
	// The file has the maps of the first and the second end of each edge, in arrays over epochs, layers and edges, and signals of c channels.
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
		t.Errorf("stalks %v and χ = %d, want %v and %d", rep.Stalks, rep.Euler, [2]int{n * d, m * d}, (n-m)*d)
	}
	if rep.N != n || rep.M != m || rep.D != d {
		t.Fatalf("%d nodes, %d edges and dimension %d, want %d, %d, %d", rep.N, rep.M, rep.D, n, m, d)
	}
	if rep.Epochs != epochs || rep.Layers != layers || len(rep.Maps) != count {
		t.Fatalf("%d epochs, %d layers and %d sheaves, want %d, %d, %d", rep.Epochs, rep.Layers, len(rep.Maps), epochs, layers, count)
	}
	for k, f := range rep.Maps {
		// δ, L = δᵀδ, and L̂ = RLR with R = (D + shift)^(-1/2) for the diagonal blocks D of L.
		delta := mat.NewDense(m*d, n*d, nil)
		for e, ends := range edges {
			for end, sign := range []float64{1, -1} {
				for entry := range d * d {
					p, q := entry/d, entry%d // row and column of the map
					delta.Set(e*d+p, ends[end]*d+q, sign*maps[end][(k*m+e)*d*d+entry])
				}
			}
		}
		var lap mat.Dense
		lap.Mul(delta.T(), delta)
		var hat mat.Dense
		root := inverseRoot(t, &lap, n, d, shift)
		hat.Mul(root, &lap)
		hat.Mul(&hat, root)
		// The energy is tr(xᵀLx).
		x := mat.NewDense(n*d, c, signal[k*n*d*c:(k+1)*n*d*c])
		energy := func(l *mat.Dense) float64 {
			var y, z mat.Dense
			y.Mul(l, x)
			z.Mul(x.T(), &y)
			return mat.Trace(&z)
		}
		near := func(quantity string, got, want float64) {
			t.Helper()
			if !(math.Abs(got-want) <= 1e-9*max(1, math.Abs(want))) {
				t.Errorf("sheaf %d: %s is %v, want %v", k, quantity, got, want)
			}
		}
		near("trace", f.Trace, mat.Trace(&lap))
		near("energy", f.Energy, energy(&lap))
		near("energy by L̂", f.Energy_normalized, energy(&hat))
		near("Rayleigh quotient", f.Rayleigh, energy(&lap)/math.Pow(mat.Norm(x, 2), 2))
		for name, operator := range map[string]struct {
			got    []float64
			matrix *mat.Dense
		}{"L": {f.Spectrum.Values, &lap}, "L̂": {f.Normalized.Values, &hat}} {
			want := eigenvalues(t, operator.matrix)
			if len(operator.got) != len(want) {
				t.Fatalf("sheaf %d: %d eigenvalues of %s, want %d", k, len(operator.got), name, len(want))
			}
			for i := range want {
				near("an eigenvalue of "+name, operator.got[i], want[i])
			}
		}
		// The dimension of the kernel is the number of eigenvalues up to a tolerance. It is at least d, since node 6 has no edge.
		values := eigenvalues(t, &lap)
		kernel := slices.IndexFunc(values, func(v float64) bool { return v > 1e-8*max(1, values[len(values)-1]) })
		if f.Spectrum.Kernel_dim != kernel || kernel < d || !f.Spectrum.Complete {
			t.Errorf("sheaf %d: the spectrum is %+v, want it complete with a kernel of dimension %d", k, f.Spectrum, kernel)
		}
		if f.Epoch != k/layers || f.Layer != k%layers {
			t.Errorf("sheaf %d has epoch %d and layer %d, want %d and %d", k, f.Epoch, f.Layer, k/layers, k%layers)
		}
		near("λ₂", f.Spectrum.Lambda2, values[kernel])
		near("dim H¹", float64(f.H1), float64(m*d-n*d+kernel))
	}
	for _, bad := range [][]string{{"maps"}, {"maps", "-shift", "-1", file}, {"maps", file, file}} {
		cmd := exec.Command(bin, bad...)
		if err := cmd.Run(); err == nil || cmd.ProcessState.ExitCode() != 2 {
			t.Errorf("%v ends with %d, want 2", bad, cmd.ProcessState.ExitCode())
		}
	}
	plain := filepath.Join(t.TempDir(), "plain.csv")
	if err := os.WriteFile(plain, []byte("0,1\n1,2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(bin, "maps", plain).CombinedOutput(); err == nil || !strings.Contains(string(out), "R_ij and R_ji (m, d, d)") {
		t.Errorf("a file without maps: %v, want an error that names the arrays R_ij and R_ji: %s", err, out)
	}
}

// unequalMapsFile writes maps between stalks of unequal dimensions to a file, and returns its name. ends has the first ends of all edges,
// then the second ends. The offsets are the first coordinate of each stalk, and then the number of all coordinates. A signal of nil is left
// out.
func unequalMapsFile(t *testing.T, ends, nodeOffsets, edgeOffsets []int64, maps [2][]float64, signal []float64) string {
	t.Helper()
	arrays := []graphio.Array{{Name: "edge_index", Shape: []int{2, len(ends) / 2}, Int: ends},
		{Name: "node_offsets", Shape: []int{len(nodeOffsets)}, Int: nodeOffsets},
		{Name: "edge_offsets", Shape: []int{len(edgeOffsets)}, Int: edgeOffsets},
		{Name: "R_ij", Shape: []int{len(maps[0])}, Float: maps[0]}, {Name: "R_ji", Shape: []int{len(maps[1])}, Float: maps[1]}}
	if signal != nil {
		arrays = append(arrays, graphio.Array{Name: "signal", Shape: []int{len(signal)}, Float: signal})
	}
	var b bytes.Buffer
	if err := graphio.WriteNPZ(&b, arrays); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "maps.npz")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestMapsOfUnequalStalks: a file may have offsets of its stalks, which then differ in dimension. Spectra, kernel, dim H¹, χ, trace and
// energy equal those by gonum of a dense δ, whose rows and columns are those of the unequal stalks.
func TestMapsOfUnequalStalks(t *testing.T) {
	nodes, rows := []int{2, 0, 3, 1, 2}, []int{1, 2, 0, 3, 2, 1} // dimensions of node stalks and of edge stalks
	edges := [][2]int{{0, 2}, {3, 2}, {1, 2}, {2, 4}, {0, 4}, {1, 3}}
	r := rand.New(rand.NewPCG(3, 4))
	offsets := func(dims []int) (out []int64) {
		out = []int64{0}
		for k, d := range dims {
			out = append(out, out[k]+int64(d))
		}
		return out
	}
	// The offsets are the first column of each node in δ, and the first row of each edge.
	nodeOffsets, edgeOffsets := offsets(nodes), offsets(rows)
	delta := mat.NewDense(int(edgeOffsets[len(rows)]), int(nodeOffsets[len(nodes)]), nil)
	var index []int64
	var maps [2][]float64
	for end := range 2 {
		for e, ends := range edges {
			index = append(index, int64(ends[end]))
			node, sign := ends[end], float64(1-2*end) // δ has the maps of second ends with a minus
			width := nodes[node]
			for entry := range rows[e] * width {
				p, q := entry/width, entry%width // row and column of the map
				v := float64(r.IntN(5) - 2)
				if e == 3 && p == 2 { // equal to the row above, so that δ does not have full rank
					v = maps[end][len(maps[end])-width]
				}
				maps[end] = append(maps[end], v)
				delta.Set(int(edgeOffsets[e])+p, int(nodeOffsets[node])+q, sign*v)
			}
		}
	}
	n, m := delta.RawMatrix().Cols, delta.RawMatrix().Rows
	signal := make([]float64, n)
	for k := range signal {
		signal[k] = r.NormFloat64()
	}
	file := unequalMapsFile(t, index, nodeOffsets, edgeOffsets, maps, signal)
	rep, err := readMaps(mapsSource{file: file}, 0.5, nil)
	if err != nil {
		t.Fatal(err)
	}
	// The same quantities by gonum: the rank of δ, L = δᵀδ, and L̂ with the roots of the diagonal blocks.
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
			from, to := int(nodeOffsets[i]), int(nodeOffsets[i+1])
			block := mat.DenseCopyOf(lap.Slice(from, to, from, to))
			root.Slice(from, to, from, to).(*mat.Dense).Copy(inverseRoot(t, block, 1, d, 0.5))
		}
	}
	hat.Product(root, &lap, root)
	y.Mul(&lap, mat.NewDense(n, 1, signal))
	f := rep.Maps[0]
	if rep.D != 3 || rep.Stalks != [2]int{n, m} || rep.Euler != n-m || !slices.Equal(rep.UnequalNodes, nodes) {
		t.Errorf("%+v, want largest dimension 3, stalks %v of %d and %d dimensions", rep, nodes, n, m)
	}
	if *f.L.KernelDim != n-rank || *f.Normalized.KernelDim != n-rank {
		t.Errorf("the kernels have dimensions %d and %d, want %d", *f.L.KernelDim, *f.Normalized.KernelDim, n-rank)
	}
	if *f.H1 != m-rank || *f.H1 == 0 {
		t.Errorf("dim H¹ = %d, want %d and not 0", *f.H1, m-rank)
	}
	energy, trace := mat.Dot(mat.NewVecDense(n, signal), y.ColView(0)), mat.Trace(&lap)
	if math.Abs(*f.Energy-energy) > 1e-9 || math.Abs(f.Trace-trace) > 1e-9 {
		t.Errorf("energy %v and trace %v, want %v and %v", *f.Energy, f.Trace, energy, trace)
	}
	for name, operator := range map[string]struct {
		got    []float64
		matrix *mat.Dense
	}{"L": {f.L.Values, &lap}, "L̂": {f.Normalized.Values, &hat}} {
		want := eigenvalues(t, operator.matrix)
		if len(operator.got) != len(want) {
			t.Fatalf("%d eigenvalues of %s, want %d", len(operator.got), name, len(want))
		}
		for k := range want {
			if math.Abs(operator.got[k]-want[k]) > 1e-9 {
				t.Errorf("eigenvalue %d of %s is %v, want %v", k, name, operator.got[k], want[k])
			}
		}
	}
	if code := mapsCommand([]string{file}); code != 0 {
		t.Errorf("the command maps ends with %d, want 0", code)
	}
}

// inverseRoot returns (D + shift)^(-1/2), where D has the n diagonal blocks of order d of a Laplacian, by the eigenvectors of each block.
func inverseRoot(t *testing.T, lap *mat.Dense, n, d int, shift float64) *mat.Dense {
	t.Helper()
	// For each block, the sum of v vᵀ/√x over its eigenpairs.
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
			t.Fatalf("gonum finds no eigenvalues of block %d", i)
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

// eigenvalues returns the eigenvalues of the symmetric part of a matrix by gonum, ascending.
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
		t.Fatal("gonum finds no eigenvalues")
	}
	return e.Values(nil)
}
