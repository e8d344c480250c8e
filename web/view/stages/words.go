package stages

import (
	"strings"

	"sheafscope/core/coursemath"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Word is a term of the page in the forms that it is written in: what it says in one line, and its number now, "" without one.
type Word struct {
	Forms []string `json:"forms"`
	Says  string   `json:"says"`
	Now   string   `json:"now,omitempty"`
}

// A term is a row of the page's words. Key is that of the course's glossary, which then says what it means; stage is the
// row whose number it has, now another number, nil for none.
type term struct {
	forms []string
	key   string
	says  string
	stage int
	now   func(*state.State) string
}

// terms are the words of the page, those of the graph first, then by stage.
var terms = []term{
	{forms: []string{"homophily"}, says: "Homophily: the share of the edges that join nodes of one class.",
		now: func(s *state.State) string { return view.Fix(s.Graph.EdgeHomophily, 2) }},
	{forms: []string{"stalk", "stalks", "fibre", "fibres"}, key: "d",
		now: func(s *state.State) string { return "d = " + view.Int(s.Frame.D) }},
	{forms: []string{"Sinkhorn", "scaling", "scalings"}, stage: 2,
		says: "Sinkhorn: scales rows and columns of a plan in turn until they have the masses of both ends."},
	{forms: []string{"plan", "plans", "transport plan"}, key: "P0"},
	{forms: []string{"JKO"}, stage: 3,
		says: "JKO: a step of length τ from a plan down cost and entropy (Jordan, Kinderlehrer and Otto 1998)."},
	{forms: []string{"restriction map", "restriction maps", "Restriction maps"}, key: "F", stage: 4},
	{forms: []string{"Laplacian"}, key: "L", stage: 5},
	{forms: []string{"kernel"}, key: "H0", now: func(s *state.State) string {
		if s.Spectrum == nil {
			return ""
		}
		return "dimension " + view.Int(s.Spectrum.KernelDim)
	}},
	{forms: []string{"energy", "Dirichlet energy"}, key: "energy"},
	{forms: []string{"CG", "conjugate gradients"}, stage: 6,
		says: "CG, conjugate gradients: solves (I + Δt L) X = H step by step, each with one product by L."},
	{forms: []string{"AFM"}, stage: 7,
		says: "AFM, adaptive frequency mixing: a weighted sum of Chebyshev polynomials of the Laplacian, beside diffusion."},
	{forms: []string{"Chebyshev"}, key: "Tq"},
	{forms: []string{"softmax"}, says: "Softmax: makes scores into probabilities with sum 1, the larger score the larger share."},
	{forms: []string{"CE", "cross-entropy", "Cross-entropy"}, stage: 8,
		says: "CE, cross-entropy: minus the logarithm of the probability of the true class, a mean over nodes."},
	{forms: []string{"κ̄", "κ"}, key: "kappae", stage: 9},
	{forms: []string{"KL"}, key: "KL"},
	{forms: []string{"ECE"}, says: "ECE, expected calibration error: how far confidence is from the share of right predictions, on average."},
	{forms: []string{"Clopper–Pearson"},
		says: "Clopper–Pearson: an exact bound on the error, from how many of the certifying nodes are wrong."},
	{forms: []string{"certified", "certificate", "Certificate"},
		says: "Certified: the epoch that the choosing nodes chose; the certificate on the other validation nodes is of it."},
	{forms: []string{"λ₂", "λ2"}, key: "lambda2", stage: 10},
	{forms: []string{"λ₃"}, key: "lambda3"},
	{forms: []string{"Armijo"}, key: "cw"},
	{forms: []string{"inner", "Inner"}, now: view.Where,
		says: "Inner: the smallest step of the run, as one scaling, one iteration of a solver or one step of the ascent."},
	{forms: []string{"SIMD"}, says: "SIMD: the processor takes several numbers at once. The results have the same bits as without it."},
	{forms: []string{"SGPC"}, says: "SGPC: the paper's network, a sheaf whose maps come from optimal transport, with a PAC-Bayes bound."},
}

// plainly is a text of the glossary without the signs of its formulas.
var plainly = strings.NewReplacer("$", "", "\\hat{L}", "L̂", "_{ij}", "ᵢⱼ", "_{ji}", "ⱼᵢ", "_i", "ᵢ", "_j", "ⱼ", "_e", "ₑ", "^⊤", "ᵀ")

// Words returns what the words of the page mean, with their numbers now.
func Words(s *state.State) []Word {
	out := make([]Word, len(terms))
	for k, t := range terms {
		w := Word{Forms: t.forms, Says: t.says}
		for _, g := range coursemath.Glossary() {
			if g.Key == t.key {
				first, _, _ := strings.Cut(g.Definition, ". ")
				w.Says = g.Name + ": " + strings.TrimSuffix(plainly.Replace(first), ".") + "."
			}
		}
		switch {
		case s.Graph == nil || s.Frame == nil:
		case t.now != nil:
			w.Now = t.now(s)
		case t.stage > 0:
			w.Now = railValue(s, t.stage)
		}
		out[k] = w
	}
	return out
}
