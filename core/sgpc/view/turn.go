package view

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// turnedDim is the largest dimension n·d for which compareSpectra compares eigenvalues.
const turnedDim = 800

// isValidTurn reports whether t is a change of basis in a stalk of the run, by an angle of at
// most 2π, after a finished epoch of a model whose maps come from transport plans.
func (r *viewer) isValidTurn(t *frame.Turn) bool {
	d := r.cfg.D
	hasLiftedMaps := r.Epoch() > 0 && r.eval.Maps != nil
	hasNode := t.Node >= 0 && t.Node < r.Graph.N
	hasCoordinates := t.A >= 0 && t.A < d && t.B >= 0 && t.B < d
	isPlane := t.A != t.B || d == 1 // a stalk of dimension 1 has only the coordinate 0
	return hasLiftedMaps && hasNode && hasCoordinates && isPlane && math.Abs(t.Angle) <= 2*math.Pi
}

// viewTurned compares the network with itself after the change of basis t in a stalk, which
// changes the maps. In Neither, encoder and read-out keep their basis. In Along, both change it.
// In Shared, only the encoder changes it. viewTurned returns nil if t is not valid.
func (r *viewer) viewTurned(t frame.Turn) *frame.Turned {
	if !r.isValidTurn(&t) {
		return nil
	}
	network := r.Fork().Turning()
	d := r.cfg.D
	channels := network.Encoded.Cols / d
	v := &frame.Turned{Turn: t, Spectrum: -1}
	// The evaluations below overwrite the network. Copies keep its present results.
	probabilities := slices.Clone(network.Predicted)
	maps, operator := slices.Clone(network.Raw.R), network.Hat.Clone()
	features := slices.Clone(network.Encoded.Data)
	if len(network.Diffused) > 0 {
		copy(features, network.Diffused[0].Out.Data)
	}
	network.Turn(&t)
	// Without a turn (nil) the encoder keeps its basis. In Along, the read-out changes its basis:
	// the old read-out on features that were turned back (UnturnedReadout) computes the same.
	v.Neither = r.compareProbabilities(probabilities, network.Evaluate(nil, sgpc.UnturnedReadout), t.Node)
	v.Along = r.compareProbabilities(probabilities, network.Evaluate(&t, sgpc.UnturnedReadout), t.Node)
	v.Shared = r.compareProbabilities(probabilities, network.Evaluate(&t, sgpc.TurnedReadout), t.Node)
	v.Before = probabilities[t.Node*r.Graph.Classes:][:r.Graph.Classes]

	v.Maps = network.Turned()
	v.Entry = largestDifference(maps, network.Raw.R)
	// The energy stays equal if the features change with the maps. The mean of the
	// features over the nodes changes.
	v.Energy[0] = operator.Dirichlet(nil, nil, features, channels)
	meanBefore := meanStalk(features, d*channels)
	t.Rows(features[t.Node*d*channels:], channels)
	v.Energy[1] = network.Hat.Dirichlet(nil, nil, features, channels)
	norm := linalg.Nrm2(meanBefore)
	if norm > 0 {
		change := meanStalk(features, d*channels)
		linalg.Axpy(-1, meanBefore, change)
		v.Pool = linalg.Nrm2(change) / norm
	}
	compareSpectra(v, operator, network.Hat)
	return v
}

// compareSpectra sets dim H⁰ and λ₂ of two sheaves, and the largest difference between
// their k-th eigenvalues. For a dimension n·d above turnedDim, and if a decomposition fails,
// v.Spectrum keeps its value. The other numbers then have no meaning.
func compareSpectra(v *frame.Turned, before, after *sheaf.Sheaf) {
	if before.N*before.D > turnedDim {
		return
	}
	var values [2][]float64
	for k, s := range [2]*sheaf.Sheaf{before, after} {
		spectrum, err := frame.SpectrumOf(s)
		if err != nil {
			return
		}
		values[k], v.Kernel[k], v.Lambda2[k] = spectrum.Values, spectrum.KernelDim, spectrum.Lambda2
	}
	v.Spectrum = largestDifference(values[0], values[1])
}

// compareProbabilities returns the largest changes of the class probabilities (n×C): at
// node, whose basis has changed (Own), and at any other node (Elsewhere). Where is this
// other node, or −1 if no other node changes. Moved is the number of nodes with another
// predicted class. Prob has the probabilities of node after the change.
func (r *viewer) compareProbabilities(before, after []float64, node int) frame.TurnedAnswer {
	c := r.Graph.Classes
	change := func(i int) float64 { return largestDifference(before[i*c:(i+1)*c], after[i*c:(i+1)*c]) }
	a := frame.TurnedAnswer{Prob: slices.Clone(after[node*c : (node+1)*c]), Own: change(node), Where: -1}
	for i := range r.Graph.N {
		if i == node {
			continue
		}
		otherChange := change(i)
		if otherChange > a.Elsewhere {
			a.Elsewhere, a.Where = otherChange, i
		}
	}
	classesBefore := train.PredictedClasses(before, c)
	for i, class := range train.PredictedClasses(after, c) {
		if class != classesBefore[i] {
			a.Moved++
		}
	}
	return a
}

// largestDifference returns max_k |a_k − b_k|.
func largestDifference(a, b []float64) float64 {
	largest := 0.0
	for k, x := range a {
		largest = max(largest, math.Abs(x-b[k]))
	}
	return largest
}

// meanStalk returns the mean over the n nodes of the features x (n×w).
func meanStalk(x []float64, w int) []float64 {
	mean := make([]float64, w)
	n := len(x) / w
	for k, v := range x {
		mean[k%w] += v / float64(n)
	}
	return mean
}
