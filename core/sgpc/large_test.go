package sgpc

import (
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
)

// TestNoSpectrumBeyond makes a frame of a run whose operator has more than MaxSpectrum rows.
// The frame has no spectrum. The claims thm3 and resolvent, which need the spectrum, are not
// evaluated; thm1 and lemma1 are.
func TestNoSpectrumBeyond(t *testing.T) {
	// The operator has d = 2 rows for each node.
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
		t.Errorf("the frame has a spectrum of %d rows, want none", f.Spectrum.Dim)
	}
	evaluated := map[string]bool{}
	for _, c := range f.Claims {
		evaluated[c.ID] = c.Evaluated
	}
	for id, want := range map[string]bool{"thm1": true, "lemma1": true, "thm3": false, "resolvent": false} {
		if evaluated[id] != want {
			t.Errorf("claim %s is evaluated: %v, want %v", id, evaluated[id], want)
		}
	}
}
