// Package peer holds the networks that SGPC is compared with, each written
// from its paper, all of the form
//
//	logits = f_θ(X, A),  n×C
//
// on the tape, the features, the splits and the training loop of this project:
//
//	mlp          two-layer perceptron on the features alone
//	gcn          Kipf and Welling, "Semi-supervised classification with graph convolutional networks", 2017
//	gat          Veličković et al., "Graph attention networks", 2018
//	gcnii        Chen et al., "Simple and deep graph convolutional networks", 2020
//	h2gcn        Zhu et al., "Beyond homophily in graph neural networks", 2020
//	gprgnn       Chien et al., "Adaptive universal generalized PageRank graph neural network", 2021
//	jacobi       Wang and Zhang, "How powerful are spectral graph neural networks" (JacobiConv), 2022
//	nsd-diag, nsd-orth, nsd-general
//	             Bodnar et al., "Neural sheaf diffusion", 2022
//
// Graphs are simple and undirected here, as everywhere in the project; some
// papers use the directed edge lists of Chameleon and Squirrel and report
// other figures there.
package peer

import (
	"fmt"
	"strings"

	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

// Settings are the settings of all peers; each reads those that Defaults gives
// it and ignores the rest.
type Settings struct {
	// Hidden is the hidden width (per head for gat, per stalk coordinate for
	// nsd), Layers the number of layers, Heads that of attention heads, K the
	// order of the polynomial (gprgnn, jacobi) or the number of rounds
	// (h2gcn), D the stalk dimension (nsd).
	Hidden, Layers, Heads, K, D int
	// Dropout acts on hidden features, InputDropout on X.
	Dropout, InputDropout float64
	// Alpha is the initial residual (gcnii), the teleport probability of the
	// start (gprgnn) or the bound of the coefficients (jacobi); Theta is the
	// identity mapping's strength λ (gcnii).
	Alpha, Theta float64
	// JacobiA, JacobiB are the parameters of the Jacobi basis.
	JacobiA, JacobiB float64
	// Watch, when set, is told of the sheaf of each layer, in order, while the
	// network is built (nsd).
	Watch func(Learned)
}

// model is one peer: its builder and its documented defaults.
type model struct {
	name  string
	build func(*train.Builder, Settings) (*autodiff.Var, error)
	// defaults returns settings, learning rate and weight decay.
	defaults func(homophilic bool) (Settings, float64, float64)
}

func models() []model {
	return []model{
		{"mlp", buildMLP, defaultsMLP},
		{"gcn", buildGCN, defaultsGCN},
		{"gat", buildGAT, defaultsGAT},
		{"gcnii", buildGCNII, defaultsGCNII},
		{"h2gcn", buildH2GCN, defaultsH2GCN},
		{"gprgnn", buildGPRGNN, defaultsGPRGNN},
		{"jacobi", buildJacobi, defaultsJacobi},
		{"nsd-diag", buildDiagonal, defaultsNSD},
		{"nsd-orth", buildOrthogonal, defaultsNSD},
		{"nsd-general", buildGeneral, defaultsNSD},
	}
}

// Names lists the peers.
func Names() []string {
	var out []string
	for _, m := range models() {
		out = append(out, m.name)
	}
	return out
}

// Defaults returns the settings that the peer's paper gives for graphs of the
// kind, with learning rate and weight decay; zero values for an unknown name.
func Defaults(name string, homophilic bool) (s Settings, lr, weightDecay float64) {
	for _, m := range models() {
		if m.name == name {
			return m.defaults(homophilic)
		}
	}
	return Settings{}, 0, 0
}

// Build adds the named network to the builder's tape and returns its logits,
// n×C. It fails on an unknown name or a setting that makes no sense.
func Build(name string, b *train.Builder, s Settings) (logits *autodiff.Var, err error) {
	for _, m := range models() {
		if m.name == name {
			if s.Dropout < 0 || s.Dropout >= 1 || s.InputDropout < 0 || s.InputDropout >= 1 {
				return nil, fmt.Errorf("peer %s: dropout %g and input dropout %g must be at least 0 and below 1", name, s.Dropout, s.InputDropout)
			}
			return m.build(b, s)
		}
	}
	return nil, fmt.Errorf("no peer is called %q; there are %s", name, strings.Join(Names(), ", "))
}

// within reports a whole-number setting that is out of range.
func within(peer, setting string, v, lo, hi int) error {
	if v < lo || v > hi {
		return fmt.Errorf("peer %s: %s=%d, want %d to %d", peer, setting, v, lo, hi)
	}
	return nil
}

// first returns the first error that is not nil.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
