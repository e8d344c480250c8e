package view_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/stages"
)

// A peer has its own sentence, equation and symbols in stage 8, names its paper, and has a name for people. Its stages before the maps and
// after the classes have no equation and no value of SGPC's sheaf, and no stage tests a claim of SGPC. The chart of the bound shows its
// training cross-entropy.
func TestPeersAreExplained(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel, s.Spectrum = state.PanelStage, nil
	s.View.Stage = stage.Classes
	whyOfSGPC := inspector.New(s).Why
	// Only the name of the model changes; the frame stays that of SGPC.
	for _, model := range peer.Names() {
		s.Config.Model, s.View.Stage = model, stage.Classes
		v := inspector.New(s)
		if v.Why == "" || v.Why == whyOfSGPC {
			t.Errorf("%s: the sentence is %q, want one of its own", model, v.Why)
		}
		if p := peer.Find(model); v.Body.Eq != "peer-"+model || !slices.Equal(v.Body.Lines, p.Equation) || len(v.Body.Symbols) == 0 ||
			!strings.Contains(v.Why, p.Paper) {
			t.Errorf("%s: the equation %s is %q with %d symbols, want %q with symbols; the sentence %q must have the paper %q", model, v.Body.Eq,
				v.Body.Lines, len(v.Body.Symbols), p.Equation, v.Why, p.Paper)
		}
		if view.ModelName(model) == model {
			t.Errorf("%s has no name for people", model)
		}
		// The other stages.
		for number := 1; number < len(stage.Names); number++ {
			s.View.Stage = number
			hasStage := number >= stage.Maps && number <= stage.Classes
			v := inspector.New(s)
			if !hasStage && (v.Body.Eq != "" || len(v.Body.Vals) > 0) {
				t.Errorf("%s: stage %d shows the sheaf's equation %q and %d values", model, number, v.Body.Eq, len(v.Body.Vals))
			}
			if strings.HasPrefix(v.Sub, "Tests") {
				t.Errorf("%s: stage %d tests a claim of SGPC: %q", model, number, v.Sub)
			}
		}
		if b := charts.NewBound(s); len(b.Rows) != 2 || b.Rows[0].Name != "Training cross-entropy" {
			t.Errorf("%s: its loss is drawn as the paper's bound", model)
		}
	}
}

// zeroMaps reports whether all maps of a peer are 0. Its Laplacian is then 0.
func zeroMaps(model string) bool { return strings.HasSuffix(peer.Find(model).Laplacian, "=0") }

// The panels of a peer's edge, node and stage 4 show the maps that the model has. They have no plan, calibration or map by hand, which a
// peer lacks. The rail says "not in this model" of the stages of the plan and of the gap ascent alone. The chart of the spectrum has
// eigenvalues. The picture shows the edges, and offers the colours that the model has.
func TestPeersHaveEdgesAndNodes(t *testing.T) {
	for _, model := range peer.Names() {
		s := karateModel(t, model, frame.Focus{Edge: 4, Node: 3, Spectrum: true})
		s.View.Edge, s.View.Node, s.View.Stage = 4, 3, stage.Maps
		hasMaps := !zeroMaps(model)
		for _, panel := range []string{state.PanelEdge, state.PanelNode, state.PanelStage} {
			s.View.Panel = panel
			inspected := inspector.New(s)
			mapsShown := false
			for _, f := range inspected.Body.Figures {
				mapsShown = mapsShown || f.Kind == "maps"
				if f.Kind == "plan" || f.Kind == "beta" || f.Kind == "byhand" {
					t.Errorf("%s: panel %s shows %s", model, panel, f.Kind)
				}
			}
			// Maps are shown by the edge and by stage 4. A model without maps has an equation at its stage alone.
			if want := hasMaps && panel != state.PanelNode; mapsShown != want {
				t.Errorf("%s: panel %s shows maps: %v, want %v", model, panel, mapsShown, want)
			}
			if !hasMaps && inspected.Body.Eq != "" && panel != state.PanelStage {
				t.Errorf("%s, a model without maps: panel %s has the equation %q", model, panel, inspected.Body.Eq)
			}
			// The texts announce nothing to come, and have no κ̄, which belongs to SGPC.
			lead := view.Plain(inspected.Lead)
			if lead == "" || strings.Contains(lead+inspected.Why, "on their way") || strings.Contains(lead, "κ̄") {
				t.Errorf("%s: panel %s says %q", model, panel, lead)
			}
		}
		// The rail, the spectrum, and the colours of the edges.
		rail := stages.Rail(s)
		for number, item := range rail {
			without := number+1 == stage.Sinkhorn || number+1 == stage.JKO || number+1 == stage.Gap
			if (item.Value == "not in this model") != without || item.Value == "–" {
				t.Errorf("%s: the rail says %q of stage %d", model, item.Value, number+1)
			}
		}
		if got := charts.NewSpectrum(s); len(got.After) == 0 {
			t.Errorf("%s has no eigenvalues", model)
		}
		if a := picture.NewAttributes(s); a.Edge[0] < 0.3 { // an edge without a number has the value 0.4
			t.Errorf("%s: edges without a number are drawn at %v of the ramp, hardly to be seen", model, a.Edge[0])
		}
		// Sheafhyper has no energies of edges, hence one colour less.
		choices := picture.EdgeChoices(s)
		if want := map[bool]int{false: 5, true: 4}[model == "sheafhyper"]; len(choices) != want || choices[1] != [2]string{"kappa", "plain"} {
			t.Errorf("%s: the edges can be coloured by %v, want %d choices, and plain edges as the second", model, choices, want)
		}
	}
}

