package stages

// This file has stage 1: the features of the nodes before and after the encoder, and the sections about the graph. The encoder puts vectors
// into the stalk of each node: d coordinates in each of c channels. A peer (a model other than SGPC) has an encoder of its own.

import (
	"sort"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// featuresStage is stage 1: the encoder. The rail shows the numbers of given features, stalk coordinates and channels, for example
// "1433 → 3 × 16". For a peer it shows only the number of given features. The picture has the largest absolute coordinates of the classes'
// mean encoded vectors.
var featuresStage = row{
	number: stage.Features, models: allModels,
	why: "Every node has a stalk (some papers say fibre): a vector space of dimension d. The encoder puts one vector a " +
		"channel into it, and all that follows compares the vectors of neighbours.",
	early: true,
	value: func(s *state.State) string {
		if s.Peer() != "" {
			return words.Count(s.Graph.Features, "feature")
		}
		return view.Int(s.Graph.Features) + " → " + view.Int(s.Frame.D) + " × " + view.Int(s.Frame.Channels)
	},
	spark: func(s *state.State) *Spark {
		v := s.Frame.Stages.ClassProfile
		if len(v) == 0 || !view.HasRun(s.Frame, stage.Features) {
			return nil // before the stage's first run all means are 0
		}
		return &Spark{Kind: "bars", Y: profile(v, sparkBars)}
	},
	show: features,
	code: codeFeatures,
}

// featuresEquation is the encoder with the measures on the stalk coordinates.
var featuresEquation = view.Equation{Name: "features",
	Lines: []string{"H_0=\\reshape \\sp(\\act \\sp(\\LayerNorm \\sp(X W_{\\in }+b)))", "μ_i=(1−s)\\softmax \\sp(U z_i)+\\frac{s}{d}"},
	Symbols: []view.Symbol{{"H_0", "encoded features: d coordinates of c channels for each node"}, {"X", "given features, one row a node"},
		{"W_{\\in }", "learned weights of the encoder"}, view.SymBias, {"μ_i", "measure of node i on its d stalk coordinates"},
		{"s", "share of the uniform measure, so that none is 0"}, {"U", "learned weights of the measures"}, {"z_i", "encoded features of node i"},
		{"d", "stalk dimension"}}}

// features fills the panel of stage 1: the given features, their encoding, and the graph.
func features(s *state.State, v *view.Inspector) {
	f, g, st := s.Frame, s.Graph, &s.Frame.Stages

	// The equation and the values of SGPC's encoder are removed for a peer below.
	equation := featuresEquation
	if s.Config.Norm == "none" {
		equation.Lines = []string{strings.Replace(equation.Lines[0], "\\LayerNorm \\sp", "", 1), equation.Lines[1]}
	}
	v.Body.Equation(equation)
	v.Body.Vals = []view.Value{{Symbol: "f_0", Text: view.Int(g.Features), Tip: "input features"},
		{Symbol: "d", Text: view.Int(f.D), Tip: "stalk dimension"},
		{Symbol: "c", Text: view.Int(f.Channels), Tip: "channels per stalk coordinate"},
		{Symbol: "s", Text: view.Set(s.Config.Smooth), Tip: "uniform share of the measures"}}
	lead := []string{"Each of the *", view.Int(f.N), "* nodes brings *", words.Count(g.Features, "feature"), "*, ",
		view.Pct(st.FeatureDensity), " of them non-zero. "}
	if s.Peer() != "" {
		v.Body.Equation(view.Equation{}) // a peer has another encoder
		v.Body.Vals = nil
		v.Lead = view.Say(append(lead, view.ModelName(s.Config.Model),
			": stage 6 shows what it passes along the edges, stage 8 its classes.")...)
	} else {
		v.Lead = view.Say(append(lead, "The encoder puts *", words.Count(f.Channels, "vector"), "* of dimension *", view.Int(f.D),
			"* into the stalk of every node, one a channel.")...)
	}

	// The matrices, the mean encoded vector of each class, and the graph.
	if fig, ok := featuresFigure(s); ok {
		v.Add(fig)
	}
	if len(st.ClassProfile) == g.Classes*f.D && g.Classes > 0 { // a peer has no encoded stalks
		m := stalksByClass(g, f.D, st.ClassProfile)
		m.Signed = view.MinOf(st.ClassProfile) < 0 // a sigmoid or ReLU gives no negative features
		m.RowH = 26
		v.Add(view.Figure{ID: "profile", Title: "Class profile",
			Sub: "encoded stalk: mean over channels and the nodes of each label", Alt: "Mean encoded stalk vector by label", Data: m})
	}
	graphFigures(s, v)
	if s.Peer() == "" || peer.HasSheaf(s.Peer()) { // other models have no stalk dimension
		v.Add(knobs(s, "d"))
	}
}

// Homophily formats share, the edge or node homophily of the graph g, with k decimals. It returns a dash if no edge has two labelled ends.
func Homophily(g *proto.GraphInfo, share float64, k int) string {
	// All edges with two labels join different classes, or no edge has two labels.
	if share == 0 && heterophily(g) == 0 {
		return words.Dash
	}
	return view.Fix(share, k)
}

// graphFigures adds the sections of stage 1 about the graph: the sizes of the classes, numbers of the graph, the parts that the page omits
// at this size, the source of a public data set, and the notes of the load.
func graphFigures(s *state.State, v *view.Inspector) {
	g := s.Graph
	const mostBars = 12 // the sizes of more classes are omitted: they would fill the panel
	bars := view.Bars{Axis: true, Left: 112}
	for slot, c := range view.BySlot(g) {
		size := view.ClassSize(g, c)
		bars.Rows = append(bars.Rows, view.Bar{Name: view.Classes(g)[c].Name, V: view.F(size), Text: view.Int(size), Slot: new(slot)})
	}
	if len(bars.Rows) > 0 && len(bars.Rows) <= mostBars {
		v.Add(view.Figure{ID: "classes", Title: "Classes", Sub: "nodes per class", Alt: "Nodes per class", Data: bars})
	}
	v.Add(view.Figure{ID: "graphnums", Title: "Graph", Two: true, Nums: [][]any{
		view.Row("Nodes", view.Int(g.N)),
		view.Row("Edges", view.Int(len(g.Edges)/2)),
		view.Row("Edge homophily", Homophily(g, g.EdgeHomophily, 3)),
		view.Row("Node homophily", Homophily(g, g.NodeHomophily, 3)),
		view.Row("Components", view.Int(g.Components)),
		view.Row("Train / val / test", view.Int(len(g.Train))+" / "+view.Int(len(g.Val))+" / "+view.Int(len(g.Test))),
		view.Row("Format", g.Format),
		view.Row("Split", g.SplitName)}})

	// set is nil if the graph is no public data set.
	v.Add(limitsFigures(s)...)
	set, about := aboutSet(s.Recipe.Graph, g.Notes)
	if set != nil {
		v.Add(about)
	}
	for _, note := range g.Notes {
		if set != nil && note == set.About() {
			continue // the figure about the set has this note already
		}
		v.Add(view.Figure{ID: "note-" + note, Data: note})
	}
}

// FeatureMatrix describes the picture of two matrices with a row for each node: the features X and the encoded features H₀. X is N × Cols,
// and H₀ is N × Width. Package web passes the entries of the matrices separately. Width is 0 without H₀: for a peer, before the first run
// of stage 1, or if H₀ has too many entries for the page.
type FeatureMatrix struct {
	N     int `json:"n"`
	Cols  int `json:"cols"`
	Width int `json:"width"`
	// D is the stalk dimension. A row of H₀ has D coordinates of Width/D channels.
	D int `json:"d"`
	// Order are the nodes sorted by the slot of their label. Slots and Names are their class marks and names in this order. The mark of a node
	// without a label is −1; these nodes come last.
	Order []int    `json:"order"`
	Slots []int    `json:"slots"`
	Names []string `json:"names"`
}

// featuresFigure returns the picture of the feature matrices before and after the encoder, and false until the entries of X have arrived.
// Entries of an earlier position stay until the present entries arrive. X is sparse: Ptr are the N+1 offsets of the rows.
func featuresFigure(s *state.State) (view.Figure, bool) {
	if !s.FeaturesStay() || len(s.Features().Features.Ptr) != s.Graph.N+1 { // X has not arrived
		return view.Figure{}, false
	}
	g, v := s.Graph, s.Features().Features
	d := FeatureMatrix{N: g.N, Cols: v.Cols, Width: v.Width, D: s.Frame.D, Order: make([]int, g.N), Slots: make([]int, g.N),
		Names: make([]string, g.N)}
	classes := view.Classes(g)
	slot := func(i int) int { // of the label of node i
		if label := g.Labels[i]; label >= 0 && label < len(classes) {
			return classes[label].Slot
		}
		return len(classes) // nodes without a label come last
	}
	for i := range d.Order {
		d.Order[i] = i
	}
	sort.SliceStable(d.Order, func(a, b int) bool { return slot(d.Order[a]) < slot(d.Order[b]) })
	for k, i := range d.Order {
		d.Slots[k], d.Names[k] = slot(i), view.NodeName(s, i)
		if d.Slots[k] == len(classes) { // without a label
			d.Slots[k] = -1
		}
	}

	// Without encoded features the picture shows X alone.
	f := view.Figure{ID: "features", Title: "Features", Sub: "nodes in rows, by label; before and after the encoder",
		Alt: "Feature matrices before and after the encoder", Data: d}
	if d.Width == 0 {
		f.Sub, f.Alt = "nodes in rows, by label", "Feature matrix"
	}
	if !s.FeaturesNow() { // features of an earlier position
		f.Sub = view.EarlierUntil
	}
	return f, true
}
