package api_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sgpc/view"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/api"
	"sheafscope/web/state"
)

// ParseRecipe reads a name, an object and a link. It refuses a seed that JavaScript rounds; the error names a text as the remedy. It also
// refuses a seed that is no whole number of 64 bits, and texts that are no recipes.
func TestParseRecipe(t *testing.T) {
	link, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "ring", Seed: 4}})
	if err != nil {
		t.Fatal(err)
	}
	quoted, _ := json.Marshal("#" + link)
	// Accepted texts.
	for text, want := range map[string]recipe.Recipe{
		`"karate"`:                            {Setup: recipe.Setup{Graph: "karate", Method: recipe.MethodOpen}}, // like a choice in the menu
		`{"graph":"karate","method":"paper"}`: {Setup: recipe.Setup{Graph: "karate", Method: "paper"}},
		string(quoted):                        {Setup: recipe.Setup{Graph: "ring", Seed: 4}, Version: recipe.Version},
		`{"graph":"sbm:n=60","seed":"18446744073709551615","position":7,"settings":{"dt":0.25,"centered":false,"sign":"-1"}}`: {
			Setup: recipe.Setup{Graph: "sbm:n=60", Seed: math.MaxUint64, Position: 7,
				Settings: map[string]string{"dt": "0.25", "centered": "false", "sign": "-1"}}},
	} {
		got, err := api.ParseRecipe(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v, %v; want %+v", text, got, err, want)
		}
	}
	// Refused seeds, and a part of the error.
	for text, want := range map[string]string{
		`{"seed":9007199254740992}`:       "text", // 2⁵³, to which JavaScript rounds 2⁵³+1
		`{"seed":18446744073709552000}`:   "text", // 2⁶⁴−1 as JavaScript writes it
		`{"seed":1e21}`:                   "text",
		`{"seed":-1}`:                     "whole number",
		`{"seed":0.5}`:                    "whole number",
		`{"seed":"1e3"}`:                  "whole number",
		`{"seed":""}`:                     "whole number",
		`{"seed":"18446744073709551616"}`: "whole number", // 2⁶⁴
		`{"compare":{"key":"gcn","seed":1` + strings.Repeat("0", 18) + `}}`: "text",
	} {
		if r, err := api.ParseRecipe(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is read as %+v, %v; want an error with %q", text, r, err, want)
		}
	}
	// Texts that are no recipes.
	for _, bad := range []string{`7`, `[]`, `{"graph":5}`, `{"v":99}`, `{"settings":{"a":[1]}}`, `{`} {
		r, err := api.ParseRecipe(bad)
		if err == nil || strings.Contains(err.Error(), "struct {") {
			t.Errorf("%s is read as %+v, %v; want an error without a type of the program", bad, r, err)
		}
	}
}

// RecipeJSON returns the answer of recipe(), as recorded from an earlier version: for a recipe with many fields and for one with few.
// ParseRecipe reads each text as its recipe.
func TestRecipeJSONIsStable(t *testing.T) {
	all := recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "file", Edits: &graph.Edits{Gone: []int{2}}, Split: "public:1",
		Seed: 1<<64 - 1, Model: "gcn", Method: "paper", Settings: map[string]string{"dt": "2"}, Position: 4, Read: "header=no"},
		View: recipe.View{Theme: "dark", Node: 3}, Compare: recipe.Second{Key: "mlp", Seed: 6}, Own: "o", Kept: "k"}
	for want, r := range map[string]recipe.Recipe{
		`{"v":1,"graph":"file","edits":{"gone":[2]},"split":"public:1","model":"gcn","method":"paper","settings":{"dt":"2"},` +
			`"position":4,"view":{"theme":"dark","node":3},"own":"o","read":"header=no","kept":"k","seed":"18446744073709551615",` +
			`"compare":{"key":"mlp","seed":6}}`: all,
		`{"v":0,"graph":"karate","seed":0}`: {Setup: recipe.Setup{Graph: "karate"}},
	} {
		if got := api.RecipeJSON(r); got != want {
			t.Errorf("the recipe is written as %s, want %s", got, want)
		}
		if got, err := api.ParseRecipe(want); err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%s is read as %+v, %v; want %+v", want, got, err, r)
		}
	}
}

