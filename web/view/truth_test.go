package view_test

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	shown "sheafscope/core/sgpc/view"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/node"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/stages"
)

// This file tests that the numbers in the texts and pictures of the stages are true. No number is shown before it is known, a mean is a
// mean, and a name belongs to one quantity.

// zero finds a text that is a zero and nothing else.
var zero = regexp.MustCompile(`^[+−]?0([.]0*)?( %)?$`)

// numberTexts returns the texts of the values and of the numbers in the figures of a panel.
func numberTexts(v view.Inspector) (out []string) {
	for _, x := range v.Body.Vals {
		out = append(out, x.Text)
	}
	for _, f := range v.Body.Figures {
		for _, r := range f.Nums {
			out = append(out, r[len(r)-1].(string))
		}
	}
	return out
}

// At every position of the first epoch, the panel and the rail say "not run yet" of a stage that has not run. No panel of a stage, edge or
// node has a 0 in place of an unknown number. Before stage 8 no node has the colour of a class. The spectrum has eigenvalues from stage 4
// on.
func TestNoZeroForUnknown(t *testing.T) {
	for position := range 60 {
		s := karate(t, func(r *sgpc.Run) {
			for r.Position() < position && r.Epoch() == 0 {
				r.StepInner()
			}
		}, frame.Focus{Edge: 5, Node: 8, Spectrum: true})
		if s.Frame.Epoch > 0 {
			return // all positions of the first epoch are tested
		}
		// checkPanel returns the open panel after a search for zeros in its texts.
		checkPanel := func(what string) view.Inspector {
			v := inspector.New(s)
			for _, text := range numberTexts(v) {
				if zero.MatchString(text) {
					t.Errorf("position %d, %s: a number is %q", position, what, text)
				}
			}
			b, err := json.Marshal(v)
			if text := string(b); err != nil || strings.Contains(text, "λ₂ is 0") || strings.Contains(text, "‖² = 0") {
				t.Errorf("position %d, %s has an unknown number as 0: %s", position, what, text)
			}
			return v
		}
		// The panels of the stages, and their values in the rail.
		rail := stages.Rail(s)
		for k := 1; k <= 10; k++ {
			s.View.Panel, s.View.Stage = state.PanelStage, k
			v := checkPanel(stage.Names[k])
			if k > s.Frame.Stage && k > 1 {
				if !strings.HasPrefix(v.Sub, "Not run yet") {
					t.Errorf("position %d: stage %d has the line %q, want Not run yet", position, k, v.Sub)
				}
				// In the rail stage 5 has the size of its blocks, which is always known.
				if value := rail[k-1].Value; value != "not run yet" && k != stage.Laplacian {
					t.Errorf("position %d: the rail says %q of stage %d", position, value, k)
				}
			}
		}
		// Edge and node, the colours, and the spectrum.
		s.View.Panel = state.PanelEdge
		checkPanel("edge")
		s.View.Panel = state.PanelNode
		checkPanel("node")
		if a := picture.NewAttributes(s); s.Frame.Stage < stage.Classes {
			for i, c := range a.Class {
				if c != -1 {
					t.Fatalf("position %d: node %d is painted as class %d", position, i, c)
				}
			}
			if l := picture.NewLegend(s, &a); l.More != "no prediction yet" {
				t.Errorf("position %d: the legend says %q", position, l.More)
			}
		}
		if m := charts.NewSpectrum(s); (len(m.After) > 0) != (s.Frame.Stage >= stage.Maps) {
			t.Errorf("position %d, stage %d: %d eigenvalues", position, s.Frame.Stage, len(m.After))
		}
	}
	t.Error("the first epoch has more than 60 positions")
}

