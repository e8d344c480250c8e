package sgpc

import (
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
)

// TestNoSpectrumBeyond shows a graph with more than MaxSpectrum rows. The frame has
// no spectrum, the claims that need a spectrum state that, and the other claims are
// evaluated.
func TestNoSpectrumBeyond(t *testing.T) {
	g, split := memoryGraph(frame.MaxSpectrum/2+1, 20_000, 4, 2)
	cfg, err := method.Configure(g, split, "sgpc", "paper", 1)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Channels, cfg.Hidden = 2, 4
	r, err := New(g, split, cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.StepEpoch()
	f := Frame(r, frame.Focus{Spectrum: true}, frame.Once{Claims: true})
	if f.Spectrum != nil {
		t.Errorf("a spectrum of %d rows", f.Spectrum.Dim)
	}
	evaluated := map[string]bool{}
	for _, c := range f.Claims {
		evaluated[c.ID] = c.Evaluated
	}
	if !evaluated["thm1"] || !evaluated["lemma1"] || evaluated["thm3"] || evaluated["resolvent"] {
		t.Errorf("evaluated: %v", evaluated)
	}
}