// ParseRecipe, the reader of load(), restores a recipe from the answer of recipe() after JavaScript has read it. This holds for all six
// seeds, although JavaScript has exact numbers only for the first three. state() has the seed of recipe().
func TestSeedsAreExactInJavaScript(t *testing.T) {
	for _, seed := range []uint64{0, 7, 1<<53 - 1, 1 << 53, 1<<53 + 1, math.MaxUint64} {
		want := recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Seed: seed, Settings: map[string]string{"dt": "0.5"},
			Edits: &graph.Edits{}}, View: recipe.View{Edge: 3},
			Compare: recipe.Second{Key: "gcn", Seed: seed, Settings: map[string]string{"hidden": "8"}}}
		// JavaScript reads every number as a float64.
		var inJavaScript map[string]any
		if err := json.Unmarshal([]byte(api.RecipeJSON(want)), &inJavaScript); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(inJavaScript)
		if err != nil {
			t.Fatal(err)
		}
		got, err := api.ParseRecipe(string(text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("the recipe with the seed %d is read as %+v, %v; want %+v", seed, got, err, want)
		}
		s := state.New(want)
		var snapshot struct{ Seed any }
		if err := json.Unmarshal([]byte(api.NewSnapshot(&s, false).JSON()), &snapshot); err != nil ||
			fmt.Sprint(snapshot.Seed) != fmt.Sprint(inJavaScript["seed"]) {
			t.Errorf("state() has the seed %v, want %v as in recipe()", snapshot.Seed, inJavaScript["seed"])
		}
	}
}

// The snapshot of a run with a NaN, an infinite loss and an unknown accuracy is valid JSON. Loss and accuracy are null in it, and other
// numbers are exact. The snapshot of an empty page is valid JSON, too.
func TestSnapshotIsJSON(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Seed: 3}})
	// A run with a NaN, an infinite loss and an unknown accuracy.
	s.Graph = &proto.GraphInfo{Name: "pair", N: 2, Edges: []int32{0, 1}, Classes: 2, EdgeHomophily: 1, Train: []int{0}}
	s.Frame = &frame.Frame{Position: 9, Epoch: 1, Judged: 1, Pred: []int{0, 1}, Calibrated: []float64{1, math.NaN()},
		Accuracy: frame.Accuracy{Train: 1, Val: -1}, Loss: frame.Loss{Total: math.Inf(1), CE: 0.1}}
	s.Spectrum = &frame.SpectrumView{Values: []float64{0, 0.1 + 0.2}, Lambda2: 0.3, KernelDim: 1}
	var got struct {
		Graph       struct{ M int }
		Epoch       int
		Loss        *float64
		LossTerms   map[string]float64
		Accuracy    map[string]*float64
		Spectrum    []float64
		KernelDim   int
		Lambda2     float64
		Predictions []int
		Error       *string
		Busy        bool
	}
	if err := json.Unmarshal([]byte(api.NewSnapshot(&s, false).JSON()), &got); err != nil {
		t.Fatal(err)
	}
	if got.Graph.M != 1 || got.Epoch != 1 || got.Error != nil || got.Busy {
		t.Fatalf("the snapshot is read as %+v, want one edge, epoch 1, no error, not busy", got)
	}
	if got.Loss != nil || got.LossTerms["ce"] != 0.1 || got.Accuracy["val"] != nil || *got.Accuracy["train"] != 1 {
		t.Fatalf("loss and accuracy are read as %v, %v, %v; want null for the loss and for val", got.Loss, got.LossTerms, got.Accuracy)
	}
	if got.Spectrum[1] != 0.1+0.2 || got.KernelDim != 1 || got.Lambda2 != 0.3 {
		t.Fatalf("the spectrum is read as %v, kernel %d, λ₂ %v; want 0 and 0.3, 1, 0.3", got.Spectrum, got.KernelDim, got.Lambda2)
	}
	empty := state.New(recipe.Recipe{})
	if !json.Valid([]byte(api.NewSnapshot(&empty, false).JSON())) {
		t.Fatal("the snapshot of an empty page is no JSON")
	}
}

