package coursemath

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// scaledPath returns a path of n ≤ 9 nodes with stalks of dimension d. Each edge has the map first at its first end and the
// map second at its second end. The signal is 1 in coordinate 0 and empty elsewhere.
func scaledPath(t *testing.T, n, d int, first, second string) *SheafText {
	t.Helper()
	s, err := Start("path:"+string(rune('0'+n)), d)
	if err != nil {
		t.Fatal(err)
	}
	for e := range s.Edges {
		s.Edges[e].Maps = [2]string{first, second}
	}
	for k := range s.X {
		s.X[k] = ""
	}
	s.X[0] = "1"
	return s
}

// With maps 1 and 1/1000 the extension from one end is (1, 10³, …, 10¹²), without energy and unique.
// Floating-point numbers of 16 digits cannot decide this.
func TestHarmonicIsExact(t *testing.T) {
	a, err := Analyse(scaledPath(t, 5, 1, "1", "0.001"))
	if err != nil {
		t.Fatal(err)
	}
	h, err := a.Harmonic([]int{0})
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{1, 1e3, 1e6, 1e9, 1e12}; !slices.Equal(h.X, want) || h.Text[4] != "1000000000000" {
		t.Errorf("the extension is %v, its last number %s, want %v", h.X, h.Text[4], want)
	}
	if h.Energy != 0 || !h.Unique {
		t.Errorf("the extension has energy %g and is unique: %v, want 0 and true", h.Energy, h.Unique)
	}
	// Vectors[0] spans the kernel: it is this extension, divided by its length of nearly 10¹². So its last entry is nearly 1.
	if a.Dim.Dim != 1 {
		t.Fatalf("%+v, want dimension 1", a.Dim)
	}
	for k, v := range a.Vectors[0] {
		if want := math.Pow(1e3, float64(k-4)); math.Abs(v/want-1) > 1e-6 {
			t.Errorf("entry %d of the section is %g, want about %g", k, v, want)
		}
	}
	for k := range 4 {
		if r := a.Vectors[0][k+1] / a.Vectors[0][k]; math.Abs(r-1000) > 1e-10 {
			t.Errorf("entries %d and %d of the section have the ratio %.15g, want 1000", k+1, k, r)
		}
	}
}

// Residuals are orthogonal to every change of the open nodes, and the solution is orthogonal to the kernel of δ on the open nodes.
// Both hold exactly, in fractions, on four paths whose maps have fractions of very different sizes.
func TestHarmonicOptimality(t *testing.T) {
	for k, maps := range [][2]string{{"1 2 -1/3 0.001", "0 1 1 0"}, {"1000 0 0 0.001", "1 0.5 0.25 0.125"}, {"1 0 0 0", "1 0 0 0"}, {"0",
		"1/7"}} {
		s := scaledPath(t, 6, 2, maps[0], maps[1])
		s.X[3], s.X[10] = "-2/3", "5"
		a, err := Analyse(s)
		if err != nil {
			t.Fatalf("sheaf %d has no analysis: %v", k, err)
		}
		h, err := a.Harmonic([]int{0, 1, 5})
		if err != nil || len(h.Text) != 12 {
			t.Fatalf("sheaf %d has the extension %+v, %v, want 12 fractions", k, h, err)
		}
		// The path has 12 coordinates. Those of nodes 0, 1 and 5 are labelled, so 4 to 9 are open.
		delta := rationalDelta(s, a.maps)
		x := zeros(12)
		for i, text := range h.Text {
			if _, ok := x[i].SetString(text); !ok {
				t.Fatalf("entry %d, %q, is no fraction", i, text)
			}
		}
		for c := 4; c < 10; c++ {
			sum := new(big.Rat)
			for _, row := range delta {
				sum.Add(sum, new(big.Rat).Mul(row[c], ratDot(row, x)))
			}
			if sum.Sign() != 0 {
				t.Errorf("%d: the gradient by coordinate %d is %s, want 0", k, c, sum)
			}
		}
		// openDelta is a copy of the columns 4 to 9 of δ. Its kernel has the signals that can be added without a change of energy.
		var openDelta []ratVector
		for _, row := range delta {
			var openRow ratVector
			for _, v := range row[4:10] {
				openRow = append(openRow, new(big.Rat).Set(v))
			}
			openDelta = append(openDelta, openRow)
		}
		kernel := kernelBasis(openDelta, 6)
		if len(kernel) != h.Free || h.Unique != (h.Free == 0) {
			t.Errorf("%d: %d dimensions are free, want %d", k, h.Free, len(kernel))
		}
		for _, u := range kernel {
			if ratDot(u, x[4:10]).Sign() != 0 {
				t.Errorf("%d: the extension has a part in the kernel, so that a shorter one exists", k)
			}
		}
	}
}

