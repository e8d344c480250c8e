package cost

import (
	"testing"

	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

// TestWorkByHand compares the multiply-adds of each stage and phase, and the moved bytes
// of stages 1 and 2, with counts by hand. The graph has n = 3 nodes, m = 2 edges, 4
// stored features in 5 columns and 2 classes. d is 2, and there is one channel. A matrix
// of features has n·d = 6 numbers, the Laplacian n + 2m = 7 blocks of 4. A product of 2×2
// has 8 multiply-adds. Without dropout of the features the training pass shares stages 1
// to 5 with the evaluation. With two training nodes it computes two rows of the last
// stage.
func TestWorkByHand(t *testing.T) {
	c := settings.Default()
	c.D, c.Channels, c.Hidden, c.Q, c.Layers = 2, 1, 3, 1, 1
	c.Structure, c.Norm, c.GapMode, c.SVR, c.LearnDt = "off", "layer", "off", "exact", false
	c.Operator, c.AFMWeights, c.Residual, c.Head, c.Lift = "normalized", "softmax", true, "mlp", "ot"
	// count returns the work for an input dropout. The solve has 2 iterations in the
	// evaluation, 1 forward and 3 backward.
	count := func(dropout float64) StageWork {
		c.InputDropout = dropout
		s := Shape{Nodes: 3, Edges: 2, Features: 5, Entries: 4, Classes: 2}
		return WorkOf(s, c, 3, []SolveCount{{Iterations: [Phases]float64{2, 1, 3}}})
	}
	got, shared := count(0.5), count(0)
	// The columns are evaluation, forward pass and backward pass. The forward counts 130, 46
	// and 72 are the sums of the evaluation.
	want := map[int][3]float64{
		stage.Features: {4 * 2, 4 * 2, 4 * 2},          // every stored feature meets a row of W_in
		stage.Sinkhorn: {3 * 2 * 2, 3 * 2 * 2, 2 * 12}, // the product with U, which has two gradients
		stage.Maps:     {4 * 8, 4 * 8, 2 * 4 * 8},      // four maps, each a product of 2×2
		// four Gram matrices, three roots of 3 entries of 2 multiply-adds, four products, six
		// blocks; backward: three products for each of 4 maps, four for each of 3 nodes
		stage.Laplacian: {4*8 + 3*6 + 4*8 + 6*8, 130, 4*8 + 2*4*8 + 3*4*8},
		// the start: three inverses of 8, three blocks by one column, two inner
		// products; an iteration: seven blocks, three, and eight by 6; backward: also the
		// gradients of the input (6) and of the maps (104)
		stage.Diffusion: {(24 + 12 + 12) + 2*(28+12+48), 48 + 88, 48 + 3*88 + 6 + (2*(3+2)*4 + 4*2*8)},
		stage.Mixing:    {6 + 28 + 12, 46, 2*6 + 12 + 28 + 12 + 104},
		stage.Classes:   {3*3*6 + 3*2*3, 72, 2 * 72}, // each product has two gradients
	}
	for s, work := range got {
		for phase, w := range work {
			byHand := 0.0 // the update has no work in a stage
			if phase < 3 {
				byHand = want[s][phase]
			}
			if w.MultiplyAdds != byHand {
				t.Errorf("stage %d, phase %d: %v multiply-adds, by hand %v", s, phase, w.MultiplyAdds, byHand)
			}
			if s <= stage.Laplacian && phase == PhaseForward {
				byHand = 0
			}
			if m := shared[s][phase].MultiplyAdds; m != byHand {
				t.Errorf("shared, stage %d, phase %d: %v multiply-adds, by hand %v", s, phase, m, byHand)
			}
		}
	}
	// With two training nodes the training pass has two rows of the three products.
	c.InputDropout = 0.5
	twoRows := WorkOf(Shape{Nodes: 3, Edges: 2, Features: 5, Entries: 4, Classes: 2}, c, 2, nil)[stage.Classes]
	for phase, byHand := range map[int]float64{PhaseEvaluation: 72, PhaseForward: 48, PhaseBackward: 96} {
		if m := twoRows[phase].MultiplyAdds; m != byHand {
			t.Errorf("two training nodes, phase %d: %v multiply-adds, by hand %v", phase, m, byHand)
		}
	}
	// Bytes of stage 1: X (4 entries of 12 bytes), W_in and the product; bias and activation
	// read and write the product, and so does the normalisation. The training pass also
	// writes x̂, the dropout with a mask of one byte for each number, and the dropout of the
	// entries.
	evaluation := 4*12 + 8*(5*2+6) + 8*12 + 8*12 + 8*12.0
	if b := got[stage.Features]; b[PhaseEvaluation].Bytes != evaluation || b[PhaseForward].Bytes != evaluation+8*6+8*12+6+2*8*4 {
		t.Errorf("stage 1 moves %v bytes in the evaluation, by hand %v, and %v forward, by hand %v", b[PhaseEvaluation].Bytes, evaluation,
			b[PhaseForward].Bytes, evaluation+8*6+8*12+6+2*8*4)
	}
	if b := shared[stage.Features]; b[PhaseEvaluation].Bytes != evaluation+8*6 || b[PhaseForward].Bytes != 8*12+6 {
		t.Errorf("shared, stage 1 moves %v bytes in the evaluation, by hand %v, and %v forward, by hand %v", b[PhaseEvaluation].Bytes,
			evaluation+8*6, b[PhaseForward].Bytes, 8*12+6)
	}
	// Stage 2: the product with U has 3×2 features, 2×2 weights and 3×2 logits. Softmax and
	// measures then read and write 6 numbers each.
	if b := got[stage.Sinkhorn][PhaseEvaluation].Bytes; b != 8*(6+4+6+12+12) {
		t.Errorf("stage 2 moves %v bytes, by hand %v", b, 8*(6+4+6+12+12))
	}
}