// A promise is settled after the last frame of a load, or with the error of a refused load, and not before. A refused load keeps the former
// graph. A recipe that a program opens does not train by itself.
func TestPromisesSettleWithPage(t *testing.T) {
	s, cmds, _ := state.Update(state.New(recipe.Recipe{}), state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate",
		Position: 0}}})
	if len(cmds) != 1 {
		t.Fatalf("opening a recipe gives %d commands, want 1", len(cmds))
	}
	var talk flat.Talk
	seq := talk.Request(cmds[0].(state.Send).Message).Seq
	var promises api.Promises
	var settled []error
	promises.Add(func(err error) { settled = append(settled, err) })
	// receive passes a reply of the worker to the promises and to the page.
	receive := func(given flat.Reply) {
		r := talk.Reply(given)
		promises.Reply(r)
		var more []state.Command
		s, more, _ = state.Update(s, state.FromWorker{Reply: r})
		if slices.ContainsFunc(more, func(c state.Command) bool { _, isSend := c.(state.Send); return isSend }) {
			t.Fatalf("a recipe opened by a program trains by itself: %+v", more)
		}
		if !api.Unsettled(&s) {
			promises.Settled()
		}
	}
	if !api.Unsettled(&s) {
		t.Fatal("the page is settled before the worker has answered")
	}
	receive(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: &proto.GraphInfo{N: 2, Labels: []int{0, 1}}})
	if len(settled) != 0 {
		t.Fatal("the promise is settled before the last frame")
	}
	receive(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{N: 2}})
	if len(settled) != 1 || settled[0] != nil {
		t.Fatalf("the promise is settled with %v, want success", settled)
	}
	// A load that the worker refuses.
	s, cmds, _ = state.Update(s, state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "nowhere"}}})
	promises.Add(func(err error) { settled = append(settled, err) })
	receive(flat.Reply{Seq: talk.Request(cmds[0].(state.Send).Message).Seq, Kind: flat.Failed, Final: true, Message: "no such graph"})
	if len(settled) != 2 || settled[1] == nil || settled[1].Error() != "no such graph" {
		t.Fatalf("the promises are settled with %v, want success and the error of the second load", settled)
	}
	if s.Graph == nil || s.Graph.N != 2 {
		t.Fatalf("after the refused load the graph is %+v, want the former one of 2 nodes", s.Graph)
	}
}

// At every position of the first epoch, a value is null in state() exactly if no stage has computed it yet. λ₂ and the kernel are known
// from stage 4 on (Maps). Predictions, probabilities and accuracy are known from stage 8 on (Classes), loss and bound after stage 9
// (Posterior).
func TestUncomputedValuesAreNull(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := sgpc.New(g, split, settings.Default())
	if err != nil {
		t.Fatal(err)
	}
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s.Graph = &proto.GraphInfo{N: g.N, Classes: g.Classes}
	for r.Epoch() == 0 {
		s.Frame = view.Frame(r, frame.Focus{Spectrum: true})
		s.Spectrum = s.Frame.Spectrum
		var got map[string]any
		if err := json.Unmarshal([]byte(api.NewSnapshot(&s, false).JSON()), &got); err != nil {
			t.Fatal(err)
		}
		var wantName any // null before the first stage
		if k := s.Frame.Stage; k > 0 {
			wantName = stage.Names[k]
		}
		if got["stageName"] != wantName {
			t.Errorf("stage %d is called %v, want %v", s.Frame.Stage, got["stageName"], wantName)
		}
		// The loss is known after the last iteration of stage 9.
		isLastIteration := s.Frame.Stage == stage.Posterior && s.Frame.Inner == s.Config.PosteriorSteps
		judged := s.Frame.Stage > stage.Posterior || isLastIteration
		for key, known := range map[string]bool{"lambda2": s.Frame.Stage >= stage.Maps, "kernelDim": s.Frame.Stage >= stage.Maps,
			"predictions": s.Frame.Stage >= stage.Classes, "probabilities": s.Frame.Stage >= stage.Classes,
			"accuracy":        s.Frame.Stage >= stage.Classes,
			"predictionEpoch": s.Frame.Stage >= stage.Classes, "loss": judged, "lossTerms": judged, "bound": judged, "lossEpoch": judged} {
			if v, hasKey := got[key]; !hasKey || (v != nil) != known {
				t.Errorf("stage %d, step %d: %s is %v, known: %v", s.Frame.Stage, s.Frame.Inner, key, v, known)
			}
		}
		r.StepInner()
	}
}

