package method

// This file has the default settings of a graph by its family.

import (
	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// Family is a class of graphs with common default settings.
type Family string

// Families differ in size and in the homophily of the labelled edges.
const (
	// SmallHeterophilic: under 1000 nodes (WebKB).
	SmallHeterophilic Family = "small heterophilic"
	// LargeHeterophilic: 1000 nodes or more (Actor).
	LargeHeterophilic Family = "large heterophilic"
	// DenseHeterophilic: the same with a mean degree of 16 or more
	// (Chameleon, Squirrel).
	DenseHeterophilic Family = "dense heterophilic"
	// SmallHomophilic: under 1000 nodes (the karate club, teaching graphs).
	SmallHomophilic Family = "small homophilic"
	// LargeHomophilic: the citation graphs.
	LargeHomophilic Family = "large homophilic"
)

// Sizes that decide the default settings.
const (
	largeGraph  = 1000 // nodes of a large graph
	teachingMax = 100  // nodes below which a graph is a teaching graph
)

// FamilyOf returns the family of a graph by its size and by the edges between training
// nodes. It reads no label outside the training set.
//
// A graph is homophilic if the number of these edges with equal labels, plus 2.8, is
// at least 60 % of their number. Citeseer needs the correction of 2.8: its 120
// training nodes have only eight edges, two of them between equal labels, although
// 74 % of all its edges join equal labels. The threshold is far from the shares of
// known graphs, so that all splits of a graph give the same family. These shares are
// at most 46 % in a training set of cornell_legacy, 50 % among friends and rivals,
// and over 70 % in citation graphs.
func FamilyOf(g *graph.Graph, split graph.Split) Family {
	isTraining := make([]bool, g.N)
	for _, i := range split.Train {
		isTraining[i] = true
	}
	equal, all := 0, 0 // edges between training nodes
	for _, e := range g.Edges {
		if isTraining[e.I] && isTraining[e.J] {
			all++
			if g.Labels[e.I] == g.Labels[e.J] {
				equal++
			}
		}
	}
	// In whole numbers, so that the comparison is exact.
	homophilic := 5*equal+14 >= 3*all // equal + 2.8 ≥ 0.6·all
	switch {
	case homophilic && g.N < largeGraph:
		return SmallHomophilic
	case homophilic:
		return LargeHomophilic
	case g.N < largeGraph:
		return SmallHeterophilic
	case len(g.Edges) >= 8*g.N:
		return DenseHeterophilic
	}
	return LargeHeterophilic
}

// DefaultFor returns the default settings of SGPC for a graph, by its family and
// size.
func DefaultFor(g *graph.Graph, split graph.Split) settings.Config {
	c := settings.Default()
	family := FamilyOf(g, split)
	if g.N >= largeGraph {
		// On graphs of this size λ₂ takes longer than the rest of an epoch. Narrow
		// stalks and a looser solve do not lower the accuracy.
		c.GapMode, c.D, c.Channels, c.CGTol, c.CGTolTrain = "off", 2, 32, 1e-6, 1e-4
	}
	switch family {
	case SmallHomophilic:
		// There are few labels, and teaching graphs have one-hot features: only the
		// neighbours carry information. Hence no residual and a long diffusion.
		// Half of the features are dropped in each epoch: otherwise late epochs
		// overfit every training node and fall below chance on the others.
		c.Sign, c.Norm, c.Dropout, c.WeightDecay, c.Patience = 1, "layer", 0.5, 5e-4, 0
		c.InputDropout = 0.5
		c.Centered, c.Residual, c.Dt, c.LR = false, false, 5, 0.003
	case SmallHeterophilic:
		// WebKB graphs. A teaching graph shows the whole method. On the validation sets of Texas, Wisconsin and both
		// Cornells, ascent costs one to two points and three quarters of the time.
		// Calibration and the KL term have no effect beyond chance over seeds.
		// Twice the width with four times the weight decay adds about a point.
		if g.N >= teachingMax {
			c.GapMode, c.Calibrate, c.LambdaKL = "off", false, 0
			c.Channels, c.Hidden, c.WeightDecay = 32, 128, 0.02
		}
	case LargeHomophilic:
		c.Sign, c.Centered, c.InputDropout, c.Dt = 1, false, 0.5, 2
		if 10*len(split.Train) < g.N {
			// With few labels the neighbourhood is most informative: long
			// diffusion, no residual. A linear head with twice the decay and
			// without calibration overfits less. Mean validation accuracy on the
			// public split and two draws with 20 nodes per class rises from 82.8 to
			// 83.4 % on Cora and from 70.7 to 72.5 % on Citeseer.
			c.Shift, c.Residual, c.Dropout, c.Dt = 0, false, 0.7, 5
			c.Head, c.Calibrate, c.LambdaKL, c.WeightDecay = "linear", false, 0, 0.01
		}
		// The loss is a mean, so the effect of a prior on the weights should fall
		// with the number of labels. Pubmed (9463) underfits with the decay of Cora
		// (1200): validation on split 0 is 87.9 %, with a seventh of the decay 88.9
		// %.
		c.WeightDecay *= min(1, 1600/float64(max(1, len(split.Train))))
	case LargeHeterophilic:
		// Nodes have few words and few equal neighbours: κ̄ is small nearly
		// everywhere, and calibration with so much of the prior costs two points of
		// validation accuracy. Dropping half of the words in each epoch and small
		// steps add a point (split 0: 38.5 to 39.4 %), at half the width.
		c.Sign, c.Centered, c.Calibrate = 1, false, false
		c.Channels, c.InputDropout, c.LR, c.Patience = 16, 0.5, 0.003, 40
	case DenseHeterophilic:
		// The links of a page predict its class better than its words.
		c.Structure, c.Features, c.Norm = "rows", "row", "layer"
		c.InputDropout, c.Dropout, c.WeightDecay = 0.5, 0.5, 5e-4
	}
	narrow(&c, cost.ShapeOf(g))
	return c
}

// Limits of narrow.
const (
	// fullWidthMemory is the memory in bytes up to which the default settings keep
	// their width.
	fullWidthMemory = 2.8e9
	// minChannels is the smallest number of channels.
	minChannels = 4
)

// narrow halves the channels on a very large graph until a page can train it. It
// assumes input dropout, with which the two networks share no stage and need most
// memory.
func narrow(c *settings.Config, s cost.Shape) {
	unshared := *c
	unshared.InputDropout = 0.5
	for unshared.Channels > minChannels && cost.Memory(s, unshared) > fullWidthMemory {
		unshared.Channels /= 2
	}
	c.Channels = unshared.Channels
}

// Configure returns the default settings for a model and a reading on a graph, by
// the method [Validation].
func Configure(g *graph.Graph, split graph.Split, model, reading string, seed uint64) (settings.Config, error) {
	return Validation.Configure(g, split, model, reading, seed)
}

// configure returns the settings that all methods have in common.
func configure(g *graph.Graph, split graph.Split, model, reading string, seed uint64) (settings.Config, error) {
	c := DefaultFor(g, split)
	if err := c.Set("reading", reading); err != nil {
		return c, err
	}
	if err := c.Set("model", model); err != nil {
		return c, err
	}
	c.Seed = seed
	family := FamilyOf(g, split)
	homophilic := family == SmallHomophilic || family == LargeHomophilic
	if model != "sgpc" {
		err := setPeerDefaults(&c, g, homophilic)
		return c, err
	}
	if reading == "code" {
		c.CodeSettings(homophilic)
	}
	return c, nil
}

// setPeerDefaults sets the default settings of the peer c.Model.
func setPeerDefaults(c *settings.Config, g *graph.Graph, homophilic bool) error {
	p := peer.Find(c.Model)
	for name, v := range p.Defaults(peer.GraphKind(homophilic)).Values {
		row := c.Setting(name)
		if err := c.Set(name, row.Text(v)); err != nil {
			return err
		}
	}
	if train.Signed(g.X) {
		c.InputDropout = 0
	}
	c.GapMode, c.LambdaKL, c.LambdaSpec = "off", 0, 0
	// The schedule of most papers of the peers (GCNII, GPR-GNN, GloGNN, NSD, PCNet);
	// a few stop earlier.
	if g.N >= teachingMax {
		c.Epochs, c.Patience = 1500, 200
	}
	return nil
}

// DefaultSplit is the split of a graph that comes without a split.
const DefaultSplit = "random:0.48,0.32,0.20"