// In epoch 3, the panel of a stage that has not run yet in this epoch says "Values of epoch 2". The legend of the edges names this epoch,
// too.
func TestStageOfAnEarlierEpoch(t *testing.T) {
	s := karate(t, func(r *sgpc.Run) {
		epochs(2)(r)
		r.StepStage()
		r.StepStage()
	}, frame.Focus{Edge: 5, Node: 8, Spectrum: true})
	for k := 2; k <= 10; k++ {
		s.View.Panel, s.View.Stage = state.PanelStage, k
		if sub := inspector.New(s).Sub; strings.HasPrefix(sub, "Values of epoch 2") != (k > s.Frame.Stage) {
			t.Errorf("in stage %d of epoch 3 the panel of stage %d has the line %q", s.Frame.Stage, k, sub)
		}
	}
	s.View.Edges = "kappa"
	a := picture.NewAttributes(s)
	if l := picture.NewLegend(s, &a); !strings.Contains(l.Ramps[0].Low, "of epoch 2") {
		t.Errorf("the legend of the edges is %+v", l.Ramps)
	}
}

// A term of the loss with the weight 0 is in no chart, and has no row at stage 8. The other terms add up to the loss. The two weights are
// zero or not, in every combination. The equations of stage 9 and of the node have f_i only with calibration.
func TestTermsOfTheLoss(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, kl := range []float64{0, 0.3} {
		for _, spec := range []float64{0, 0.02} {
			// Without warm-up the weights are full at once. Calibration is on with the KL term.
			cfg := settings.Default()
			cfg.LambdaKL, cfg.LambdaSpec, cfg.KLWarmup, cfg.SpecWarmup, cfg.Calibrate = kl, spec, 0, 0, kl > 0
			s := karateAt(t, g, split, cfg, epochs(2), frame.Focus{Edge: 5, Node: 8})
			// The terms with a weight above 0.
			want := []string{"CE"}
			if kl > 0 {
				want = append(want, "KL")
			}
			if spec > 0 {
				want = append(want, "spectral")
			}
			b := charts.NewBound(s).Rows[0]
			sum := 0.0
			for _, x := range b.Terms {
				sum += x
			}
			if !slices.Equal(b.Names, want) || !slices.Equal(charts.NewTraining(s).Terms, want) || len(b.Terms) != len(want) ||
				math.Abs(sum-s.Frame.Loss.Total) > 1e-9 {
				t.Errorf("λ_KL %v, λ_spec %v: %v add up to %v, the loss is %v", kl, spec, b.Names, sum, s.Frame.Loss.Total)
			}
			// The numbers of the loss at stage 8: a row for each term, and their sum if there are several terms.
			s.View.Panel, s.View.Stage = state.PanelStage, stage.Classes
			rows := 0
			for _, f := range inspector.New(s).Body.Figures {
				if f.ID == "lossnums" {
					rows = len(f.Nums)
				}
			}
			wantRows := len(want)
			if wantRows > 1 {
				wantRows++
			}
			if rows != wantRows {
				t.Errorf("λ_KL %v, λ_spec %v: %d rows of the loss, want %d", kl, spec, rows, wantRows)
			}
			// The equations of stage 9 and of the node.
			s.View.Stage = stage.Posterior
			if eq := equationOf(t, s); strings.Contains(eq, "f_i=") != cfg.Calibrate {
				t.Errorf("calibration %v: the equation is %q", cfg.Calibrate, eq)
			}
			s.View.Panel = state.PanelNode
			if eq := equationOf(t, s); strings.Contains(eq, "f_i=") != cfg.Calibrate {
				t.Errorf("calibration %v: the node's equation is %q", cfg.Calibrate, eq)
			}
		}
	}
}

// The legend calls the vectors of the eigenvalues from λ₂ on v₂, v₃ and so on, and those of the kernel "kernel vector". λ₂ is the first
// eigenvalue above the kernel.
func TestEigenpairsHaveOneName(t *testing.T) {
	s := karate(t, epochs(2), frame.Focus{Spectrum: true, Eigenvector: 1})
	firstAbove := slices.Index(s.Spectrum.Values, s.Spectrum.Lambda2)
	if firstAbove < 0 || firstAbove != s.Spectrum.KernelDim {
		t.Fatalf("λ₂ at %d, a kernel of %d", firstAbove, s.Spectrum.KernelDim)
	}
	s.View.Nodes = "eigenvector"
	for eigen, want := range map[int]string{firstAbove: "v₂ ", firstAbove + 1: "v₃ ", firstAbove + 9: "v₁₁ "} {
		s.View.Eigen = choice.Of(eigen)
		a := picture.NewAttributes(s)
		if l := picture.NewLegend(s, &a); !strings.HasPrefix(l.Ramps[0].Low, want) {
			t.Errorf("eigenvalue %d: the legend says %q, want %q", eigen, l.Ramps[0].Low, want)
		}
	}
	if firstAbove > 0 {
		s.View.Eigen = 1
		a := picture.NewAttributes(s)
		if l := picture.NewLegend(s, &a); !strings.HasPrefix(l.Ramps[0].Low, "kernel vector 1") {
			t.Errorf("the kernel: the legend says %q", l.Ramps[0].Low)
		}
	}
}

