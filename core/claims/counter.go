package claims

import (
	"sheafscope/core/graph"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Counterexample is a case, small enough to check by hand, in which a claim of the paper fails.
type Counterexample struct {
	// Claim is the ID of the claim, and Graph is a graph that the page can open, or "" if there is none.
	Claim    string  `json:"claim"`
	Graph    string  `json:"graph"`
	Title    string  `json:"title"`
	LHS      float64 `json:"lhs"`
	Relation string  `json:"relation"`
	RHS      float64 `json:"rhs"`
	// Holds is false in every counterexample; it is computed, not assumed.
	Holds bool   `json:"holds"`
	Note  string `json:"note"`
}

// smallCases collects the counterexamples of all claims. The embedded row is that of the current claim.
type smallCases struct {
	claimRow
	k2   *spectral.Spectrum // spectrum of the graph Laplacian of K2, with eigenvectors
	list []Counterexample
}

// add appends a counterexample of the current claim with the values of both sides. The error is always nil.
func (x *smallCases) add(graph, title, note string, lhs, rhs float64) error {
	x.list = append(x.list, Counterexample{Claim: x.ID, Graph: graph, Title: title, LHS: lhs, Relation: x.Relation, RHS: rhs,
		Holds: compare(lhs, x.Relation, rhs), Note: note})
	return nil
}

// Counterexamples evaluates all counterexamples; it takes a few milliseconds.
func Counterexamples() ([]Counterexample, error) {
	k2, err := constantSpectrum(graph.Complete(2))
	x := smallCases{k2: k2}
	for _, x.claimRow = range rows() {
		if err == nil && x.counterexample != nil {
			err = x.counterexample(&x)
		}
	}
	return x.list, err
}

// constantSpectrum returns the spectrum of the graph Laplacian, with eigenvectors.
func constantSpectrum(g *graph.Graph) (*spectral.Spectrum, error) {
	l := sheaf.NewLaplacian(g.N, 1, g.Edges)
	l.Assemble(sheaf.Constant(g.N, 1, g.Edges))
	return spectral.Full(l.Operator(), 0, spectral.WithVectors)
}
