package view_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

// runOn returns the page with a run of a model on a generated graph, after the given steps. The panel of a stage is open, and the frame has
// an example edge.
func runOn(t *testing.T, spec, model string, change func(*settings.Config), steps func(*sgpc.Run)) *state.State {
	t.Helper()
	g, err := graph.Builtin(spec)
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, "random:0.48,0.32,0.2", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := method.Configure(g, split, model, "paper", 0)
	if err != nil {
		t.Fatal(err)
	}
	change(&cfg)
	s := karateAt(t, g, split, cfg, steps, frame.Focus{Example: true})
	s.View.Panel = state.PanelStage
	return s
}

// stageLead returns the sentence of the panel of a stage.
func stageLead(s *state.State, k int) string {
	s.View.Stage = k
	return view.Plain(inspector.New(s).Lead)
}

func unchanged(*settings.Config) {}

// A layer of SheafHyper on a star joins all pairs of leaves. Its Laplacian is computed only for few pairs. The panels of stages 5 and 6
// call no Laplacian 0 that is not computed: the maps are not 0.
func TestMissingLaplacianIsNotZero(t *testing.T) {
	for _, n := range []int{20, 200} { // 190 and 19 900 pairs
		s := runOn(t, fmt.Sprintf("star:n=%d", n), "sheafhyper", unchanged, epochs(1))
		if view.MaxOf(s.Frame.MapNorm) == 0 {
			t.Fatal("the maps are 0")
		}
		missing := s.Frame.Stages.Trace == 0
		if missing != (n == 200) {
			t.Fatalf("n = %d: the Laplacian is missing: %v", n, missing)
		}
		for _, k := range []int{stage.Laplacian, stage.Diffusion} {
			lead := stageLead(s, k)
			if strings.Contains(lead, "too many blocks") != missing || strings.Contains(lead, "zeros") || strings.Contains(lead, "nothing") {
				t.Errorf("n = %d, stage %d: %q", n, k, lead)
			}
		}
	}
}

// Before its first loss, a peer at stage 9 does not wait for a posterior, which it never gets.
func TestPeersWaitForNoPosterior(t *testing.T) {
	for _, model := range peer.Names() {
		s := runOn(t, "karate", model, unchanged, epochs(0))
		if lead := stageLead(s, stage.Posterior); !strings.Contains(lead, "has no posterior") {
			t.Errorf("%s: %q", model, lead)
		}
	}
}

// The mean energy of steps with free margins names the number of plans in the mean, which frame.ShownEdges limits. Before its first run
// stage 2 requests no edge of a page that shows one, and a graph without edges has none to select.
func TestStagesCountTheirPlans(t *testing.T) {
	free := func(c *settings.Config) { c.JKOMode, c.D, c.GapMode = "w2", 2, "off" }
	large := runOn(t, "complete:n=70", "sgpc", free, epochs(1)) // 70·69/2 = 2415 edges
	if lead := stageLead(large, stage.JKO); !strings.Contains(lead, "mean energy of 2000 plans") {
		t.Errorf("2415 edges: %q", lead)
	}
	pair := runOn(t, "path:n=2", "sgpc", unchanged, func(r *sgpc.Run) { r.StepStage(); r.StepStage() })
	if lead := stageLead(pair, stage.Sinkhorn); !strings.Contains(lead, "margin of the only plan") {
		t.Errorf("one edge: %q", lead)
	}
	start := runOn(t, "karate", "sgpc", unchanged, epochs(0))
	start.View.Stage = stage.Sinkhorn
	for _, f := range inspector.New(start).Body.Figures {
		if f.ID == "choose" {
			t.Errorf("before stage 2, with the edge %d: %v", start.Frame.Edge.Index, f.Data)
		}
	}
	start.Frame.Edge, start.Frame.M = nil, 0
	figures := inspector.New(start).Body.Figures
	k := slices.IndexFunc(figures, func(f view.Figure) bool { return f.ID == "choose" })
	if k < 0 || figures[k].Data != "The graph has no edges." {
		t.Errorf("without edges stage 2 has the figures %v", figures)
	}
}

// Before the first run of a stage its quantity is unknown, except for a stage whose rail has a text of its own for this case.
func TestStagesHaveNoQuantityBeforeTheyRun(t *testing.T) {
	early := []int{stage.Features, stage.Laplacian, stage.Gap}
	for _, model := range []string{"sgpc", "nsd-diag", "mlp"} {
		s := runOn(t, "karate", model, unchanged, epochs(0))
		for k := 1; k < len(stage.Names); k++ {
			if text := stages.Value(s, k); text != "" && !slices.Contains(early, k) {
				t.Errorf("%s, stage %d: %q", model, k, text)
			}
		}
	}
}

// A spectral term of 0 is a number, and a term without a value is not.
func TestSpectralTermOfZeroIsKnown(t *testing.T) {
	s := runOn(t, "karate", "sgpc", unchanged, epochs(1))
	for _, known := range []bool{true, false} {
		s.Frame.Bound.LSpec, s.Frame.Bound.HasSpec, s.View.Stage = 0, known, stage.Posterior
		text := fmt.Sprint(inspector.New(s).Body.Figures)
		if strings.Contains(text, "not known") == known {
			t.Errorf("known is %v: %s", known, text)
		}
	}
}
