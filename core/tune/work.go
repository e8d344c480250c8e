package tune

import (
	"cmp"
	"math"

	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// affordable is the work of the first rung beyond which a search of version 0 or 1 tries nothing more, in
// multiplications; a core does some 4e9 a second. Hence on 12 000 nodes with half a million edges the
// first rung takes at most about 40 minutes of a core; on a citation graph the bound is not reached.
const affordable = 1e13

// affordableInAll is the work of a whole search, more than half an hour of a core, beyond which runs are cut to so few epochs,
// and so few configurations go on, that all of it takes about bounded. Each rung has its part of that.
const (
	affordableInAll           = 7e12
	bounded                   = 5e12
	partOfFirst, partOfMiddle = 0.45, 0.35
)

// A run has at least so many epochs where they are cut, and in later rungs at most mostEpochs.
const leastEpochs, mostEpochs = 40, 250

const (
	// usualEpochs is about the number of epochs after which a run has stopped early.
	usualEpochs = 150
	// ofEdge is what the plan, maps, Laplacian and posterior of an edge take in an epoch with d = 2, and
	// ofGradient what the gradient of its maps does (measured on 12 000 nodes and 480 000 edges: 0.85 s and as much again);
	// ofConstant is what it takes where the maps are the identity.
	ofEdge, ofGradient, ofConstant = 6000, 5000, 4000
)

// work is that of a run of at most so many epochs, 0 for as many as it has usually.
func (s *Search) work(c settings.Config, epochs int) float64 {
	shape := s.shape
	if s.version > 0 && readsNoEdge(c) {
		shape.Edges = 0 // as Bare has it
	}
	epoch := work(shape, c)
	if s.version > 1 && HasSheaf(c) && c.Maps != settings.MapsLearned {
		epoch -= (ofEdge + ofGradient - ofConstant) * float64(shape.Edges) * float64(c.D*c.D) / 4
	}
	return epoch * float64(min(cmp.Or(epochs, usualEpochs), max(1, c.Epochs)))
}

// work is about the number of multiplications of an epoch: of the input, of the edges, of the
// products with the Laplacian (twice as fast), and of the dense layers behind them, in training and evaluation.
func work(s cost.Shape, c settings.Config) float64 {
	n, m, d := float64(s.Nodes), float64(s.Edges), float64(c.D)
	width := d * float64(c.Channels)
	entries, layers := float64(s.Entries), float64(c.Layers)
	if c.Structure != "off" {
		entries += 2 * m
	}
	products, parts, edge := 0.0, 0.0, float64(ofEdge)
	if c.SVR != "off" { // forward twice and the adjoint solve
		products += 3 * (3 + 4*math.Sqrt(c.Dt))
		parts++
	}
	if c.AFMWeights != "off" {
		products += 3 * float64(c.Q)
		parts++
	}
	if parts > 0 {
		edge += ofGradient
	}
	if c.Residual || parts == 0 {
		parts++
	}
	behind := width * (layers - 1)
	if c.Head != "linear" {
		behind += float64(c.Hidden)
	}
	return edge*m*d*d/4 + width*(3*entries+layers*products*(2*m+n)*d/2+3*n*parts*(behind+float64(s.Classes)))
}
