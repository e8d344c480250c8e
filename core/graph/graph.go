// Package graph holds attributed graphs G = (V, E, X, y), their statistics,
// splits, generators and the small built-in graphs.
//
// An edge is an unordered pair of different nodes, stored once as (I, J) with
// I < J. Homophily is the share of edges whose ends have equal
// labels, G_h = |{(i,j) ∈ E : y_i = y_j}| / |E| (SGPC, equation 1).
package graph

import "sheafscope/core/linalg"

// MaxFeature limits the size of a feature: squares of sums of as many features
// as a graph may have are then finite.
const MaxFeature = 1e100

// FeatureFits reports whether x is finite and not over [MaxFeature] in size.
func FeatureFits(x float64) bool { return x >= -MaxFeature && x <= MaxFeature }

// Edge is an undirected edge between nodes I < J.
type Edge struct{ I, J int32 }

// Graph is an attributed graph. Edges are sorted by (I, J) and unique.
type Graph struct {
	// Name is shown to the user.
	Name string
	// N is the number of nodes.
	N int
	// Edges holds the m undirected edges without self-loops.
	Edges []Edge
	// Directions has length m, or is nil when every edge has both: the orders in
	// which the source of the graph lists its edges. The neighbours of a node do not
	// depend on it; the authors' program does (package sgpc, reading "code"), and CSNN (package peer).
	Directions []Direction
	// Loops counts the nodes that the source of the graph joins to themselves; no edge here does.
	Loops int
	// X holds the features, N×f0. Never nil; it may have no columns.
	X *linalg.CSR
	// Labels holds a class in 0..Classes-1 for every node, or -1 when unknown.
	Labels []int
	// Classes is the number C of classes.
	Classes int
	// ClassNames has length Classes or is nil.
	ClassNames []string
	// NodeNames has length N or is nil.
	NodeNames []string
	// FeatureNames has length f0 or is nil.
	FeatureNames []string
	// Notes reports what a reader or generator did to the data (self-loops
	// dropped, repeated lines merged, features invented …), for the user.
	Notes []string
}

// Split is a partition of some of the nodes. The three sets are disjoint,
// ascending, and need not cover all nodes.
type Split struct {
	// Name describes the split, as in "per-class:20" or "texas_split_0.6_0.2_0.npz".
	Name             string
	Train, Val, Test []int
}
