package claims

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// theorem3 is Theorem 3 (equations 27 and 28), checked by the gain of the matrix
// ascent L' = L + η vvᵀ.
var theorem3 = row{
	Claim: Claim{ID: "thm3", Title: "Theorem 3: every ascent step gains c_w/4", Relation: ">=",
		Statement: "λ2(L + η vvᵀ) − λ2(L) ≥ c_w/4",
		Note: "Exact: λ2(L + η vvᵀ) = min(λ2+η, λ3), so the gain stops at λ3 − λ2. C6, K4 and the star S5 gain 0. " +
			"What is gained a sheaf of the graph can keep: stage 10 shows how much of it the nearest one does."},
	sides: [2]string{"gain", "claimed"},
	check: func(in *Input, c Claim) Claim {
		if in.Armijo <= 0 || in.Lambda3 < in.Lambda2 || in.Lambda2 <= 0 {
			return c.missing("λ2, λ3 and c_w")
		}
		eta, gain := backtrack(in.Lambda3-in.Lambda2, in.Armijo)
		c.Note += fmt.Sprintf(" Here λ3 − λ2 = %.6g and back-tracking from 1 stops at η = %.3g.", in.Lambda3-in.Lambda2, eta)
		return c.judge(gain, in.Armijo/4, eta > 0)
	},
	run: Case{Title: "the karate club", Graph: "karate", Settings: settings("gap_mode", "sheaf", "armijo", "0.5"), Epochs: 1,
		Shows: "the gain stops at λ3 − λ2, which is below c_w/4"},
	small: func(x *small) error {
		for _, g := range []struct {
			name string
			g    *graph.Graph
		}{{"c6", graph.Ring(6, false)}, {"k4", graph.Complete(4)}, {"s5", graph.Star(5)}} {
			s, err := constant(g.g)
			if err != nil {
				return err
			}
			gain, err := liftedLambda2(g.g, s, 1)
			if err != nil {
				return err
			}
			x.add(g.name, g.g.Name+", c_w = ½", "λ2 is multiple: raising one copy leaves the others, measured with η = 1.", gain-s.Values[1], 0.5/4)
		}
		return nil
	},
}

// liftedLambda2 returns λ₂ of L + η vvᵀ by a full solve.
func liftedLambda2(g *graph.Graph, s *spectral.Spectrum, eta float64) (float64, error) {
	l := sheaf.NewLaplacian(g.N, 1, g.Edges)
	l.Assemble(sheaf.Constant(g.N, 1, g.Edges))
	v := make([]float64, g.N)
	for i := range v {
		v[i] = s.Vectors.At(i, s.KernelDim)
	}
	up, err := spectral.Full(spectral.RankOne{Base: l.Operator(), V: v, Eta: eta}, 0, false)
	if err != nil {
		return 0, err
	}
	return up.Values[s.KernelDim], nil
}

// backtrack halves η from 1 until min(η, room) ≥ c_w·η.
func backtrack(room, cw float64) (eta, gain float64) {
	eta = 1
	for range 60 {
		if g := min(eta, room); g > 0 && g >= cw*eta {
			return eta, g
		}
		eta /= 2
	}
	return 0, 0
}