// Every stage of every peer has a sentence without a number that is still to come. Stages 4 to 7 have the figures that the model has. No
// figure of lines or bars is empty. Of the models with maps, those whose filter is a function of the frequency have curves of its gain, and
// no others.
func TestEveryStageOfEveryPeer(t *testing.T) {
	for _, model := range peer.Names() {
		s := karateModel(t, model, frame.Focus{Edge: 4, Node: 3, Spectrum: true})
		s.View.Panel = state.PanelStage
		layers := s.Frame.Layers
		for number := 1; number < len(stage.Names); number++ {
			s.View.Stage = number
			panel := inspector.New(s)
			lead, figures := view.Plain(panel.Lead), map[string]bool{}
			for _, f := range panel.Body.Figures {
				figures[f.ID] = true
				if lines, ok := f.Data.(view.Lines); ok && len(lines.Series) == 0 {
					t.Errorf("%s, stage %d: %s is empty", model, number, f.ID)
				}
				if bars, ok := f.Data.(view.Bars); ok && len(bars.Rows) == 0 {
					t.Errorf("%s, stage %d: %s is empty", model, number, f.ID)
				}
			}
			if !strings.HasSuffix(lead, ".") || strings.Contains(lead, "still to come") || strings.Contains(lead, "too many") {
				t.Errorf("%s: stage %d says %q", model, number, lead)
			}
			bare := zeroMaps(model)
			// The figures of stages 4 to 7, and whether this model has them.
			want := map[int]map[string]bool{
				stage.Maps:      {"maps": !bare, "norms": !bare, "layers": layers.Count > 1 && !bare},
				stage.Laplacian: {"blocks": !bare && model != "sheafhyper", "layers": layers.Count > 1 && !bare},
				stage.Diffusion: {"gather-0": !bare, "layers": layers.Count > 1 && !bare},
				stage.Mixing:    {"gain": layers.Curves > 0 || len(layers.Together) > 0, "terms": layers.Terms > 1, "eigenvalues": true},
			}[number]
			for id, has := range want {
				if figures[id] != has {
					t.Errorf("%s: stage %d shows %s: %v, want %v", model, number, id, figures[id], has)
				}
			}
		}
		// A filter that is no function of the frequency has no curve of its gain.
		filter := peer.Find(model).Filter
		noGain := strings.Contains(filter, "no frequency") || strings.Contains(filter, "no function")
		if hasCurves := layers.Curves > 0 || len(layers.Together) > 0; !zeroMaps(model) && noGain == hasCurves {
			t.Errorf("%s has %d curves, and its filter is described by %q", model, layers.Curves, filter)
		}
	}
}

