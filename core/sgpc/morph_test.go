package sgpc

import (
	"math"
	"testing"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"

	"gonum.org/v1/gonum/mat"
)

// This file tests the spectra of neural sheaf diffusion for each choice of its maps.

// TestEveryChoiceOfMapsHasItsSpectrum trains neural sheaf diffusion with every choice of maps,
// with d = 2 and two layers, for three epochs. The frame has all 2n eigenvalues, an energy of
// each layer and an accuracy. The eigenvalues are between 0 and 2, and the energy of the second
// layer is 0 for zero maps alone. For identities the eigenvalues are those of the normalised
// graph Laplacian (by gonum), each d times, and the kernel has dimension d. For zero maps the
// kernel is the whole space.
func TestEveryChoiceOfMapsHasItsSpectrum(t *testing.T) {
	t.Parallel()
	for _, choice := range peer.MapChoices { // the name of the choice, and its label
		r := karateRun(t, func(c *settings.Config) {
			c.Model, c.Maps, c.D, c.Hidden, c.Layers, c.GapMode = "nsd-general", choice[0], 2, 4, 2, "off"
		})
		for range 3 {
			r.StepEpoch()
		}
		g := r.Graph
		f := Frame(r, frame.Focus{Edge: 1, Spectrum: true})
		s := f.Spectrum
		if s == nil || !s.Complete || len(s.Values) != 2*g.N {
			t.Fatalf("%s: the spectrum is %+v, want %d eigenvalues", choice[0], s, 2*g.N)
		}
		if len(f.Layers.Before) != 2 || f.Accuracy.Test < 0 {
			t.Fatalf("%s: the layers are %+v, the test accuracy is %v", choice[0], f.Layers, f.Accuracy.Test)
		}
		if low, high := s.Values[0], s.Values[len(s.Values)-1]; low < -1e-9 || high > 2 {
			t.Errorf("%s: eigenvalues from %g to %g, want between 0 and 2", choice[0], low, high)
		}
		energy := f.Layers.Before[1]
		if !(energy >= 0 && energy < 2) {
			t.Errorf("%s: the energy is %g, want between 0 and 2", choice[0], energy)
		}
		if hasMaps := choice[0] != "zero"; (energy > 0) != hasMaps {
			t.Errorf("%s: the energy is %g, want more than 0: %v", choice[0], energy, hasMaps)
		}
		switch choice[0] {
		case "zero":
			if s.KernelDim != 2*g.N {
				t.Errorf("without maps the kernel has %d dimensions, want %d", s.KernelDim, 2*g.N)
			}
		case "identity":
			// The dense graph Laplacian, normalised by degrees plus one.
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
					t.Errorf("eigenvalue %d is %g, the graph Laplacian has %g", k, v, want)
				}
			}
			if s.KernelDim != 2 {
				t.Errorf("the kernel has dimension %d, want 2", s.KernelDim)
			}
		}
	}
}
