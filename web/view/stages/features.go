package stages

import (
	"sort"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

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
		if len(v) == 0 || !view.Reached(s.Frame, stage.Features) {
			return nil // before the first run the profile is zero
		}
		return &Spark{Kind: "bars", Y: profile(v, 21)}
	},
	show: features,
	code: codeFeatures,
}

var featuresEquation = view.Equation{Name: "features",
	Lines: []string{"H_0=\\reshape \\sp(\\act \\sp(\\LayerNorm \\sp(X W_{\\in }+b)))", "μ_i=(1−s)\\softmax \\sp(U z_i)+\\frac{s}{d}"},
	Symbols: []view.Symbol{{"H_0", "encoded features: d coordinates of c channels for each node"}, {"X", "given features, one row a node"},
		{"W_{\\in }", "learned weights of the encoder"}, view.SymBias, {"μ_i", "measure of node i on its d stalk coordinates"},
		{"s", "share of the uniform measure, so that none is 0"}, {"U", "learned weights of the measures"}, {"z_i", "encoded features of node i"},
		{"d", "stalk dimension"}}}

// features fills stage 1: the features, the encoding, and the graph.
func features(s *state.State, v *view.Inspector) {
	f, g, st := s.Frame, s.Graph, &s.Frame.Stages
	v.Body.Equation(featuresEquation)
	v.Body.Vals = []view.Value{{Symbol: "f_0", Text: view.Int(g.Features), Tip: "input features"},
		{Symbol: "d", Text: view.Int(f.D), Tip: "stalk dimension"},
		{Symbol: "c", Text: view.Int(f.Channels), Tip: "channels per stalk coordinate"},
		{Symbol: "s", Text: view.Set(s.Config.Smooth), Tip: "uniform share of the measures"}}
	brings := []string{"Each of the *", view.Int(f.N), "* nodes brings *", words.Count(g.Features, "feature"), "*, ",
		view.Pct(st.FeatureDensity), " of them non-zero. "}
	if s.Peer() != "" {
		v.Body.Equation(view.Equation{})
		v.Body.Vals = nil
		v.Lead = view.Say(append(brings, view.ModelName(s.Config.Model),
			": stage 6 shows what it passes along the edges, stage 8 its classes.")...)
	} else {
		v.Lead = view.Say(append(brings, "The encoder puts *", words.Count(f.Channels, "vector"), "* of dimension *", view.Int(f.D),
			"* into the stalk of every node, one a channel.")...)
	}
	if fig, ok := featuresFigure(s); ok {
		v.Add(fig)
	}
	if len(st.ClassProfile) == g.Classes*f.D && g.Classes > 0 {
		m := stalksByClass(g, f.D, st.ClassProfile)
		m.Signed, m.RowH = view.MinOf(st.ClassProfile) < 0, 26
		v.Add(view.Figure{ID: "profile", Title: "Class profile",
			Sub: "encoded stalk: mean over channels and the nodes of each label", Alt: "Mean encoded stalk vector by label", Data: m})
	}
	bars := view.Bars{Axis: true, Left: 112}
	for slot, c := range view.BySlot(g) {
		bars.Rows = append(bars.Rows, view.Bar{Name: view.Classes(g)[c].Name, V: view.F(view.ClassSize(g, c)),
			Text: view.Int(view.ClassSize(g, c)), Slot: new(slot)})
	}
	if len(bars.Rows) > 0 && len(bars.Rows) <= 12 {
		v.Add(view.Figure{ID: "classes", Title: "Classes", Sub: "nodes per class", Alt: "Nodes per class", Data: bars})
	}
	v.Add(view.Figure{ID: "graphnums", Title: "Graph", Two: true, Nums: [][]any{
		view.Row("Nodes", view.Int(g.N)), view.Row("Edges", view.Int(len(g.Edges)/2)), view.Row("Edge homophily", view.Fix(g.EdgeHomophily, 3)),
		view.Row("Node homophily", view.Fix(g.NodeHomophily, 3)),
		view.Row("Components", view.Int(g.Components)), view.Row("Train / val / test",
			view.Int(len(g.Train))+" / "+view.Int(len(g.Val))+" / "+view.Int(len(g.Test))),
		view.Row("Format", g.Format), view.Row("Split", g.SplitName)}})
	v.Add(limitsFigures(s)...)
	set, about := aboutSet(s.Recipe.Graph, g.Notes)
	if set != nil {
		v.Add(about)
	}
	for _, n := range g.Notes {
		if set != nil && n == set.About() {
			continue // the figure already has it
		}
		v.Add(view.Figure{ID: "note-" + n, Data: n})
	}
	if s.Peer() == "" || peer.HasSheaf(s.Peer()) {
		v.Add(knobs(s, "d"))
	}
}

// FeatureMatrix describes the picture of the features; the numbers are passed beside it (package web).
type FeatureMatrix struct {
	N     int `json:"n"`
	Cols  int `json:"cols"`
	Width int `json:"width"`
	// D is the stalk dimension: a row of H₀ is D coordinates of Width/D channels.
	D     int      `json:"d"`
	Order []int    `json:"order"` // nodes by class
	Slots []int    `json:"slots"` // class marks in that order
	Names []string `json:"names"`
}

// featuresFigure shows the feature matrices before and after the encoder; false before they are loaded.
func featuresFigure(s *state.State) (view.Figure, bool) {
	if !s.FeaturesStay() || len(s.Features().Features.Ptr) != s.Graph.N+1 {
		return view.Figure{}, false
	}
	g, v := s.Graph, s.Features().Features
	d := FeatureMatrix{N: g.N, Cols: v.Cols, Width: v.Width, D: s.Frame.D, Order: make([]int, g.N), Slots: make([]int, g.N),
		Names: make([]string, g.N)}
	cl := view.Classes(g)
	slot := func(i int) int {
		if y := g.Labels[i]; y >= 0 && y < len(cl) {
			return cl[y].Slot
		}
		return len(cl)
	}
	for i := range d.Order {
		d.Order[i] = i
	}
	sort.SliceStable(d.Order, func(a, b int) bool { return slot(d.Order[a]) < slot(d.Order[b]) })
	for k, i := range d.Order {
		d.Slots[k], d.Names[k] = slot(i), view.NodeName(s, i)
	}
	f := view.Figure{ID: "features", Title: "Features", Sub: "nodes in rows, by label; before and after the encoder",
		Alt: "Feature matrices before and after the encoder", Data: d}
	if d.Width == 0 {
		f.Sub, f.Alt = "nodes in rows, by label", "Feature matrix"
	}
	if !s.FeaturesNow() {
		f.Sub = view.EarlierUntil
	}
	return f, true
}
