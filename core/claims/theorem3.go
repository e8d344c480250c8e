// This file checks Theorem 3, the gain of an ascent step in λ₂.

package claims

import (
	"sheafscope/core/graph"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
	"sheafscope/core/words"
)

// theorem3 is Theorem 3 (equations 27 and 28), checked by the gain of the step L' = L + η vvᵀ.
// v is the unit eigenvector of L for the eigenvalue λ₂. c_w is the field Armijo of the input.
var theorem3 = claimRow{
	Claim: Claim{ID: "thm3", Title: "Theorem 3: every ascent step gains c_w/4", Relation: ">=",
		Statement: "λ2(L + η vvᵀ) − λ2(L) ≥ c_w/4 for the step η of a Wolfe line search",
		Note: "Exact: λ2(L + η vvᵀ) = min(λ2+η, λ3), so the gain stops at λ3 − λ2. It is 0 where λ2 is multiple, as for the graphs C6, K4 " +
			"and S5: no step passes the line search. Stage 10 shows the part of the gain that the nearest sheaf of the graph keeps.",
		Answer: "c_w/4 is promised for a simple λ2, once the full step η = 1 survives the line search.",
		Reply: "Equation 28 promises it for every epoch, and theorem 4 and lemma 2 use it so. λ2 is simple in the run and in the smallest " +
			"case, and the line search finds a step."},
	sides: [2]string{"gain", "claimed"},
	check: func(in *Input, c Claim) Claim {
		// λ₃ below λ₂ means that λ₃ is unknown.
		if in.Armijo <= 0 || in.Lambda3 < in.Lambda2 || in.Lambda2 <= 0 {
			return c.missing("λ2, λ3 and c_w")
		}
		// λ₂(L + η vvᵀ) = min(λ₂ + η, λ₃), so no step gains more than room.
		room := in.Lambda3 - in.Lambda2
		eta, gain := backtrack(room, in.Armijo)
		c.Note += " Here λ3 − λ2 = " + words.Digits(room, 6) + " and back-tracking from 1 stops at η = " + words.Digits(eta, 3) + "."
		// The assumptions are a step that passes the line search, and a simple λ₂.
		return c.judge(gain, in.Armijo/4, eta > 0 && room > multiplicityTol*in.Lambda3)
	},
	failingRun: Case{Title: "the karate club", Graph: "karate", Settings: settings("gap_mode", "sheaf", "armijo", "0.5"), Epochs: 1,
		Shows: "the gain stops at λ3 − λ2, which is below c_w/4"},
	counterexample: func(x *smallCases) error {
		g := graph.Path(16) // 16 nodes are enough for a gain below c_w/4
		s, err := constantSpectrum(g)
		if err != nil {
			return err
		}
		// A path is connected, so Values[0] is 0, Values[1] is λ₂, and Values[2] is λ₃. c_w is 0.5.
		eta, _ := backtrack(s.Values[2]-s.Values[1], 0.5)
		after, err := liftedLambda2(g, s, eta)
		if err != nil {
			return err
		}
		return x.add("path:n=16", g.Name+", c_w = ½", "λ2 is simple, and the line search stops at η = "+words.Digits(eta, 3)+
			". Longer paths gain less: λ3 − λ2 falls like 3π²/n².", after-s.Values[1], 0.5/4)
	},
}

// multiplicityTol is the relative difference of λ₂ and λ₃ up to which λ₂ counts as a multiple eigenvalue.
const multiplicityTol = 1e-9

// liftedLambda2 returns λ₂(L + η vvᵀ), where L is the graph Laplacian of g. s is the spectrum of L, and v is the unit eigenvector of λ₂(L).
func liftedLambda2(g *graph.Graph, s *spectral.Spectrum, eta float64) (float64, error) {
	l := sheaf.NewLaplacian(g.N, 1, g.Edges)
	l.Assemble(sheaf.Constant(g.N, 1, g.Edges))
	v := make([]float64, g.N)
	for i := range v {
		v[i] = s.Vectors.At(i, s.KernelDim) // the first eigenvector above the kernel
	}
	// 0 stands for the default tolerance of the kernel.
	lifted, err := spectral.Full(spectral.RankOne{Base: l.Operator(), V: v, Eta: eta}, 0, spectral.ValuesOnly)
	if err != nil {
		return 0, err
	}
	return lifted.Values[s.KernelDim], nil // the first eigenvalue above the kernel
}

// backtrack is the line search: it halves the step η, from 1 on, until the gain min(η, room) of the step is at least c_w·η.
// room is λ₃ − λ₂, the largest possible gain. backtrack returns zeros if room is not positive, or if none of maxTrials steps passes.
func backtrack(room, cw float64) (eta, gain float64) {
	const maxTrials = 60 // 2⁻⁶⁰ is smaller than the rounding error of 1
	eta = 1
	for range maxTrials {
		gain = min(eta, room)
		if gain > 0 && gain >= cw*eta {
			return eta, gain
		}
		eta /= 2
	}
	return 0, 0
}
