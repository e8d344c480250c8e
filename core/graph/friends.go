// This file generates graphs of friends and rivals.

package graph

import (
	"fmt"

	"sheafscope/core/rng"
)

// FriendsParams are the parameters of a graph of friends and rivals.
type FriendsParams struct {
	N      int     // number of nodes
	Degree float64 // mean degree
	// Rule is the share of edges that keep the rule, and Rivals is the share of nodes with temper −1. [Friends] defines rule and temper.
	// Noise is the standard deviation of the noise in the first feature.
	Rule, Rivals, Noise float64
	Seed                uint64 // of all random numbers
}

// Friends draws a graph of friends and rivals. Every node has a class y = ±1 and a visible temper t = ±1.
// Label 0 stands for y = 1, and label 1 for y = −1. The features are
//
//	x_i = (y_i + Noise·z_i, t_i),  z_i standard normal.
//
// An edge keeps the rule if y_i·y_j = t_i·t_j: nodes of equal temper have the same class, and nodes of different temper have different
// classes. An equivalent condition is t_i·y_i = t_j·y_j. If all edges keep the rule, y is therefore a global section of the sheaf with the
// restriction maps F_i = t_i, and sheaf diffusion preserves y. With Rivals = ½, the mean of y over the
// neighbours of a node is 0 on average.
//
// Friends draws a block model with the two blocks y·t = ±1 and the homophily Rule.
// It returns an error if a parameter is out of range, or if the edges do not fit into the pairs of nodes (see [SBM]).
func Friends(p FriendsParams) (*Graph, error) {
	// The comparisons are also false for NaN.
	rivalsInRange, noiseInRange := p.Rivals >= 0 && p.Rivals <= 1, p.Noise >= 0 && p.Noise <= 1000
	if !rivalsInRange || !noiseInRange {
		return nil, fmt.Errorf("graph: friends: rivals = %g is not in 0..1 or noise = %g not in 0..1000", p.Rivals, p.Noise)
	}
	// Block 0 has y·t = 1, and block 1 has y·t = −1. The method edges requires at least one feature, but does not use it.
	model := SBMParams{N: p.N, Classes: 2, Degree: p.Degree, Homophily: p.Rule, Features: 1, Seed: p.Seed}
	edges, block, err := model.edges()
	if err != nil {
		return nil, err
	}
	temper := make([]float64, p.N)
	// The first nodes of a random order get temper −1, so that the share is exact to within one node.
	for k, i := range rng.New(p.Seed, "friends temper").Perm(p.N) {
		temper[i] = 1
		if float64(k) < p.Rivals*float64(p.N) {
			temper[i] = -1
		}
	}
	labels, x := make([]int, p.N), make([]float64, 2*p.N)
	r := rng.New(p.Seed, "friends noise")
	for i, b := range block {
		// 1−2b is y·t, and t·(y·t) is y. The outer float64 forbids a fused multiply-add.
		y := float64(temper[i] * float64(1-2*b))
		if y < 0 {
			labels[i] = 1
		}
		x[2*i], x[2*i+1] = y+float64(p.Noise*r.Norm()), temper[i]
	}
	g := New(fmt.Sprintf("Friends and rivals, n = %d", p.N), p.N, edges)
	g.setLabels(labels, nil)
	g.X, g.FeatureNames = denseFeatures(p.N, 2, x), []string{"signal", "temper"}
	return g, nil
}
