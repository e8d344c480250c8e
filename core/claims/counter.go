package claims

import (
	"sheafscope/core/graph"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Counterexample is a case, small enough to check by hand, in which a claim of the paper fails.
type Counterexample struct {
	// Claim is the ID of the claim, and Graph a built-in graph to open, or "".
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

// smallCases collects the counterexamples of the claims, row by row.
type smallCases struct {
	row
	k2   *spectral.Spectrum // spectrum of the graph Laplacian of K2, with vectors
	list []Counterexample
}

// add appends a case with both sides of the row's claim; its error is always nil.
func (x *smallCases) add(graph, title, note string, lhs, rhs float64) error {
	x.list = append(x.list, Counterexample{Claim: x.ID, Graph: graph, Title: title, LHS: lhs, Relation: x.Relation, RHS: rhs,
		Holds: compare(lhs, x.Relation, rhs), Note: note})
	return nil
}

// Counterexamples evaluates all counterexamples, in a few milliseconds.
func Counterexamples() ([]Counterexample, error) {
	k2, err := constantSpectrum(graph.Complete(2))
	x := smallCases{k2: k2}
	for _, x.row = range rows() {
		if err == nil && x.row.small != nil {
			err = x.row.small(&x)
		}
	}
	return x.list, err
}

// constantSpectrum returns the spectrum of the graph Laplacian, with vectors.
func constantSpectrum(g *graph.Graph) (*spectral.Spectrum, error) {
	l := sheaf.NewLaplacian(g.N, 1, g.Edges)
	l.Assemble(sheaf.Constant(g.N, 1, g.Edges))
	return spectral.Full(l.Operator(), 0, spectral.WithVectors)
}
