package view_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
)

// At every stage the level Learn has sentences of at most 25 words, and one picture, a chain of equations. The sentences name the node,
// except at stages 2 and 3. The numbers of a picture follow from its earlier numbers, to the printed digits. A name that contains " of "
// has the same numbers at every stage. At least eight of the ten pictures differ.
func TestLearnHasShortSentences(t *testing.T) {
	page := opened(recipe.Setup{Graph: "karate", Seed: 1, Method: "paper", Settings: map[string]string{"epochs": "3", "d": "2"}})
	page.do(state.SetLevel{Level: state.LevelLearn})
	page.do(state.PickNode{Node: 9})
	pictures, known := map[string]bool{}, map[string]matrix{}
	for k := 1; k <= 10; k++ {
		page.do(state.PickStage{Stage: k})
		v := inspector.New(&page.s)
		text := ""
		for _, span := range v.Lead {
			text += span.Text
		}
		for sentence := range strings.SplitSeq(text, ". ") {
			if n := len(strings.Fields(sentence)); n > 25 {
				t.Errorf("stage %d: %d words in %q", k, n, sentence)
			}
		}
		shown := v.Body.Figures
		if len(shown) != 1 || shown[0].Kind != "chain" || len(v.Body.Lines) > 0 {
			t.Errorf("stage %d shows %d figures, want one chain: %+v", k, len(shown), shown)
			continue
		}
		// The rows of the picture, as in TestStripIsRecomputed.
		c := shown[0].Data.(inspector.Chain)
		for _, r := range c.Rows {
			checkRow(t, fmt.Sprint("stage ", k), r)
			for _, q := range r.Items {
				value := written(q)
				before, isKnown := known[q.Name]
				if isKnown && strings.Contains(q.Name, " of ") && fmt.Sprint(before) != fmt.Sprint(value) {
					t.Errorf("stage %d: %s is %v, before it was %v", k, q.Name, value, before)
				}
				known[q.Name] = value
			}
		}
		// Pictures differ if the number of rows or the words of the first row differ.
		pictures[fmt.Sprint(len(c.Rows), c.Rows[0].Says)] = true
		// Stages 2 and 3 are about an edge and its plan.
		if !strings.Contains(text, "9") && k != 3 && k != 2 {
			t.Errorf("stage %d does not name node 9: %q", k, text)
		}
	}
	if len(pictures) < 8 {
		t.Errorf("ten stages have %d different pictures, want at least 8: %v", len(pictures), pictures)
	}
}

// learnt returns the panel of each stage at the level Learn for a node. replaced lists the stages with the sentence of their panel at the
// level Research in place of a lesson.
func learnt(page *pageWithWorker, i int) (panels [11]view.Inspector, replaced []int) {
	page.do(state.SetLevel{Level: state.LevelLearn})
	page.do(state.PickNode{Node: choice.Of(i)})
	for k := 1; k <= 10; k++ {
		page.do(state.PickStage{Stage: k})
		panels[k] = inspector.New(&page.s)
		s := page.s
		s.View.Level, s.View.Panel = state.LevelResearch, state.PanelStage
		if view.Plain(panels[k].Lead) == view.Plain(inspector.New(&s).Lead) {
			replaced = append(replaced, k)
		}
	}
	return panels, replaced
}