// After a change by hand state() still describes the run, and byHand the change. Taking the change back restores the run's frame.
func TestSnapshotKeepsRunBesideHandChange(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s.Graph = &proto.GraphInfo{Name: "pair", N: 2, Edges: []int32{0, 1}, Classes: 2}
	own := &frame.Frame{N: 2, Position: 9, Pred: []int{0, 1}, Stages: frame.Stages{Gamma: []float64{0, 0}},
		Accuracy: frame.Accuracy{Test: 1}}
	s.Frame, s.Spectrum = own, &frame.SpectrumView{Values: []float64{1, 2}, Lambda2: 1}
	// answerWith returns an answer with the class pred for all nodes, the given λ₂ and the test accuracy 0.5.
	answerWith := func(pred int, lambda2 float64) flat.Reply {
		f := *own
		f.Pred, f.Accuracy.Test, f.Spectrum = []int{pred, pred}, 0.5, &frame.SpectrumView{Values: []float64{lambda2}, Lambda2: lambda2}
		return flat.Reply{Kind: flat.Framed, Final: true, Frame: &f}
	}
	next, cmds, _ := state.Update(s, state.Mix{Gamma: []float64{3, -3}})
	for k := range 2 { // the unchanged network first, then the changed one
		r := answerWith(k, 1+float64(k))
		var talk flat.Talk
		request := talk.Request(cmds[0].(state.Send).Message)
		r.Seq = request.Seq
		if want := []float64{3 * float64(k), -3 * float64(k)}; !reflect.DeepEqual(request.Once.Gamma, want) {
			t.Fatalf("the request has the weights %v, want %v", request.Once.Gamma, want)
		}
		next, cmds, _ = state.Update(next, state.FromWorker{Reply: talk.Reply(r)})
	}
	// state() has the run, and byHand the change.
	got := api.NewSnapshot(&next, false)
	if !reflect.DeepEqual(got.Predictions, own.Pred) || *got.Lambda2 != 1 || *got.Accuracy["test"] != 1 {
		t.Errorf("state() has the predictions %v and λ₂ %v, want those of the run", got.Predictions, *got.Lambda2)
	}
	h := got.ByHand
	if h == nil || h.What != "mixing" || h.Edge != nil {
		t.Fatalf("byHand is %+v, want the changed mixing", h)
	}
	if *h.Lambda2 != 2 || h.Predictions[0] != 1 || *h.Accuracy["test"] != 0.5 || len(h.Spectrum) == 0 {
		t.Errorf("byHand has λ₂ %v, predictions %v and accuracy %v; want 2, class 1 and 0.5", *h.Lambda2, h.Predictions, h.Accuracy)
	}
	next, _, _ = state.Update(next, state.PutBack{})
	if got := api.NewSnapshot(&next, false); got.ByHand != nil || next.Frame != own {
		t.Error("after PutBack byHand is not null, or the frame is not that of the run")
	}
}

// Missing values are null in state(). Without an eigenvalue above the kernel these are λ₂, the spectral term and the sum with it; without
// test nodes, the risk. Once the values are known, state() has them.
func TestMissingValuesAreNull(t *testing.T) {
	s := state.New(recipe.Recipe{})
	s.Graph = &proto.GraphInfo{Name: "pair", N: 2, Edges: []int32{0, 1}, Classes: 2}
	f := &frame.Frame{Position: 90, Epoch: 1, Stage: stage.Gap, Judged: 1, Pred: []int{0, 1},
		Accuracy: frame.Accuracy{Train: 1, Val: 1, Test: -1}}
	for k := range f.Epochs { // every stage is done in epoch 1
		f.Epochs[k] = 1
	}
	f.Bound.Empirical, f.Bound.Total = 0.5, 0.5
	f.Spectrum = &frame.SpectrumView{Values: []float64{0, 1}, KernelDim: 1}
	s.Frame, s.Spectrum = f, f.Spectrum
	// Two eigenvalues, no λ₂, and no test nodes.
	got := api.NewSnapshot(&s, false)
	if got.Lambda2 != nil || got.Bound["total"] != nil || got.Bound["l_spec"] != nil || got.Bound["test_risk"] != nil ||
		*got.Bound["empirical"] != 0.5 {
		t.Errorf("without λ2 and test nodes: λ2 %v, bound %v, want null", got.Lambda2, got.Bound)
	}
	f.Spectrum.Lambda2, f.Bound.HasSpec, f.Bound.HasTotal, f.Accuracy.Test = 0.25, true, true, 0.5
	got = api.NewSnapshot(&s, false)
	if *got.Lambda2 != 0.25 || *got.Bound["total"] != 0.5 || *got.Bound["l_spec"] != 0 || *got.Bound["test_risk"] != 0 {
		t.Errorf("λ2 %v, bound %v; want 0.25, total 0.5, l_spec 0, test_risk 0", got.Lambda2, got.Bound)
	}
}