// The sentence of stage 5 has the share of zero blocks of the Laplacian. The test lists all other blocks: one for each node with an edge,
// and two for each edge.
func TestBlocksOfTheLaplacian(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{Spectrum: true})
	n := s.Graph.N
	filled := map[[2]int32]bool{}
	for e := 0; e < len(s.Graph.Edges); e += 2 {
		i, j := s.Graph.Edges[e], s.Graph.Edges[e+1]
		filled[[2]int32{i, j}], filled[[2]int32{j, i}], filled[[2]int32{i, i}], filled[[2]int32{j, j}] = true, true, true, true
	}
	s.View.Panel, s.View.Stage = state.PanelStage, stage.Laplacian
	want := "The other " + view.Pct(float64(n*n-len(filled))/float64(n*n)) + " of its blocks are zero"
	if text := view.Plain(inspector.New(s).Lead); !strings.Contains(text, want) {
		t.Errorf("%q, want %q", text, want)
	}
}

// The panel of stage 6 says that plain averaging would blur the classes only if most edges join different labels, and then has their share.
// Labels that alternate along the numbers of the nodes are the second case.
func TestBlurOnlyWhereItDoes(t *testing.T) {
	const words = "plain averaging would blur the classes"
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel, s.View.Stage = state.PanelStage, stage.Diffusion
	if text := inspector.New(s).Why; strings.Contains(text, words) {
		t.Errorf("on a graph of homophily %v: %q", s.Graph.EdgeHomophily, text)
	}
	for i := range s.Graph.Labels { // the classes now alternate along the numbers
		s.Graph.Labels[i] = i % 2
	}
	differ := 0
	for e := 0; e < len(s.Graph.Edges); e += 2 {
		if (s.Graph.Edges[e]+s.Graph.Edges[e+1])%2 == 1 {
			differ++
		}
	}
	share := 2 * float64(differ) / float64(len(s.Graph.Edges))
	text := inspector.New(s).Why
	mostDiffer := share > 0.5
	if strings.Contains(text, words) != mostDiffer || mostDiffer && !strings.Contains(text, view.Pct(share)) {
		t.Errorf("a share %v of the edges joins different labels, and the panel says %q", share, text)
	}
}

// The means in the pictures of stages 1 and 6 equal means over single nodes. For each class and coordinate of the stalk they are means over
// channels and nodes, of the input and of the output of the diffusion.
func TestMeansAreMeans(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	// r and the page s have equal runs.
	r, err := sgpc.New(g, split, settings.Default())
	if err != nil {
		t.Fatal(err)
	}
	epochs(3)(r)
	s := karateAt(t, g, split, settings.Default(), epochs(3), frame.Focus{})
	d, c := s.Frame.D, s.Frame.Channels
	// A frame with node i in focus has the numbers of this node. Entry k of a node belongs to coordinate k/c.
	mean := map[string][]float64{"profile": make([]float64, g.Classes*d), "fibre": make([]float64, g.Classes*d)}
	size := g.ClassSizes()
	for i, y := range g.Labels {
		x := shown.Frame(r, frame.Focus{Node: choice.Of(i)}).Node
		for k := range d * c {
			mean["profile"][y*d+k/c] += x.Input[k] / float64(c*size[y])
			mean["fibre"][y*d+k/c] += x.Output[k] / float64(c*size[y])
		}
	}
	// The rows of the picture follow the colours of the classes.
	for id, number := range map[string]int{"profile": stage.Features, "fibre": stage.Diffusion} {
		s.View.Panel, s.View.Stage = state.PanelStage, number
		found := false
		for _, f := range inspector.New(s).Body.Figures {
			if f.ID != id {
				continue
			}
			found = true
			if sub, ok := f.Sub.(string); !ok || !strings.Contains(sub, "mean over channels and the nodes of each label") {
				t.Errorf("%s has the line %v, want mean over channels and the nodes of each label", id, f.Sub)
			}
			m := f.Data.(view.Matrix)
			for class, q := range view.Classes(s.Graph) {
				for k := range d {
					if got, want := m.Vals[q.Slot*d+k], mean[id][class*d+k]; math.Abs(got-want) > 1e-9 {
						t.Errorf("%s, class %d, coordinate %d: %v, the mean is %v", id, class, k, got, want)
					}
				}
			}
		}
		if !found {
			t.Errorf("stage %d has no picture %s", number, id)
		}
	}
}

