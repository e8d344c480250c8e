package tune

import (
	"cmp"
	"math"

	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// affordable is the work of the first rung, in multiplications, above which a search of version 0 or 1 adds no configuration.
// A processor core computes about 4e9 multiplications per second.
// The first rung then takes at most about 40 minutes on 12 000 nodes with half a million edges.
// Citation graphs do not reach the limit.
const affordable = 1e13

// affordableInAll is the largest work of a whole search, about half an hour of a core. A larger search is reduced to about boundedWork.
// Its runs then have fewer epochs, fewer configurations continue, and each rung has its part of the work.
const (
	affordableInAll           = 7e12
	boundedWork               = 5e12
	partOfFirst, partOfMiddle = 0.45, 0.35
)

// leastEpochs is the smallest number of epochs of a run in the first rung of a reduced search.
// mostEpochs is the largest number in later rungs.
const leastEpochs, mostEpochs = 40, 250

// Constants of the estimate of work.
const (
	// usualEpochs is the typical number of epochs until early stopping.
	usualEpochs = 150
	// edgeWork is the work for an edge in an epoch with d = 2: plan, maps, Laplacian and posterior.
	// gradientWork is the work for the gradient of its maps. On 12 000 nodes and 480 000 edges each of these takes 0.85 s.
	// constantMapWork replaces both if the maps are the identity.
	edgeWork, gradientWork, constantMapWork = 6000, 5000, 4000
)

// runWork returns the work of a run of at most epochs epochs. With epochs = 0 it assumes the usual number.
func (s *Search) runWork(c settings.Config, epochs int) float64 {
	shape := s.shape
	if s.version > 0 && readsNoEdge(c) {
		shape.Edges = 0 // the run uses the graph of Bare
	}
	epoch := epochWork(shape, c)
	if s.version > 1 && HasSheaf(c) && c.Maps != settings.MapsLearned {
		epoch -= (edgeWork + gradientWork - constantMapWork) * float64(shape.Edges) * float64(c.D*c.D) / 4
	}
	return epoch * float64(min(cmp.Or(epochs, usualEpochs), max(1, c.Epochs)))
}

// epochWork estimates the multiplications of an epoch, in training and evaluation.
// It counts the input, edges, dense layers, and products with the Laplacian; the multiplications of the last are twice as fast.
func epochWork(s cost.Shape, c settings.Config) float64 {
	n, m, d := float64(s.Nodes), float64(s.Edges), float64(c.D)
	width := d * float64(c.Channels)
	entries, layers := float64(s.Entries), float64(c.Layers)
	if c.Structure != "off" {
		entries += 2 * m
	}
	// The numbers of products with the Laplacian and of branches, and the work of an edge.
	products, parts, edge := 0.0, 0.0, float64(edgeWork)
	if c.SVR != "off" { // two forward solves and the adjoint solve
		products += 3 * (3 + 4*math.Sqrt(c.Dt))
		parts++
	}
	if c.AFMWeights != "off" {
		products += 3 * float64(c.Q)
		parts++
	}
	if parts > 0 {
		edge += gradientWork
	}
	if c.Residual || parts == 0 {
		parts++
	}
	denseWidth := width * (layers - 1) // columns of the dense layers after the encoder
	if c.Head != "linear" {
		denseWidth += float64(c.Hidden)
	}
	return edge*m*d*d/4 + width*(3*entries+layers*products*(2*m+n)*d/2+3*n*parts*(denseWidth+float64(s.Classes)))
}
