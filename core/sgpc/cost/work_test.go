package cost

import (
	"testing"

	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

// TestWorkByHand counts n = 3, m = 2 with 4 features in 5 columns, d = 2, one
// channel: w = 6 numbers a matrix of features, 7 blocks of 4 in the Laplacian.
func TestWorkByHand(t *testing.T) {
	c := settings.Default()
	c.D, c.Channels, c.Hidden, c.Q, c.Layers = 2, 1, 3, 1, 1
	c.Structure, c.Norm, c.GapMode, c.SVR, c.LearnDt = "off", "layer", "off", "exact", false
	c.Operator, c.AFMWeights, c.Residual, c.Head, c.Lift = "normalized", "softmax", true, "mlp", "ot"
	count := func(dropout float64) StageWork {
		c.InputDropout = dropout
		s := Shape{Nodes: 3, Edges: 2, Features: 5, Entries: 4, Classes: 2}
		return WorkOf(s, c, 3, []SolveCount{{Iterations: [Phases]float64{2, 1, 3}}})
	}
	got, shared := count(0.5), count(0) // without dropout of features the training pass leaves stages 1 to 5 to the evaluation
	want := map[int][3]float64{
		stage.Features: {4 * 2, 4 * 2, 4 * 2}, // every stored feature meets a row of W_in
		stage.Sinkhorn: {3 * 2 * 2, 3 * 2 * 2, 2 * 12},
		stage.Maps:     {4 * 8, 4 * 8, 2 * 4 * 8}, // four maps, each a product of 2×2
		// four Gram matrices, three roots of 2·3 sums of 2, each of two products in
		// one, four products, six blocks
		stage.Laplacian: {4*8 + 3*6 + 4*8 + 6*8, 130, 4*8 + 2*4*8 + 3*4*8},
		// the start: three inverses of 8, three blocks by one column, two inner
		// products; an iteration: seven blocks, three, and eight by 6
		stage.Diffusion: {(24 + 12 + 12) + 2*(28+12+48), 48 + 88, 48 + 3*88 + 6 + (2*(3+2)*4 + 4*2*8)},
		stage.Mixing:    {6 + 28 + 12, 46, 2*6 + 12 + 28 + 12 + 104},
		stage.Classes:   {3*3*6 + 3*2*3, 72, 144},
	}
	for of, work := range got {
		for phase, w := range work {
			expect := 0.0
			if phase < 3 {
				expect = want[of][phase]
			}
			if w.MultiplyAdds != expect {
				t.Errorf("stage %d, phase %d: %v multiply-adds, by hand %v", of, phase, w.MultiplyAdds, expect)
			}
			if of <= stage.Laplacian && phase == PhaseForward {
				expect = 0
			}
			if m := shared[of][phase].MultiplyAdds; m != expect {
				t.Errorf("shared, stage %d, phase %d: %v multiply-adds, by hand %v", of, phase, m, expect)
			}
		}
	}
	// With two training nodes the training pass has two rows of the three products.
	c.InputDropout = 0.5
	two := WorkOf(Shape{Nodes: 3, Edges: 2, Features: 5, Entries: 4, Classes: 2}, c, 2, nil)[stage.Classes]
	if f, b := two[PhaseForward].MultiplyAdds, two[PhaseBackward].MultiplyAdds; two[PhaseEvaluation].MultiplyAdds != 72 || f != 48 || b != 96 {
		t.Errorf("two of three rows: %v multiply-adds, %v and %v", two[PhaseEvaluation].MultiplyAdds, f, b)
	}
	// X (4 entries of 12 bytes), W_in, the product; bias and activation over it;
	// the normalisation, in training with x̂ beside it; dropout with a byte a
	// number for its mask; dropout of the entries.
	evaluation := 4*12 + 8*(5*2+6) + 8*12 + 8*12 + 8*12.0
	if b := got[stage.Features]; b[PhaseEvaluation].Bytes != evaluation || b[PhaseForward].Bytes != evaluation+8*6+8*12+6+2*8*4 {
		t.Errorf("stage 1 moves %v and %v bytes, by hand %v", b[PhaseEvaluation].Bytes, b[PhaseForward].Bytes, evaluation)
	}
	if b := shared[stage.Features]; b[PhaseEvaluation].Bytes != evaluation+8*6 || b[PhaseForward].Bytes != 8*12+6 {
		t.Errorf("shared, stage 1 moves %v and %v bytes", b[PhaseEvaluation].Bytes, b[PhaseForward].Bytes)
	}
	// U's product: 3×2 features, 2×2 weights, 3×2 logits; then softmax and measures
	// read and write 6.
	if b := got[stage.Sinkhorn][PhaseEvaluation].Bytes; b != 8*(6+4+6+12+12) {
		t.Errorf("stage 2 moves %v bytes", b)
	}
}
