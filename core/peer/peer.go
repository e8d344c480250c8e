// Package peer holds the networks that SGPC is compared with, each written
// from its paper, all of the form
//
//	logits = f_θ(X, A),  n×C
//
// on the tape, the features, the splits and the training loop of this project.
// A peer is one file, which declares a [Peer], and its line in [All].
//
// Graphs are simple and undirected here, as everywhere in the project, but for
// CSNN, which reads the directions of a file; some papers use the directed edge
// lists of Chameleon and Squirrel and report other figures there.
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

// All lists the peers in the order of the menus. No other place names them.
func All() []*Peer {
	return []*Peer{&mlp, &gcn, &gat, &gcnii, &h2gcn, &gprgnn, &jacobi, &nsdDiagonal, &nsdOrthogonal, &nsdGeneral,
		&sage, &tunedGCN, &pcnet, &glognn, &geomGCN, &sheafHyper, &polyNSD, &nlsd, &sheafAN, &isn, &connNSD, &csnn,
		&deepNSD, &reducedSearch}
}

// Peer is all that command line, page and tables know of a model.
type Peer struct {
	// Name is its name on the command line and in links, Label that in print.
	Name, Label string
	// Paper is authors, title, venue and year.
	Paper string
	// Why says in plain words how it comes to its classes, for a reader of the page.
	Why string
	// Equation is what it computes, one string a line, in the TeX of
	// assets/src/math.js; Symbols says what each symbol in it means.
	Equation []string
	Symbols  []Symbol
	// Settings are all that it reads: lr, weight_decay, dropout and
	// input_dropout, and its own.
	Settings []Default
	// Maps says what its restriction maps are, to follow "They", Filter what its layers
	// do to the frequencies of the sheaf. It calls Settings.watch in each layer.
	// Laplacian is the one that they are described with, in TeX. Sheaves: its layers compute
	// with the maps. Subtracts: they take what the Laplacian makes away from the features.
	Maps, Filter, Laplacian string
	Sheaves, Subtracts      bool
	// Tries are entries of its Grid beside those of all.
	Tries []Try
	// Tried says what was tried where it stays below its reported figures, "" for nothing beside its Grid; it ends in a point.
	Tried string
	// Reported is its row of a published table, its Name the Label unless given.
	Reported published.Line
	// Floats returns about how many numbers of 8 bytes the network keeps, for
	// both of its copies: values that passes share and gradients (train.Builder,
	// autodiff.Pool), the copies of the input, the neighbourhoods. Parameters are
	// not part of it.
	Floats func(Size, Settings) float64
	// Check, unless nil, fails on a graph or a combination of settings, each in
	// its range, that the model cannot take, and says what can.
	Check func(*graph.Graph, Settings) error
	// mapsOf, unless nil, says Maps of a model whose settings choose its maps.
	mapsOf func(Settings) string
	// network adds the model to the builder's tape and returns its logits, n×C.
	network func(*train.Builder, Settings) *autodiff.Var
}

// Symbol is a symbol of an equation in TeX and its meaning.
type Symbol [2]string

// Default is a setting that a peer reads, under its name of core/sgpc/settings/settings.go:
// its value from the paper for heterophilic and for homophilic graphs, and
// the range that makes sense to the peer.
type Default struct {
	Name                     string
	Heterophilic, Homophilic float64
	Lo, Hi                   float64
}

// Settings are the values of a peer's settings by name.
type Settings struct {
	Values map[string]float64
	// Watch, when set, gets each layer, in order, while the network is built.
	Watch func(Layer)
}

// Of returns the named setting, 0 for one that the peer does not read.
func (s Settings) Of(name string) float64 { return s.Values[name] }

// Int is Of for a whole number.
func (s Settings) Int(name string) int { return int(s.Values[name]) }

// Find returns the named peer, nil when there is none.
func Find(name string) *Peer {
	for _, p := range All() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Names lists the peers.
func Names() []string {
	var out []string
	for _, p := range All() {
		out = append(out, p.Name)
	}
	return out
}

// Label is the name of a model as in print: of SGPC, of a peer, and of an
// unknown one the name itself. Every table and picture takes it from here.
func Label(name string) string {
	if name == "sgpc" {
		return "SGPC"
	}
	if p := Find(name); p != nil {
		return p.Label
	}
	return name
}

// MapsWith is Maps of the model with these settings.
func (p *Peer) MapsWith(s Settings) string {
	if p.mapsOf == nil {
		return p.Maps
	}
	return p.mapsOf(s)
}

// HasSheaf reports whether the named model is a peer whose layers are described as a sheaf.
func HasSheaf(name string) bool {
	p := Find(name)
	return p != nil && p.Maps != ""
}

// Reported returns the published row of the named model, SGPC among them, with
// no figures when there is none; splits says whether it is to stand beside
// figures of the ten 48/32/20 splits, of which those of the peers are.
func Reported(name string, splits bool) published.Line {
	if name == "sgpc" {
		return published.SGPC()
	}
	p := Find(name)
	if p == nil || !splits {
		return published.Line{}
	}
	row := p.Reported
	row.Name = cmp.Or(row.Name, p.Label)
	return row
}

// ReportedRows returns the published rows to stand below a table, each once.
func ReportedRows(splits bool) (out []published.Line) {
	for _, name := range append([]string{"sgpc"}, Names()...) {
		if r := Reported(name, splits); r.Means != nil && (len(out) == 0 || out[len(out)-1].Name != r.Name) {
			out = append(out, r)
		}
	}
	return out
}

// Defaults returns the settings that the peer's paper gives for graphs of the kind.
func (p *Peer) Defaults(homophilic bool) Settings {
	s := Settings{Values: map[string]float64{}}
	for _, q := range p.Settings {
		s.Values[q.Name] = q.Heterophilic
		if homophilic {
			s.Values[q.Name] = q.Homophilic
		}
	}
	return s
}

// Reads returns the named setting of the peer, nil when it does not read it or is no peer.
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

// Validate reports the first setting that is out of the peer's range.
func (p *Peer) Validate(s Settings) error {
	for _, q := range p.Settings {
		if v := s.Of(q.Name); !(v >= q.Lo && v <= q.Hi) {
			return fmt.Errorf("setting %s=%g: %s takes %g to %g", q.Name, v, p.Name, q.Lo, q.Hi)
		}
	}
	return nil
}

// Build adds the named network to the builder's tape and returns its logits,
// n×C. It fails on an unknown name, a setting that is out of range, and where
// the peer's Check does.
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

// Symbols that several equations have.
var (
	symY         = Symbol{"\\hat{Y}", "class probabilities, one row a node"}
	symX         = Symbol{"X", "given features, one row a node"}
	symA         = Symbol{"\\hat{A}", "adjacency with every node as its own neighbour, normalised on both sides by the roots of the degrees"}
	symW         = Symbol{"W", "learned weights"}
	symW1, symW2 = Symbol{"W_1", "learned weights"}, Symbol{"W_2", "learned weights"}
)
