// Package peer implements the networks with which SGPC is compared, each from its paper. All have the form
//
//	logits = f_θ(X, A),  n×C
//
// The networks share the features, the splits and the training loop of this project.
// The operations of a network form its tape, a list that computes values and then gradients (package autodiff).
// A peer is one file that declares a [Peer], and an element of [All].
// In a comment of a peer, "the paper" is the paper that its field Paper names. "The program" is the published program of its authors.
//
// Graphs are simple and undirected. CSNN, and some peers with the setting "directed", use the directions of the file.
// Some papers use the directed edge lists of Chameleon and Squirrel, so their accuracies differ on these graphs.
package peer

import (
	"cmp"
	"fmt"
	"strings"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// All returns the peers in the order of the menus.
func All() []*Peer {
	return []*Peer{&mlp, &gcn, &gat, &gcnii, &h2gcn, &gprgnn, &jacobi, &nsdDiagonal, &nsdOrthogonal, &nsdGeneral,
		&sage, &tunedGCN, &pcnet, &glognn, &geomGCN, &sheafHyper, &polyNSD, &nlsd, &sheafAN, &isn, &connNSD, &csnn,
		&deepNSD, &reducedSearch}
}

// Peer describes a model for the command line, the page and the tables, and builds its network.
type Peer struct {
	// Name is the name on the command line and in links, and Label is the printed name.
	Name, Label string
	Paper       string // authors, title, venue and year
	Why         string // explains the model in plain words, for a reader of the page
	// Equation is the model in the TeX of assets/src/math.js, one string per line. Symbols explains its symbols.
	Equation []string
	Symbols  []Symbol
	// Settings are all settings of the model: "lr", "weight_decay", and the settings of its network.
	Settings []Default
	// Maps describes the restriction maps, as a continuation of "They", or is "" for a model that is not described as a sheaf.
	// Filter describes the effect of a layer on frequencies. NoGain, unless "", replaces Filter under settings whose layers have no gain.
	// Laplacian is the Laplacian of the maps, in TeX.
	// Sheaves reports whether layers compute with maps on the edges of the graph.
	// Subtracts reports whether layers subtract the output of their operator (Layer.Y) from the features.
	Maps, Filter, NoGain, Laplacian string
	Sheaves, Subtracts              bool
	// Tries are changes of settings that only this model has. They are the last entries of [Peer.Grid].
	Tries []Try
	// Tried describes attempts beyond Grid to reach the reported accuracies, with a full stop at the end. It is "" if there are none.
	Tried string
	// Reported is the model's row of a published table. An empty Name stands for Label.
	Reported published.Line
	// Floats estimates how many numbers of 8 bytes the network stores, without parameters, for training and for evaluation together.
	// The numbers are values, gradients (train.Builder, autodiff.Pool), copies of the input, and neighbourhoods.
	Floats func(Size, Settings) float64
	// Check, unless nil, returns an error with a remedy for a graph or a combination of settings that the model does not support.
	Check func(*graph.Graph, Settings) error
	// mapsOf, unless nil, returns Maps for a model whose settings choose its maps.
	mapsOf func(Settings) string
	// network adds the model to the builder's tape, calls Settings.watch for each layer, and returns the logits, n×C.
	network func(*train.Builder, Settings) *autodiff.Var
}

// Symbol is a symbol of an equation in TeX and its meaning.
type Symbol [2]string

// Default is a setting of a peer. Name is its name in core/sgpc/settings.
// Heterophilic and Homophilic are the default values for the two kinds of graphs. They are values of the paper, unless the comment of the
// peer names another source. Valid values are from Lo to Hi, both included.
type Default struct {
	Name                     string
	Heterophilic, Homophilic float64
	Lo, Hi                   float64
}

// Settings are the values of a peer's settings by name.
type Settings struct {
	Values map[string]float64
	// Watch, unless nil, is called with each layer, in order, while the network is built.
	Watch func(Layer)
}

// Of returns the value of a setting, or 0 for a setting that the peer does not have.
func (s Settings) Of(name string) float64 { return s.Values[name] }

// Int returns the value of a setting without its fraction, or 0 for a setting that the peer does not have.
func (s Settings) Int(name string) int { return int(s.Values[name]) }

// Find returns the peer with the given name, or nil for an unknown name.
func Find(name string) *Peer {
	for _, p := range All() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Names returns the names of the peers in the order of [All].
func Names() []string {
	var out []string
	for _, p := range All() {
		out = append(out, p.Name)
	}
	return out
}

// Label returns the printed name of a model: "SGPC" for sgpc, or the label of a peer. It returns an unknown name unchanged.
func Label(name string) string {
	if name == "sgpc" {
		return "SGPC"
	}
	if p := Find(name); p != nil {
		return p.Label
	}
	return name
}

// MapsWith returns the description of the restriction maps under the given settings, in the form of Peer.Maps.
func (p *Peer) MapsWith(s Settings) string {
	if p.mapsOf == nil {
		return p.Maps
	}
	return p.mapsOf(s)
}

// LaplacianWith returns the Laplacian of [Peer.MapsWith], in the form of Peer.Laplacian.
func (p *Peer) LaplacianWith(s Settings) string {
	if p.MapsWith(s) == plainMaps {
		return plainLaplacian
	}
	return p.Laplacian
}

// HasSheaf reports whether the name belongs to a peer whose layers are described as a sheaf.
func HasSheaf(name string) bool {
	p := Find(name)
	return p != nil && p.Maps != ""
}

// Comparison states with which runs published rows are compared: runs on the ten splits of 48/32/20 %, or runs on other splits.
type Comparison bool

// The kinds of comparisons.
const (
	OnTenSplits   Comparison = true
	OnOtherSplits Comparison = false
)

// Reported returns the published row of a peer, or of the SGPC paper for "sgpc". Means is nil if a peer has no published accuracies.
// Rows of peers are comparable only with runs on the ten splits. For a peer on other splits, or an unknown name, the row is empty.
func Reported(name string, comparison Comparison) published.Line {
	if name == "sgpc" {
		return published.SGPC()
	}
	p := Find(name)
	if p == nil || comparison == OnOtherSplits {
		return published.Line{}
	}
	row := p.Reported
	row.Name = cmp.Or(row.Name, p.Label)
	return row
}

// ReportedRows returns the published rows of SGPC and the peers for a table; see [Reported]. It omits models without published accuracies.
// If successive peers share a row, as the three NSD peers do, the result has this row once.
func ReportedRows(comparison Comparison) (out []published.Line) {
	for _, name := range append([]string{"sgpc"}, Names()...) {
		r := Reported(name, comparison)
		isRepeated := len(out) > 0 && out[len(out)-1].Name == r.Name
		if r.Means != nil && !isRepeated {
			out = append(out, r)
		}
	}
	return out
}

// GraphKind is the kind of a graph for which a peer has default settings.
type GraphKind bool

// The kinds of graphs.
const (
	Heterophilic GraphKind = false // neighbours mostly have different classes
	Homophilic   GraphKind = true  // neighbours mostly have the same class
)

// Defaults returns the default of every setting of the peer for the given kind of graphs.
func (p *Peer) Defaults(kind GraphKind) Settings {
	s := Settings{Values: map[string]float64{}}
	for _, q := range p.Settings {
		s.Values[q.Name] = q.Heterophilic
		if kind == Homophilic {
			s.Values[q.Name] = q.Homophilic
		}
	}
	return s
}

// Reads returns the setting with the given name, or nil if p is nil or does not have the setting.
func (p *Peer) Reads(name string) *Default {
	if p == nil {
		return nil
	}
	for k := range p.Settings {
		if p.Settings[k].Name == name {
			return &p.Settings[k]
		}
	}
	return nil
}

// Validate returns an error for the first setting whose value is outside its valid range, or nil if all values are valid.
func (p *Peer) Validate(s Settings) error {
	for _, q := range p.Settings {
		v := s.Of(q.Name)
		isValid := v >= q.Lo && v <= q.Hi // false for NaN, too
		if !isValid {
			return fmt.Errorf("setting %s=%g: %s takes %g to %g", q.Name, v, p.Name, q.Lo, q.Hi)
		}
	}
	return nil
}

// Build adds a peer's network to the builder's tape and returns its logits, n×C.
// It fails for an unknown name, for a setting out of range, and if Peer.Check returns an error.
func Build(name string, b *train.Builder, s Settings) (logits *autodiff.Var, err error) {
	p := Find(name)
	if p == nil {
		return nil, fmt.Errorf("no peer is called %q; there are %s", name, strings.Join(Names(), ", "))
	}
	if err := p.Validate(s); err != nil {
		return nil, err
	}
	if p.Check != nil {
		if err := p.Check(b.Graph, s); err != nil {
			return nil, err
		}
	}
	return p.network(b, s), nil
}

// Symbols that several equations contain.
var (
	symY         = Symbol{"\\hat{Y}", "class probabilities, one row a node"}
	symX         = Symbol{"X", "given features, one row a node"}
	symA         = Symbol{"\\hat{A}", "adjacency with every node as its own neighbour, normalised on both sides by the roots of the degrees"}
	symW         = Symbol{"W", "learned weights"}
	symW1, symW2 = Symbol{"W_1", "learned weights"}, Symbol{"W_2", "learned weights"}
	symWL        = Symbol{"W_L", "learned weights of the last layer"}
)
