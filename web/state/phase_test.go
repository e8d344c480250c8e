package state_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// walker is a page in a random walk. A step of the walk may let its worker answer or crash.
type walker struct {
	r     *rand.Rand
	s     state.State
	sent  []proto.Message // messages to the worker that wait for an answer; a newer goal replaces an older one
	ticks []state.Msg     // messages that wait for the end of a rest
}

// do applies a message.
func (w *walker) do(m state.Msg) {
	next, cmds, _ := state.Update(w.s, m)
	w.s = next
	for _, c := range cmds {
		switch c := c.(type) {
		case state.Send:
			w.sent = append(proto.Supersede(w.sent, c.Message), c.Message)
		case state.After:
			w.ticks = append(w.ticks, c.Msg)
		}
	}
}

// reply applies a status of the worker.
func (w *walker) reply(st proto.Status) { w.do(state.FromWorker{Reply: proto.Reply{Status: &st}}) }

// answer lets the worker answer the oldest message: with an error in one of eight cases, with a doubt about files, or with success. It
// sometimes sends only the first part of the answer to a goal, so that the walk continues before the end.
func (w *walker) answer() {
	if len(w.sent) == 0 {
		return
	}
	m := w.sent[0]
	g, q := m.Goal, m.Query
	fails := w.r.IntN(8) == 0
	frame := frameAt(w.r.IntN(60), 0)
	asks := false // the worker reads files and reports a doubt
	if g != nil && !fails {
		switch g.Asks {
		case proto.Always:
			asks = true
		case proto.InDoubt:
			asks = w.r.IntN(2) == 0
		}
	}

	// The first part of an answer: a graph, or a frame on the way. The message stays, for an answer in a later step.
	switch {
	case g != nil && g.Load && !fails && !asks && w.r.IntN(3) > 0:
		cfg := settings.Default()
		w.reply(proto.Status{Goal: g.Seq, Graph: graphInfo(g.Run.Graph), Config: &cfg})
		return
	case g != nil && !g.Load && w.r.IntN(3) == 0:
		w.reply(proto.Status{Goal: g.Seq, Frame: frame})
		return
	}

	// The end of a goal, or the answer to a query.
	w.sent = w.sent[1:]
	switch {
	case g != nil && fails:
		st := proto.Status{Goal: g.Seq, Reached: true, Err: "refused"}
		if g.Load && g.Local {
			st.Host = "host.example"
		}
		w.reply(st)
	case asks:
		w.reply(proto.Status{Goal: g.Seq, Reached: true, Found: &content.Recognition{Doubts: []content.Doubt{{Text: "Who knows?"}}}})
	case g != nil:
		if g.Load {
			cfg := settings.Default()
			w.reply(proto.Status{Goal: g.Seq, Graph: graphInfo(g.Run.Graph), Config: &cfg})
		}
		w.reply(proto.Status{Goal: g.Seq, Reached: true, Frame: frame, Settings: g.Run.Settings})
	default:
		a := proto.Answer{Seq: q.Seq, Question: q.Question, For: q.For}
		if fails {
			a.Err = "refused"
		} else if q.Question == proto.ReadFrame {
			a.Frame = frame
		}
		w.do(state.FromWorker{Reply: proto.Reply{Answer: &a}})
	}
}

// step does a random action of a user, a link, a site or the worker, and returns its name. About two thirds of the steps are answers of
// the worker.
func (w *walker) step() string {
	pick := func(list ...string) string { return list[w.r.IntN(len(list))] }
	link := "#graph=" + pick("ring", "karate")
	// The link of a run with a moment, which the page restores when the run has arrived.
	moment, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Position: w.r.IntN(50)},
		View: recipe.View{Seen: recipe.Seen{Known: 55, Figure: []recipe.Slider{{Name: state.SliderFrame, At: 3}}}}})
	if err != nil {
		panic(err)
	}

	// A random number selects the action: a third of the numbers a message of the list, one number a crash, one the end of a rest, and all
	// others an answer of the worker.
	list := []state.Msg{
		state.Step{Unit: pick("inner", "stage", "epoch")}, state.Step{Unit: "inner"}, state.Train{}, state.Train{Epochs: 3},
		state.Toggle{}, state.Pause{}, state.Cancel{},
		state.Seek{Position: w.r.IntN(60)}, state.Back{}, state.Back{Epoch: true},
		state.SetSpeed{Speed: pick(state.SpeedSlow, state.SpeedStage, state.SpeedFull)},
		state.Open{Graph: pick("karate", "ring", "k4")}, state.Seed{Text: pick("1", "2")}, state.SetSetting{Name: "dt", Value: pick("1", "2")},
		state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(pick("a,b\n", "b,c\n"))}}}, state.CheckFiles{},
		state.TakeFiles{}, state.LeaveFiles{},
		state.Link{Text: link}, state.Link{Text: "#" + moment}, state.AskURL{URL: "https://host.example/g.csv"}, state.Agree{}, state.Decline{},
		state.Undo{}, state.SketchJoin{A: 0, B: 3}, state.Restart{}, state.Dismiss{}, state.Link{Text: "#data:texas"},
		state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "ring"}}},
		state.Offer{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "file"}, Version: recipe.Version, Own: "1-1"}},
	}
	switch n := w.r.IntN(3*len(list) + 2); {
	case n < len(list):
		w.do(list[n])
		return fmt.Sprintf("%T", list[n])
	case n == len(list):
		w.sent = nil
		w.reply(proto.Status{Crashed: true, Err: "The worker stopped."})
		return "crash"
	case n == len(list)+1 && len(w.ticks) > 0:
		m := w.ticks[0]
		w.ticks = w.ticks[1:]
		w.do(m)
		return "tick"
	}
	w.answer()
	return "answer"
}

// After each step of 40 random walks of 300 steps the phase agrees with the parts beside it. Every second walk begins with a link. The
// walks find exactly the parts that the table in ARCHITECTURE.md lists beside each phase.
func TestPhases(t *testing.T) {
	found := map[string]map[string]bool{} // the parts beside each phase
	for seed := range uint64(40) {
		first := recipe.Recipe{}
		if seed%2 > 0 {
			first = karate()
		}
		w := &walker{r: rand.New(rand.NewPCG(seed, 64)), s: state.New(first)}
		w.do(state.Start{})
		for range 300 {
			action := w.step()
			kind, beside, wrong := w.s.Now()
			if wrong != "" {
				t.Fatalf("seed %d: after %s: %s", seed, action, wrong)
			}
			if found[kind] == nil {
				found[kind] = map[string]bool{}
			}
			for _, name := range beside {
				found[kind][name] = true
			}
		}
	}

	// Each phase has its row in the table.
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	columns := []string{"goal", "recipe", "moves", "moment", "entry", "host", "doubt", "link"}
	for _, kind := range state.Kinds() {
		row := "| " + kind
		for _, c := range columns {
			row += " | " + map[bool]string{true: "yes", false: "–"}[found[kind][c]]
		}
		if row += " |"; !slices.Contains(strings.Split(string(text), "\n"), row) {
			t.Errorf("the table of phases in ARCHITECTURE.md lacks the row\n%s", row)
		}
	}
}