// The panels of a GCN follow its settings: a sum without a gain is not described as a filter, and without loops the Laplacian has no Â.
// A sum over no node has a sentence.
func TestPanelsOfAGCNFollowItsSettings(t *testing.T) {
	g := graph.Karate()
	g.Edges = slices.DeleteFunc(g.Edges, func(e graph.Edge) bool { return e.J == 11 }) // node 11 becomes isolated
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	for degree := range 4 {
		for loops := range 2 {
			cfg, err := method.Configure(g, split, "gcn", "paper", 0)
			if err != nil {
				t.Fatal(err)
			}
			cfg.Degree, cfg.Loops = float64(degree), float64(loops)
			s := karateAt(t, g, split, cfg, epochs(1), frame.Focus{Node: choice.Of(11)})
			s.View.Panel, s.View.Stage = state.PanelStage, stage.Mixing
			hasGain := len(s.Frame.Layers.Gain) > 0
			if lead := view.Plain(inspector.New(s).Lead); strings.Contains(lead, "filter 1 − λ") != hasGain || hasGain != (degree%3 == 0) {
				t.Errorf("degree %d: the layer has a gain: %v, and its text is %q", degree, hasGain, lead)
			}
			s.View.Stage = stage.Laplacian
			if line := inspector.New(s).Body.Lines[0]; strings.Contains(line, "hat{A}") != (loops == 0) {
				t.Errorf("loops %d: the Laplacian is %s", loops, line)
			}
			s.View.Stage = stage.Diffusion
			for _, f := range inspector.New(s).Body.Figures {
				if text, isText := f.Data.(string); f.ID == "gather-0" && (isText != (loops == 1) || isText && text != "Nothing.") {
					t.Errorf("loops %d: an isolated node gathers %q", loops, text)
				}
			}
		}
	}
}

// The equation of stage 8 has the inputs of the head in the settings of the run, and no layer that the head lacks.
func TestEquationOfTheClassesFollowsTheSettings(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel, s.Spectrum, s.View.Stage = state.PanelStage, nil, stage.Classes
	for _, head := range []string{"mlp", "linear", "gat"} {
		for _, reading := range []string{"paper", "code"} {
			for _, residual := range []bool{true, false} {
				s.Config.Head, s.Config.Reading, s.Config.Residual = head, reading, residual
				line := equationOf(t, s)
				readsInput, hasMLP := residual || reading == "code", head != "linear" && reading == "paper"
				if strings.Contains(line, "H_{0,i}") != readsInput || strings.Contains(line, "MLP") != hasMLP {
					t.Errorf("head %s, reading %s, residual %v: the equation is %s", head, reading, residual, line)
				}
			}
		}
	}
}

// equationOf returns the shown equation. It checks that each symbol occurs in the equation and has a meaning.
func equationOf(t *testing.T, s *state.State) string {
	t.Helper()
	b := inspector.New(s).Body
	text := strings.Join(b.Lines, "\n")
	bare := strings.NewReplacer("\\", "", " ", "", "{", "", "}", "")
	if text != "" && len(b.Symbols) == 0 {
		t.Errorf("%s: no symbols of %s", b.Eq, text)
	}
	for _, symbol := range b.Symbols {
		// A script may stand between a symbol and its own, as in P^⋆_{pp}.
		if letter := bare.Replace(symbol[0]); letter == "" || symbol[1] == "" || !strings.Contains(bare.Replace(text), letter) {
			t.Errorf("%s: symbol %q, %q of %s", b.Eq, symbol[0], symbol[1], text)
		}
	}
	return text
}

// The equation of stage 7 has the argument of the reading and the weights of the settings, in every combination. Its symbols are
// explained.
func TestEquationOfTheMixingFollowsTheSettings(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel, s.Spectrum, s.View.Stage = state.PanelStage, nil, stage.Mixing
	for _, reading := range []string{"paper", "code"} {
		for _, weights := range []string{"softmax", "signed"} {
			s.Config.Reading, s.Config.AFMWeights = reading, weights
			line := equationOf(t, s)
			argument := map[string]string{"paper": "T_q(I−", "code": "T_q(I+"}[reading]
			if !strings.Contains(line, argument) || strings.Contains(line, "|γ|") != (weights == "signed") ||
				strings.Contains(line, "softmax") != (weights == "softmax") {
				t.Errorf("reading %s, weights %s: the equation is %s", reading, weights, line)
			}
		}
	}
}

