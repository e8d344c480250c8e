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
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graphio"
)

// TestMapsHolonomy: the holonomy of a cycle equals the product of the orthogonal factors UVᵀ of GᵀF = UΣVᵀ over its edges, by gonum.
// F is the map of the node that the walk leaves, and G is the map of the node that it enters. The graph has two basic cycles, and no vector
// stays fixed on both. Impossible cycles are errors.
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
	// Multiply the orthogonal factors along the cycle. from and to are the maps of nodes i and j at edge e.
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
				t.Fatalf("gonum finds no singular values at edge %d", e)
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
			t.Errorf("entry %d of the holonomy of %v is %v, want %v", k, h.One.Cycle, x, want.At(k/d, k%d))
		}
	}
	if len(h.Cycles) != 2 || len(h.Cycles[0]) != 3 || h.Fixed != 0 {
		t.Errorf("%+v, want two cycles, the first of three nodes, and no fixed vector", h)
	}
	if !strings.Contains(string(out), "round [0 1 2 3]") {
		t.Errorf("the text does not have the cycle: %s", out)
	}
	// Too short, no number, no edge between 1 and 4, and no node 9.
	for _, bad := range []string{"0,1", "0,x,1", "0,1,4", "0,1,9"} {
		if err := exec.Command(bin, "maps", "-cycle", bad, file).Run(); err == nil {
			t.Errorf("-cycle %s is not refused", bad)
		}
	}
}