// A sheaf of three edges without common nodes, whose small map has the energy 10⁻¹⁶: its dimension and the energies of its kernel are
// right, although rounding mixes the small eigenvalue with those of the kernel.
func TestKernelBesideTinyMaps(t *testing.T) {
	for _, small := range []string{"1e-8 | 0", "0.00000001 | 0.00000001", "1/100000000 | 0"} {
		s, err := ParseSheaf("d 1;node 0 0 a;node 0.1 0 b;node 0.2 0 c;node 0.3 0 d;node 0.4 0 e;node 0.5 0 f;edge 0 1 1 | 1;edge 2 3 1 | 3;" +
			"edge 4 5 " + small)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Analyse(s)
		if err != nil || a.Dim.Dim != 3 {
			t.Fatalf("%s: the analysis is %+v, error %v; want dim H⁰ = 3", small, a, err)
		}
		for k := range 3 {
			if energy := a.Rayleigh(a.Vectors[k]); !(energy < 1e-30) {
				t.Errorf("%s: kernel vector %d has the energy %g, want 0", small, k, energy)
			}
		}
	}
}

// The smallest eigenvalue of two edges of sizes 1 and 10⁻⁹ has many right digits, although in L it is lost in rounding.
// Sizes 1 and 10⁻¹⁴ are refused, with the condition number.
func TestEigenvaluesOfPoorlyScaledMaps(t *testing.T) {
	s := scaledPath(t, 3, 1, "1", "1")
	s.Edges[1].Maps = [2]string{"0.000000001", "0.000000001"}
	a, err := Analyse(s)
	if err != nil {
		t.Fatal(err)
	}
	// By Vieta, λ₂λ₃ is the sum of the principal minors 3·w for weights 1 and w = 10⁻¹⁸, and λ₃ = 2 + w/2 nearly.
	if want := 1.5e-18; math.Abs(a.Lambda2/want-1) > 1e-6 || math.Abs(a.Values[2]-2) > 1e-12 {
		t.Errorf("λ₂ = %g, want %g; λ₃ = %g, want 2", a.Lambda2, want, a.Values[2])
	}
	if r := a.Rayleigh(a.Vectors[1]); math.Abs(r/a.Lambda2-1) > 1e-5 {
		t.Errorf("the vector has the quotient %g, λ₂ is %g", r, a.Lambda2)
	}
	s.Edges[1].Maps = [2]string{"0.00000000000001", "0.00000000000001"}
	if _, err := Analyse(s); err == nil || !strings.Contains(err.Error(), "condition number") {
		t.Errorf("maps of sizes 1 and 1e-14: the error is %v, want one with the condition number", err)
	}
}

// The eigenvectors of sheaves whose maps differ in size form an orthonormal basis, and the first dim H⁰ of them lie in the kernel of δ.
// The numbers of the maps are rounded, so that the kernel is not computed in fractions.
func TestEigenvectorsBesideTinyMaps(t *testing.T) {
	for _, maps := range [][2]string{{"~1 | 3", "1e-8 | 0"}, {"~1 | 3", "1e-8 | 1e-8"}, {"~1 | 1", "3e-6 | 0"}, {"~1 | 0", "0 | 1e-5"}} {
		s, err := ParseSheaf("d 1;node 0 0 a;node 0.1 0 b;node 0.2 0 c;node 0.3 0 d;edge 0 1 " + maps[0] + ";edge 2 3 " + maps[1] + ";x 0 0 1 0")
		if err != nil {
			t.Fatal(err)
		}
		a, err := Analyse(s)
		if err != nil || a.Dim.Dim != 2 {
			t.Fatalf("%v: the analysis is %+v, error %v; want dim H⁰ = 2", maps, a, err)
		}
		for name, vectors := range map[string][][]float64{"L": a.Vectors, "L̂": a.HatVectors} {
			for k, v := range vectors {
				for j, u := range vectors {
					want := words.Either(j == k, 1.0, 0.0)
					if dot := linalg.Dot(u, v); math.Abs(dot-want) > 1e-9 {
						t.Errorf("%v: eigenvectors %d and %d of %s have the product %g, want %g", maps, j, k, name, dot, want)
					}
				}
			}
		}
		for k := range 2 {
			if energy := a.Rayleigh(a.Vectors[k]); !(energy < 1e-24) {
				t.Errorf("%v: kernel vector %d has the energy %g, want 0", maps, k, energy)
			}
		}
		// The limit of the heat flow keeps the part of the signal in the kernel: a projection changes no vector of the kernel.
		a.X = a.Vectors[1]
		if got := a.Project(); !nearAll(got, a.X, 1) {
			t.Errorf("%v: the projection of the kernel vector %v is %v", maps, a.X, got)
		}
	}
}