// The equation of stage 4 follows the settings, in all 32 combinations: lift, subtracted margins, free margins, one map or two, and ascent.
func TestEquationOfTheMapsFollowsTheSettings(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel, s.Spectrum, s.View.Stage = state.PanelStage, nil, stage.Maps
	cfg := &s.Config
	for k := range 32 {
		cfg.Lift, cfg.Centered, cfg.JKOMode, cfg.Convention, cfg.GapMode = "ot", true, "kl", "preliminaries", "off"
		// isSet reports whether a bit of k is 1. Bits 0 to 4 change lift, margins, mode of the JKO step, convention, and gap ascent.
		isSet := func(bit int) bool { return k>>bit&1 == 1 }
		if isSet(0) {
			cfg.Lift = "scalar"
		}
		if isSet(1) {
			cfg.Centered = false
		}
		if isSet(2) {
			cfg.JKOMode = "w2"
		}
		if isSet(3) {
			cfg.Convention = "literal"
		}
		if isSet(4) {
			cfg.GapMode = "sheaf"
		}
		text := equationOf(t, s)
		// w_e: scalar lift. −√: subtracted margins. P^⋆1: free margins. R_ij=R_ji: one map. σ: sign of a second map. Δ: changes by the ascent.
		for part, want := range map[string]bool{"w_e": isSet(0), "−\\sqrt": !isSet(0) && !isSet(1), "P^⋆1": isSet(2),
			"R_{ij}=R_{ji}": isSet(3), "σ": !isSet(3), "Δ_{ij}": isSet(4), "Δ_{ji}": isSet(4) && !isSet(3)} {
			if strings.Contains(text, part) != want {
				t.Errorf("settings %05b: %q occurs in %s: %v, want %v", k, part, text, !want, want)
			}
		}
	}
}

// If the settings fix all maps to I or 0, the shown maps have this value. The equation of stage 4 and the sentence of stage 10 name it, and
// the sentence of stage 4 says that the plans go into nothing. Learned maps have none of these properties.
func TestFixedMapsAreNamed(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	for maps, value := range map[string]string{settings.MapsLearned: "", settings.MapsIdentity: "I", settings.MapsZero: "0"} {
		// A run with these maps, and the equation of stage 4.
		cfg := method.DefaultFor(g, split)
		cfg.Maps, cfg.GapMode = maps, "sheaf"
		s := karateAt(t, g, split, cfg, func(r *sgpc.Run) {
			epochs(1)(r)
			cfg = r.Config()
		}, frame.Focus{Edge: 4})
		s.Config, s.View.Panel, s.Spectrum, s.View.Stage = cfg, state.PanelStage, nil, stage.Maps
		fixedMaps := value != ""
		text, lead := equationOf(t, s), view.Plain(inspector.New(s).Lead)
		if strings.HasSuffix(text, "R_{ji}="+value) != fixedMaps || strings.Contains(lead, "go into nothing") != fixedMaps {
			t.Errorf("maps %s: the equation is %s, the sentence %s", maps, text, lead)
		}
		// fixed: all entries of the shown maps are those of I or of 0.
		d := s.Frame.D
		fixed := true
		for k, v := range s.Frame.Edge.Rij {
			want := 0.0
			if value == "I" && k%(d+1) == 0 {
				want = 1
			}
			fixed = fixed && v == want && s.Frame.Edge.Rji[k] == want
		}
		if fixed != fixedMaps {
			t.Errorf("maps %s: the shown maps are %v and %v, want fixed: %v", maps, s.Frame.Edge.Rij, s.Frame.Edge.Rji, fixedMaps)
		}
		// Stage 10 names the value, too.
		s.View.Stage = stage.Gap
		lead = view.Plain(inspector.New(s).Lead)
		if strings.Contains(lead, "All maps are "+value+" in") != fixedMaps {
			t.Errorf("maps %s: the sentence of stage 10 is %q, want the value named: %v", maps, lead, fixedMaps)
		}
	}
}