// A lesson is shown only if it is true of the run and of the node: with the parts of the method that it names, and with an edge of the node
// if it names one. Otherwise the sentence is that of the stage's panel. The equations of every page follow from their numbers.
func TestLessonsHold(t *testing.T) {
	for _, c := range []struct {
		model, settings string
		replaced        []int
	}{
		{"", "", nil},
		{"", "reading=code", []int{1, 2, 3, 4, 5, 6, 7, 9, 10}},
		{"nsd-general", "", []int{1, 2, 3, 4, 5, 6, 7, 9, 10}},
		{"gcn", "", []int{1, 2, 3, 4, 5, 6, 7, 9, 10}},
		{"", "structure=rows", []int{1}},
		{"", "lift=sinkhorn", []int{3}},
		{"", "jko_steps=0", []int{3}},
		{"", "lift=independent", []int{2, 3, 4}},
		{"", "lift=shuffled", []int{2, 4}},
		{"", "lift=scalar", []int{2, 4}},
		{"", "maps=identity", []int{2, 3, 4, 10}},
		{"", "maps=zero", []int{2, 3, 4, 6, 10}},
		{"", "svr=off", []int{6}},
		{"", "afm_weights=off", []int{7}},
		{"", "calibrate=false", []int{9}},
		{"", "gap_mode=off", []int{10}},
	} {
		values := map[string]string{"epochs": "2"}
		if name, value, ok := strings.Cut(c.settings, "="); ok {
			values[name] = value
		}
		page := opened(recipe.Setup{Graph: "karate", Seed: 1, Model: c.model, Settings: values})
		panels, replaced := learnt(page, 8)
		if !slices.Equal(replaced, c.replaced) {
			t.Errorf("%s%s: stages %v have no lesson, want %v", c.model, c.settings, replaced, c.replaced)
		}
		for k := range panels {
			for _, f := range panels[k].Body.Figures {
				chain, _ := f.Data.(inspector.Chain)
				for _, row := range chain.Rows {
					checkRow(t, fmt.Sprint(c.model, c.settings, ", stage ", k), row)
				}
			}
		}
	}

	// A node without an edge.
	page := opened(recipe.Setup{Graph: "sbm:n=60,classes=2,degree=2,homophily=0.8,seed=1", Seed: 1,
		Settings: map[string]string{"epochs": "2"}})
	alone := 0
	for i := range page.s.Graph.N {
		if !slices.Contains(page.s.Graph.Edges, int32(i)) {
			alone = i
		}
	}
	if _, replaced := learnt(page, alone); !slices.Equal(replaced, []int{2, 3, 4, 6, 9}) {
		t.Errorf("without an edge, stages %v have no lesson", replaced)
	}

	// Before stage 9 has run, there is no agreement.
	page = opened(recipe.Setup{Graph: "karate", Seed: 1, Position: 1, Settings: map[string]string{"epochs": "2"}})
	if _, replaced := learnt(page, 8); !slices.Equal(replaced, []int{9}) {
		t.Errorf("before stage 9, stages %v have no lesson", replaced)
	}
}

// In the row "P⋆ → S" of stage 4, S is P⋆ over the roots of its margins, less these roots if the plans are centred. A lift that makes S of
// another plan or of one weight has no such row.
func TestNormalizedPlanFollowsFromPlan(t *testing.T) {
	for _, lift := range []string{"ot", "sinkhorn", "uniform", "independent", "shuffled", "scalar"} {
		page := opened(recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "2", "lift": lift}})
		panels, _ := learnt(page, 8)
		rows := 0
		for _, row := range panels[stage.Maps].Body.Figures[0].Data.(inspector.Chain).Rows {
			if len(row.Items) != 3 || row.Items[0].Name != "P⋆" {
				continue
			}
			rows++
			plan, got, d := row.Items[0].V, row.Items[2].V, row.Items[0].Cols
			mu, nu := make([]float64, d), make([]float64, d)
			for k, mass := range plan {
				mu[k/d] += mass
				nu[k%d] += mass
			}
			for k, mass := range plan {
				root := math.Sqrt(mu[k/d] * nu[k%d])
				want := mass / root
				if page.s.Config.Centered {
					want -= root
				}
				if math.Abs(got[k]-want) > 1e-6 {
					t.Errorf("%s: entry %d of S is %g, want %g", lift, k, got[k], want)
				}
			}
		}
		isOwn := lift == "ot" || lift == "sinkhorn" || lift == "uniform"
		if isOwn != (rows == 1) {
			t.Errorf("%s: %d rows with S", lift, rows)
		}
	}
}

// After each JKO step the printed ratio e^(4/ε) is that of the plan so far, also between the steps of a stage.
func TestPlanBetweenStepsHasItsTemperature(t *testing.T) {
	page := opened(recipe.Setup{Graph: "karate", Seed: 1, Position: 1, Settings: map[string]string{"epochs": "2", "d": "2", "jko_steps": "3"}})
	steps := 0
	for range 20 {
		page.do(state.Step{Unit: "inner"})
		if page.s.Frame.Stage != stage.JKO {
			continue
		}
		steps++
		panels, _ := learnt(page, 8)
		chain := panels[stage.JKO].Body.Figures[0].Data.(inspector.Chain)
		checkStage(t, fmt.Sprint("step ", page.s.Frame.Inner), chain.Rows)
	}
	if steps != 3 {
		t.Errorf("%d steps, want 3", steps)
	}
}