// A singular map on a cycle is an error, although elimination in floating-point numbers finds no pivot that is exactly 0.
// A regular map has the inverse computed by hand, also if its entries differ in size or are rounded.
func TestInverseOfMaps(t *testing.T) {
	for text, want := range map[string][]float64{"3 7 6 14": nil, "0.1 0.3 0.2 0.6": nil, "1 2 2 4": nil, "5 3 10 6": nil, "0": nil,
		"~0.1 0.3 0.2 0.6": nil, "~3 7 6 14": nil, "2": {0.5, 0, 0, 0.5}, "~1 2 3 4": {-2, 1, 1.5, -0.5}, "1 0 0 1e-15": {1, 0, 0, 1e15},
		"1 1 1 1.000000000000001": {1e15 + 1, -1e15, -1e15, 1e15}, "turn 90": {0, 1, -1, 0}, "turn 60 times 2": {0.25, math.Sqrt(3) / 4,
			-math.Sqrt(3) / 4, 0.25}, "~2 0 0 1e-6": {0.5, 0, 0, 1e6}} {
		s := Ring(3, 2)
		s.Edges[0].Maps[1] = text // of node 1, on the edge 0–1
		a, err := Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		h, err := a.Holonomy([]int{0, 1, 2})
		if want == nil {
			if err == nil || !strings.Contains(err.Error(), "carried from node 0 to node 1") {
				t.Errorf("%s: the holonomy is %+v, error %v; want an error with the direction", text, h, err)
			}
			if back, err := a.Holonomy([]int{0, 2, 1}); err != nil || len(back.Map) != 4 {
				t.Errorf("%s: in the other direction the holonomy is %+v, error %v", text, back, err)
			}
			continue
		}
		if err != nil || len(h.Map) != 4 {
			t.Errorf("%s: the holonomy is %+v, error %v", text, h, err)
			continue
		}
		for k, v := range want {
			if math.Abs(h.Map[k]-v) > 1e-12*math.Abs(v)+1e-15 {
				t.Errorf("%s: the holonomy has the entry %d %g, want %g", text, k, h.Map[k], v)
			}
		}
	}
}

// An edge with the invertible map F at both ends has L̂ = [I −I; −I I], whatever the sizes in F.
// Here F is diag(1, w) times a turn, so its block FᵀF has the condition number 1/w². If the other map is 0, L̂ has only the first block I.
func TestNormalisedWithPoorlyScaledBlocks(t *testing.T) {
	for _, w := range []float64{1, 1e-3, 1e-5, 1e-7, 1e-9, 1e-11} {
		tolerance := 1e-9 + 1e-14/w
		f := fmt.Sprintf("0.6 -0.8 %.15f %.15f", 0.8*w, 0.6*w)
		for _, second := range []string{f, "0 0 0 0"} {
			s, err := ParseSheaf("d 2;node 0 0 a;node 1 0 b;edge 0 1 " + f + " | " + second)
			if err != nil {
				t.Fatal(err)
			}
			a, err := Analyse(s)
			if err != nil {
				t.Fatalf("%s has no analysis: %v", s.Text(), err)
			}
			for i, row := range a.Hat {
				for j, v := range row {
					want := 0.0
					switch {
					case i == j && (i < 2 || second == f):
						want = 1
					case i != j && i%2 == j%2 && second == f:
						want = -1
					}
					if !(math.Abs(v-want) <= tolerance) {
						t.Errorf("%s: entry %d, %d of L̂ is %g, want %g", s.Text(), i, j, v, want)
					}
				}
			}
			if a.HatValues[1] != 0 || !(math.Abs(a.HatValues[2]-a.HatValues[3]) <= tolerance) {
				t.Errorf("%s: L̂ has the eigenvalues %v, want two zeros and two equal numbers", s.Text(), a.HatValues)
			}
		}
	}
}
