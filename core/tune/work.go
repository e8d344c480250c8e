// This file estimates the work of a run, by which a search is limited. A search drops configurations in three rungs: the first, the middle
// and the last.

package tune

import (
	"cmp"
	"math"

	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// Work is a number of multiplications. A processor core computes about 4e9 multiplications per second.

// affordable limits the work of the first rung in a search of version 0 or 1 (Search.version): about 40 minutes of a core. Beyond it,
// Search.add adds only starts like a peer. A search of version 2 with so much work is reduced instead (limitWork).
const affordable = 1e13

// Limits of a search of version 2. If the expected work of all rungs exceeds affordableInAll, about half an hour of a core, the search is
// reduced: its runs have fewer epochs, and fewer configurations continue.
const (
	affordableInAll = 7e12
	boundedWork     = 5e12 // expected work of a reduced search
	shareOfFirst    = 0.45 // share of boundedWork for the first rung
	shareOfMiddle   = 0.35 // share of boundedWork for the middle rung; the last rung has the remaining share
	leastEpochs     = 40   // least number of epochs of a run in the first rung
	mostEpochs      = 250  // largest number of epochs of a run in the middle and the last rung
)

// Constants of the estimate of work.
const (
	usualEpochs = 150 // typical number of epochs until early stopping
	// The work for one edge in one epoch, for stalks of dimension d = 2. An epoch on 480 000 edges took 0.85 s for edgeWork, and 0.85 s for
	// gradientWork.
	edgeWork        = 6000 // transport plan, maps, Laplacian and posterior
	gradientWork    = 5000 // gradient of the maps, if a branch of the network uses the sheaf
	constantMapWork = 4000 // from version 2 on, in place of the sum of both, if all maps are the identity or 0
)

// runWork returns the expected work of a run with the settings c: the work of an epoch times the number of epochs.
// The number of epochs is the smaller of c.Epochs (at least 1) and the argument epochs. 0 for epochs stands for usualEpochs.
func (s *Search) runWork(c settings.Config, epochs int) float64 {
	shape := s.shape
	if s.version > 0 && readsNoEdge(c) {
		shape.Edges = 0 // the run uses the graph without edges that Bare returns
	}
	epoch := epochWork(shape, c)
	hasConstantMaps := HasSheaf(c) && c.Maps != settings.MapsLearned
	if s.version > 1 && hasConstantMaps { // earlier versions keep their estimates; the constants are for d² = 4
		epoch -= float64((edgeWork + gradientWork - constantMapWork) * float64(shape.Edges) * float64(c.D*c.D) / 4)
	}
	limit := cmp.Or(epochs, usualEpochs)
	return epoch * float64(min(limit, max(1, c.Epochs)))
}

// epochWork estimates the number of multiplications of an epoch, in training and evaluation. A multiplication in a product with the
// Laplacian counts half, because these products are twice as fast.
func epochWork(s cost.Shape, c settings.Config) float64 {
	n, m, d := float64(s.Nodes), float64(s.Edges), float64(c.D)
	width := d * float64(c.Channels)
	entries, layers := float64(s.Entries), float64(c.Layers)
	if c.Structure != "off" { // the rows of the adjacency matrix are further input
		entries += 2 * m
	}
	products := 0.0 // number of products with the Laplacian in a layer
	branches := 0.0 // number of branches of the network
	edge := float64(edgeWork)
	if c.SVR != "off" { // the solves in training and evaluation, and the adjoint solve, each with 3 + 4√dt products
		products += float64(3 * (3 + float64(4*math.Sqrt(c.Dt))))
		branches++
	}
	if c.AFMWeights != "off" { // the powers up to q in training and evaluation, and their gradient
		products += float64(3 * float64(c.Q))
		branches++
	}
	if branches > 0 {
		edge += gradientWork
	}
	if c.Residual || branches == 0 { // the features themselves are a branch, too
		branches++
	}
	denseWidth := float64(width * (layers - 1)) // columns of the dense layers after the encoder
	if c.Head != "linear" {
		denseWidth += float64(c.Hidden)
	}
	edges := float64(edge * m * d * d / 4) // edgeWork and gradientWork are for d² = 4
	// The factor 3 counts the forward passes in training and evaluation, and the gradient.
	input := float64(3 * entries)
	// The Laplacian has 2m + n blocks of d×d numbers, and a product has c.Channels = width/d columns.
	laplacian := float64(layers * products * (2*m + n) * d / 2)
	dense := float64(3 * n * branches * (denseWidth + float64(s.Classes)))
	return edges + float64(width*(input+laplacian+dense))
}
