// This file defines the peer ISN, neural sheaf diffusion with the identity as every map.

package peer

import "sheafscope/core/published"

// isn uses the settings of NSD (newNSD). This is a choice of this project, since the paper of ISN gives settings only for Actor: one layer,
// stalk dimension d = 4, width 64, learning rate 2·10⁻⁴, weight decay 10⁻⁷.
// One setting differs from NSD: on heterophilic graphs features are not scaled, for higher validation accuracy on splits 0–2:
// 88.7 % on Texas (87.0 % with rows that sum to 1), and 89.2 % on Wisconsin (84.6 %).
var isn = func() Peer {
	p := newNSD("isn", "ISN", identityMaps, linearDiffusion)
	p.Paper = "Identity sheaf networks, arXiv 2603.05395, 2026"
	p.Why = "Neural sheaf diffusion without a learned sheaf: all maps are the identity, so that its operator is the normalised Laplacian " +
		"of the graph in every stalk coordinate. What it reaches owes nothing to maps."
	p.Equation = []string{"X′=(1+\\tanh \\sp ε)X−\\ELU \\sp(\\hat{L}(I⊗W_1)X W_2)", "R_{ij}=I"}
	p.Symbols = []Symbol{{"X", "features: in each node's stalk a vector for each of c channels"}, {"X′", "features after the layer"},
		{"\\hat{L}", "normalised sheaf Laplacian, nd × nd"}, {"R_{ij}", "restriction map of node i into edge e = (i, j), d × d"},
		{"ε", "learned gain of each stalk coordinate"}, symW1, symW2}
	for k, q := range p.Settings {
		if q.Name == "plain" { // features without scaling
			p.Settings[k].Heterophilic = 1
		}
	}
	p.Tried = "rows of features that sum to 1 and as they are; its settings for these graphs are not published."
	p.Reported = published.Line{Source: "its paper", Means: []float64{88.0, 88.8, 86.0, 0, 0, 0, 0, 0, 0}}
	return p
}()
