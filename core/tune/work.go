package tune

import (
	"math"

	"sheafscope/core/sgpc"
)

// The work that a search may do, in multiplications; a core does some 4e9 a second.
const (
	// affordable is that of the first rung; nothing more is tried beyond it.
	affordable = 8e12
	// heavy is that of a run which is tried with the mixing branch alone, in place of diffusion too.
	heavy = 6e11
)

// usualEpochs is about the number of epochs after which a run has stopped early.
const usualEpochs = 150

// work is about the number of multiplications of a run: of the input, of the products
// with the Laplacian, and of the dense layers behind them, in training and evaluation.
func work(s sgpc.Shape, c sgpc.Config) float64 {
	n, m, d := float64(s.Nodes), float64(s.Edges), float64(c.D)
	width := d * float64(c.Channels)
	entries := float64(s.Entries)
	if c.Structure != "off" {
		entries += 2 * m
	}
	products, parts := 0.0, 0.0
	if c.SVR != "off" { // forward twice and the adjoint solve
		products += 3 * (10 + 5*math.Sqrt(c.Dt))
		parts++
	}
	if c.AFMWeights != "off" {
		products += 3 * float64(c.Q)
		parts++
	}
	if c.Residual || parts == 0 {
		parts++
	}
	behind := float64(s.Classes)
	if c.Head != "linear" {
		behind = float64(c.Hidden)
	}
	behind += width * float64(c.Layers-1)
	epoch := 3*entries*width + float64(c.Layers)*products*(2*m+n)*d*width + 3*n*width*parts*behind + 40*m*d*d
	return epoch * min(usualEpochs, float64(max(1, c.Epochs)))
}
