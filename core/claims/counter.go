// This file evaluates the counterexamples, the smallest known cases in which claims fail.

package claims

import (
	"sheafscope/core/graph"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Counterexample is a case without a training in which a claim of the paper fails.
type Counterexample struct {
	Claim string `json:"claim"` // ID of the claim
	Graph string `json:"graph"` // name of the case's graph on the page, "" if the page has no such graph
	Title string `json:"title"` // short description of the case
	// LHS and RHS are the two sides of Relation.
	LHS      float64 `json:"lhs"`
	Relation string  `json:"relation"`
	RHS      float64 `json:"rhs"`
	Holds    bool    `json:"holds"` // whether the relation is true; it is computed, and false in every counterexample
	Note     string  `json:"note"`  // remark on the numbers of the case
}

// smallCases collects the counterexamples of all claims. The embedded row is the row of the claim whose counterexample is evaluated.
type smallCases struct {
	claimRow
	k2   *spectral.Spectrum // spectrum of the graph Laplacian of K2, with eigenvectors
	list []Counterexample
}

// add appends a counterexample of the current claim with the values of both sides.
// Its error is always nil, so that a function counterexample can return the result of add.
func (x *smallCases) add(graph, title, note string, lhs, rhs float64) error {
	x.list = append(x.list, Counterexample{Claim: x.ID, Graph: graph, Title: title, LHS: lhs, Relation: x.Relation, RHS: rhs,
		Holds: compare(lhs, x.Relation, rhs), Note: note})
	return nil
}

// Counterexamples evaluates all counterexamples, which takes a few milliseconds.
// If an evaluation fails, it returns the cases before it and the error.
func Counterexamples() ([]Counterexample, error) {
	k2, err := constantSpectrum(graph.Complete(2))
	if err != nil {
		return nil, err
	}
	x := smallCases{k2: k2}
	for _, row := range rows() {
		x.claimRow = row
		if row.counterexample == nil {
			continue
		}
		if err := row.counterexample(&x); err != nil {
			return x.list, err
		}
	}
	return x.list, nil
}

// constantSpectrum returns the spectrum of the graph Laplacian of g, with eigenvectors.
// The graph Laplacian is the Laplacian of the sheaf whose maps are all 1.
func constantSpectrum(g *graph.Graph) (*spectral.Spectrum, error) {
	l := sheaf.NewLaplacian(g.N, 1, g.Edges)
	l.Assemble(sheaf.Constant(g.N, 1, g.Edges))
	return spectral.Full(l.Operator(), 0, spectral.WithVectors) // 0 stands for the default tolerance of the kernel
}
