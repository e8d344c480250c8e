// Package graph holds attributed graphs G = (V, E, X, y), their statistics, splits, generators and the small built-in graphs.
//
// An edge is an unordered pair of different nodes, stored once as (I, J) with I < J.
// Homophily is the share of edges whose ends have equal labels, G_h = |{(i,j) ∈ E : y_i = y_j}| / |E| (SGPC, equation 1).
// SGPC is the method of this program and the name of its paper. Package sgpc has its network.
package graph

import "sheafscope/core/linalg"

// MaxFeature limits the absolute value of a feature. Squares of sums of all features of a graph then stay finite.
const MaxFeature = 1e100

// FeatureFits reports whether x is finite and at most [MaxFeature] in absolute value.
func FeatureFits(x float64) bool { return x >= -MaxFeature && x <= MaxFeature }

// Edge is an undirected edge between the nodes I and J, which count from 0. In a Graph, I < J. For [New] and [Graph.Orient] the ends may
// have any order.
type Edge struct{ I, J int32 }

// Graph is an attributed graph. Edges are sorted by (I, J) and unique.
type Graph struct {
	// Name is the displayed name.
	Name string
	// N is the number of nodes.
	N int
	// Edges holds the m undirected edges without self-loops.
	Edges []Edge
	// Directions has, for each edge, the orders in which the source lists it. It is nil if every edge has both orders.
	// Neighbours do not depend on directions. Package sgpc uses them in its reading "code", which follows the program of the authors of SGPC.
	// In package peer, the model CSNN and models with the setting directed use them.
	Directions []Direction
	// Loops is the number of nodes with self-loops in the source. Edges has no self-loops.
	Loops int
	// X holds the features: N rows, and f0 columns for f0 features. It is never nil, but f0 may be 0.
	X *linalg.CSR
	// Labels holds a class in 0..Classes-1 for every node, or -1 for a node of unknown class.
	Labels []int
	// Classes is the number C of classes.
	Classes int
	// ClassNames has length Classes or is nil.
	ClassNames []string
	// NodeNames has length N or is nil.
	NodeNames []string
	// FeatureNames has length f0 or is nil.
	FeatureNames []string
	// Notes are sentences for the user about changes by a reader or a generator: dropped self-loops, merged lines, computed features.
	Notes []string
}

// Split consists of three disjoint sets of nodes in ascending order. They need not contain all nodes.
type Split struct {
	// Name describes the split, as in "per-class:20" or "texas_split_0.6_0.2_0.npz".
	Name             string
	Train, Val, Test []int
}
