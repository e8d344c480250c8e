package sgpc

import (
	"math"
	"testing"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"

	"gonum.org/v1/gonum/mat"
)

// TestEveryChoiceOfMapsHasItsSpectrum shows spectrum, kernel, energies and
// accuracies for every choice of maps of neural sheaf diffusion. The identity has
// the eigenvalues of the graph, each d times, and on a connected graph a kernel of
// dimension d. Without maps, the kernel is the whole space.
func TestEveryChoiceOfMapsHasItsSpectrum(t *testing.T) {
	t.Parallel()
	for _, w := range peer.MapChoices {
		r := karateRun(t, func(c *settings.Config) {
			c.Model, c.Maps, c.D, c.Hidden, c.Layers, c.GapMode = "nsd-general", w[0], 2, 4, 2, "off"
		})
		for range 3 {
			r.StepEpoch()
		}
		g := r.Graph
		f := Frame(r, frame.Focus{Edge: 1, Spectrum: true})
		s := f.Spectrum
		if s == nil || !s.Complete || len(s.Values) != 2*g.N || len(f.Layers.Before) != 2 || f.Accuracy.Test < 0 {
			t.Fatalf("%s: %+v, %+v", w[0], s, f.Layers)
		}
		if low, high := s.Values[0], s.Values[len(s.Values)-1]; low < -1e-9 || high > 2 {
			t.Errorf("%s: eigenvalues from %g to %g", w[0], low, high)
		}
		energy := f.Layers.Before[1]
		if !(energy >= 0 && energy < 2) || (energy == 0) != (w[0] == "zero") {
			t.Errorf("%s: the energy is %g", w[0], energy)
		}
		switch w[0] {
		case "zero":
			if s.KernelDim != 2*g.N {
				t.Errorf("without maps the kernel has %d of %d dimensions", s.KernelDim, 2*g.N)
			}
		case "identity":
			lap, degree := mat.NewSymDense(g.N, nil), make([]float64, g.N)
			for _, e := range g.Edges {
				degree[e.I]++
				degree[e.J]++
			}
			for i, d := range degree {
				lap.SetSym(i, i, d/(d+1))
			}
			for _, e := range g.Edges {
				lap.SetSym(int(e.I), int(e.J), -1/math.Sqrt((degree[e.I]+1)*(degree[e.J]+1)))
			}
			var eig mat.EigenSym
			if !eig.Factorize(lap, false) {
				t.Fatal("no eigenvalues")
			}
			for k, v := range s.Values {
				if want := eig.Values(nil)[k/2]; math.Abs(v-want) > 1e-10 {
					t.Errorf("eigenvalue %d is %g, that of the graph %g", k, v, want)
				}
			}
			if s.KernelDim != 2 {
				t.Errorf("the kernel has dimension %d", s.KernelDim)
			}
		}
	}
}
