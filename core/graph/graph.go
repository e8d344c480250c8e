// Package graph holds attributed graphs G = (V, E, X, y), their statistics, splits, generators and the small built-in graphs.
//
// An edge is an unordered pair of different nodes, stored once as (I, J) with I < J.
// Homophily is the share of edges whose ends have equal labels, G_h = |{(i,j) ∈ E : y_i = y_j}| / |E| (SGPC, equation 1).
// SGPC is the method of this program, and the name of its paper.
package graph

import "sheafscope/core/linalg"

// MaxFeature limits the absolute value of a feature, so that squares of sums of all features of a graph stay finite.
const MaxFeature = 1e100

// FeatureFits reports whether x is finite and at most [MaxFeature] in absolute value.
func FeatureFits(x float64) bool { return x >= -MaxFeature && x <= MaxFeature }

// Edge is an edge between the nodes I and J, which count from 0. In a Graph, I < J. For [New] and [Graph.Orient] any order is allowed.
type Edge struct{ I, J int32 }

// Graph is an attributed graph. Edges are sorted by (I, J) and unique.
type Graph struct {
	Name  string // for display
	N     int    // number of nodes
	Edges []Edge // undirected, without self-loops
	// Directions has, for each edge, the orders in which the source lists it. It is nil if every edge has both orders.
	// Neighbours do not depend on directions. Only a few models use them, such as SGPC with the setting Reading = "code".
	Directions []Direction
	// Loops is the number of nodes with self-loops in the source.
	Loops int
	// X holds the features: N rows, and f0 columns for f0 features. It is never nil, but f0 may be 0.
	X *linalg.CSR
	// Labels holds a class in 0..Classes-1 for every node, or -1 for a node of unknown class.
	Labels []int
	// Classes is the number of classes.
	Classes int
	// The lists of names have a name for each class, node or feature, or are nil.
	ClassNames   []string
	NodeNames    []string
	FeatureNames []string
	// Notes are sentences for the user about changes of the data: dropped self-loops, merged edges, computed features.
	Notes []string
}

// Split consists of three disjoint sets of nodes in ascending order. They need not contain all nodes.
type Split struct {
	// Name describes the split, as in "per-class:20" or "texas_split_0.6_0.2_0.npz".
	Name             string
	Train, Val, Test []int
}