// The sentence on the JKO step of an edge has the difference of the masses off the diagonal, before and after the step.
func TestMassOfTheEdge(t *testing.T) {
	cfg := settings.Default()
	cfg.JKOMode, cfg.Epsilon0, cfg.Epsilon = "kl", 1, 0.3 // the step then moves mass
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	s := karateAt(t, g, split, cfg, epochs(2), frame.Focus{Edge: 5})
	s.View.Panel = state.PanelEdge
	e, d, moved := s.Frame.Edge, s.Frame.D, 0.0
	for i := range d {
		for j := range d {
			if i != j {
				moved += e.P0[i*d+j] - e.P[i*d+j]
			}
		}
	}
	want := "The step moves " + view.Fix(100*moved, 1) + " percentage points of the mass back to the diagonal."
	if text := view.Plain(inspector.New(s).Lead); moved < 1e-3 || !strings.Contains(text, want) {
		t.Errorf("%q, want %q", text, want)
	}
}

// Stage 6 has a figure for the iterations of the solver and a figure for the evolution in time, whose energies fall. The text beside it has
// the share of the energy after the step. At another position the evolution is not shown, and the
// iterations are marked as old.
func TestDiffusionInTime(t *testing.T) {
	s := karate(t, epochs(3), frame.Focus{Node: 8}, frame.Once{Flow: true})
	look(t, s, stage.Diffusion)
	byID := map[string]view.Figure{}
	for _, f := range inspector.New(s).Body.Figures {
		byID[f.ID] = f
	}
	if byID["flow"].Title != "Iterations of the solver" || byID["evolution"].Title != "Diffusion in time" ||
		byID["evolution-stalk"].Data == nil {
		t.Fatalf("the pictures of stage 6: %v", byID)
	}
	// The energies fall in time, and the text has their share after the step.
	lines := byID["evolution"].Data.(view.Lines)
	for _, q := range lines.Series {
		for k := 1; k < len(q.Y); k++ {
			if q.Y[k] > q.Y[k-1] {
				t.Errorf("%s rises at t = %v", q.Name, q.X[k])
			}
		}
	}
	e := s.Flow.View.Evolution
	want := "the step has " + view.Pct(e.Step[e.At]/e.Step[0]) + " of the energy of H left"
	if text := byID["evolution-said"].Data.(string); !strings.Contains(text, want) {
		t.Errorf("%q, want %q", text, want)
	}
	// The figures belong to their position: at the next position they are old.
	s.Frame.Position++
	for _, f := range inspector.New(s).Body.Figures {
		if f.ID == "evolution" {
			t.Error("the evolution is shown at another position")
		}
		if f.ID == "flow" && f.Sub != "of an earlier position, until the run stands" {
			t.Errorf("at another position the iterations have the line %v", f.Sub)
		}
	}
	// Without an evolution, since the time is too long, a sentence with the remedy replaces the pictures.
	s.Flow.View.Evolution = frame.Evolution{}
	figures := node.EvolutionFigures(s)
	if len(figures) != 1 || !strings.Contains(fmt.Sprint(figures[0].Data), "smaller Δt") {
		t.Errorf("without an evolution the figures are %v, want a sentence with a smaller Δt", figures)
	}
}
