package api_test

import (
	"math"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/wasm/recipe"
	"sheafscope/web/api"
	"sheafscope/web/state"
)

// This file tests the snapshot that state() gives to a program: the single edge, and the dial at the level Look.

// Energy, dim H⁰ and λ₂ of OneEdge equal those of the edge's dense 2d × 2d Laplacian δᵀδ with δ = (F_u, −F_v). λ₂ is the smallest
// positive eigenvalue, or nil if there is none. The maps are identity, general, singular, numbers (d = 1) and zero.
func TestOneEdgeEqualsDenseLaplacian(t *testing.T) {
	// X has the vectors of u and v. Maps has F_u and F_v, by rows.
	for _, given := range []recipe.One{
		{X: [][]float64{{1, 0.62}, {-0.95, 0.28}}, Maps: [][]float64{{1, 0, 0, 1}, {1, 0, 0, 1}}},
		{X: [][]float64{{0.3, -2}, {1, 0.5}}, Maps: [][]float64{{0.4, -1.2, 0.7, 0.1}, {1.5, 0.2, -0.3, 0.9}}},
		{X: [][]float64{{0.3, -2}, {1, 0.5}}, Maps: [][]float64{{1, 0, 0, 0}, {0.5, 0, 0, 0}}},
		{X: [][]float64{{2}, {-1}}, Maps: [][]float64{{1}, {-0.5}}},
		{X: [][]float64{{2}, {-1}}, Maps: [][]float64{{0}, {0}}},
	} {
		s, _, _ := state.Update(state.New(recipe.Recipe{}), state.SetOne{One: given})
		got := api.NewSnapshot(&s, false).OneEdge
		d := len(given.X[0])
		laplacian, x := linalg.NewDense(2*d, 2*d), make([]float64, 2*d)
		delta := linalg.NewDense(d, 2*d)
		for i := range d {
			for k := range d {
				delta.Set(i, k, given.Maps[0][i*d+k])
				delta.Set(i, d+k, -given.Maps[1][i*d+k])
			}
			x[i], x[d+i] = given.X[0][i], given.X[1][i]
		}
		energy := 0.0
		for i := range 2 * d {
			for j := range 2 * d {
				for k := range d {
					laplacian.Set(i, j, laplacian.At(i, j)+delta.At(k, i)*delta.At(k, j))
				}
				energy += x[i] * laplacian.At(i, j) * x[j]
			}
		}
		// Eigenvalues up to 1e-9 belong to the kernel.
		values, _, err := linalg.EigSym(laplacian, linalg.ValuesOnly)
		if err != nil {
			t.Fatal(err)
		}
		kernel, lambda2 := 0, 0.0
		for _, v := range values {
			if v <= 1e-9 {
				kernel++
			} else if lambda2 == 0 {
				lambda2 = v
			}
		}
		if got == nil || got.H0 != kernel || math.Abs(got.Energy-energy) > 1e-12 {
			t.Errorf("%+v: OneEdge is %+v, want dim H⁰ %d and energy %g", given, got, kernel, energy)
			continue
		}
		if (got.Lambda2 == nil) != (lambda2 == 0) || got.Lambda2 != nil && math.Abs(*got.Lambda2-lambda2) > 1e-12 {
			t.Errorf("%+v: OneEdge is %+v, want λ₂ = %g (0: nil)", given, got, lambda2)
		}
	}
}

// At the level Look, state() describes the stored run of the dial's stop. Dial has the stop, its accuracy and its mistakes: with
// accuracy 0.75, 1 of 4 test nodes is wrong. Spectrum is an empty list and not nil. After a load the level is Research. Then state() has no
// dial and, until the graph arrives, no graph.
func TestSnapshotAtLookIsOfStop(t *testing.T) {
	s := state.New(state.FirstOf(state.LevelLook))
	s, _, _ = state.Update(s, state.Turn{Stop: 3, Stops: 4, Recipe: `{"graph":"ring","seed":7}`,
		State: `{"graph":{"name":"ring","n":5,"test":4},"model":"gcn","seed":7,"epoch":9,` +
			`"accuracy":{"test":0.75},"predictions":[0,1],"config":{"epochs":200}}`})
	got := api.NewSnapshot(&s, false)
	if got.Dial == nil || *got.Dial != (api.DialState{Stop: 3, Stops: 4, Accuracy: 0.75, Wrong: 1}) || got.Level != "look" {
		t.Errorf("at Look the snapshot has the dial %+v and the level %q", got.Dial, got.Level)
	}
	if got.Graph.N != 5 || got.Model != "gcn" || got.Epoch != 9 || got.Config.Epochs != 200 || got.Seed != 7 || got.Spectrum == nil {
		t.Errorf("at Look the snapshot of the run is %+v", got)
	}
	s, _, _ = state.Update(s, state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}})
	if got := api.NewSnapshot(&s, true); got.Level != "research" || got.Dial != nil || got.Graph != nil {
		t.Errorf("after load() the snapshot is %+v, want the level research, no dial and no graph", got)
	}
}
