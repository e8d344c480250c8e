package web

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/api"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// This file has a page without a browser that other tests of the package use, and tests that a link shows the same moment elsewhere.

// testPage is a page without a browser. It has the state and the session of a page, and ignores commands to the browser. The session works
// at once, and timers end at once. load is the number of the last goal that loads. second is the session of the second run while the
// comparison is open.
type testPage struct {
	t    *testing.T
	s    state.State
	host firstHost
	work *session.Session
	load int

	secondHost firstHost
	second     *session.Session
	// isSlow reports that messages to the page wait in the list waiting until deliver applies them. In any other page do applies them at once.
	isSlow  bool
	waiting []state.Msg
}

// newTestPage returns a page that has opened a recipe.
func newTestPage(t *testing.T, r recipe.Recipe) *testPage {
	c := &testPage{t: t, s: state.New(r)}
	c.work = session.New(&c.host, session.Core{})
	c.do(state.Start{})
	return c
}

// opened returns a page with a run at position 0.
func opened(t *testing.T, r recipe.Setup) *testPage {
	return newTestPage(t, recipe.Recipe{Version: recipe.Version, Setup: r})
}

// do applies a message, and all messages that result from it. The page must then be at rest. A slow page only keeps the resulting messages.
func (c *testPage) do(m state.Msg) {
	c.t.Helper()
	c.waiting = append(c.waiting, c.apply(m)...)
	for len(c.waiting) > 0 && !c.isSlow {
		c.deliver()
	}
	if !c.isSlow && api.Unsettled(&c.s) {
		c.t.Fatalf("after %T the page is not at rest", m)
	}
}

// deliver applies the first waiting message, and adds the messages that result from it to the list. Answers and statuses of goals before
// the last load are dropped.
func (c *testPage) deliver() {
	m := c.waiting[0]
	c.waiting = c.waiting[1:]
	if from, ok := m.(state.FromWorker); ok {
		if from.Reply.Answer != nil {
			from.Reply.Answer.Overtaken = from.Reply.Answer.Seq < c.load
		} else if from.Reply.Status.Goal < c.load {
			return
		}
	}
	c.waiting = append(c.waiting, c.apply(m)...)
}

// apply applies a message and returns the messages that result from it: ends of timers, then the replies of both sessions.
func (c *testPage) apply(m state.Msg) (resulting []state.Msg) {
	var commands []state.Command
	c.s, commands, _ = state.Update(c.s, m)
	for _, x := range commands {
		switch x := x.(type) {
		case state.Send:
			if x.Goal != nil && x.Goal.Load {
				c.load = x.Goal.Seq
			}
			c.work.Post(x.Message)
			c.work.Drain()
		case state.After:
			resulting = append(resulting, x.Msg)
		case state.LabCommand:
			c.compare(x.Command)
		}
	}
	for _, r := range c.host.replies {
		resulting = append(resulting, state.FromWorker{Reply: r})
	}
	for _, r := range c.secondHost.replies {
		resulting = append(resulting, state.Lab{Msg: lab.FromB{Reply: r}})
	}
	c.host.replies, c.secondHost.replies = nil, nil
	return resulting
}

// compare starts or ends the session of the second run, or sends it a goal. It ignores any other command.
func (c *testPage) compare(command lab.Command) {
	switch command := command.(type) {
	case lab.OpenB:
		c.second = session.New(&c.secondHost, session.Core{})
	case lab.CloseB:
		c.second = nil
	case lab.SendB:
		c.second.Post(proto.Message{Goal: &command.Goal})
		c.second.Drain()
	}
}

// pictures returns the texts of state(), of the open panel and of the models of all pictures, by name, with numbers rounded. Pictures that
// the page hides are left out.
func (c *testPage) pictures() map[string]string {
	out := map[string]string{"state": rounded(api.NewSnapshot(&c.s, false).JSON()),
		"panel": fmt.Sprint(c.s.View.Panel, c.s.View.Level, c.s.View.Layout, c.s.Chrome.Tab)}
	// The models that the page passes to its islands.
	p := pusher{receive: func(name, json string, bytes ...[]byte) {
		if name != "inspector" { // there "key" is the position of a figure's slider
			json = counted.ReplaceAllString(json, "")
		}
		if name == "style" && c.s.View.Layout == state.LayoutSpectral { // coordinates that are turned twice differ in the last bit
			json, bytes = json+places(bytes[0]), nil
		}
		out[name] = fmt.Sprint(rounded(json), bytes)
	}}
	for p.all(&App{State: c.s}) {
	}
	// Pictures that no shown panel has are left out.
	panel, number := c.s.View.Panel, c.s.ShownStage()
	if c.s.View.Level == state.LevelLearn {
		panel = state.PanelStage // Learn shows no other panel
	}
	showsMaps := panel == state.PanelEdge || panel == state.PanelStage && number == stage.Laplacian
	if !c.s.MapsNow() || !showsMaps {
		delete(out, "maps") // no shown panel has the maps, or they belong to another position
	}
	if panel != state.PanelStage || number != stage.Features {
		delete(out, "features")
	}
	return out
}

// counted finds numbers that count loads.
var counted = regexp.MustCompile(`"(key|base|version|coordsKey)":[0-9]+`)

// places returns coordinates in single precision as text with five decimals.
func places(b []byte) (text string) {
	for ; len(b) >= 4; b = b[4:] {
		text += fmt.Sprintf(" %.5f", math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return text
}

// rounded returns a text with every number of five or more decimals rounded to nine digits, and numbers below 1e-15 to 0. Eigenvalues
// computed with vectors differ from those without in the last of sixteen digits.
func rounded(json string) string {
	return digits.ReplaceAllStringFunc(json, func(number string) string {
		x, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return number
		}
		if math.Abs(x) < 1e-15 {
			x = 0
		}
		return strconv.FormatFloat(x, 'g', 9, 64)
	})
}

// digits finds numbers with five or more decimals.
var digits = regexp.MustCompile(`-?[0-9]+\.[0-9]{5,}(e-?[0-9]+)?`)

// random applies a random message of a user, or a short sequence of messages.
func (c *testPage) random(r *rand.Rand) {
	s := &c.s
	g := s.Graph
	switch r.IntN(19) {
	case 0:
		c.do(state.PickNode{Node: choice.Of(r.IntN(g.N))})
	case 1:
		c.do(state.PickEdge{Edge: choice.Of(r.IntN(len(g.Edges) / 2))})
	case 2:
		c.do(state.PickStage{Stage: 1 + r.IntN(10)})
	case 3:
		c.do(state.Step{Unit: []string{"inner", "stage", "epoch"}[r.IntN(3)]})
	case 4:
		c.do(state.Seek{Position: r.IntN(s.MaxPosition + 1)})
	// Changes by hand: an iterate of the diffusion, a map, the weights of the mixing.
	case 5:
		c.do(state.PickStage{Stage: 6})
		c.do(state.MoveFlow{At: r.IntN(5) - 1, Dt: []float64{0, 0.3, 2}[r.IntN(3)], Classes: r.IntN(2) == 0})
	case 6:
		c.do(state.PickEdge{Edge: choice.Of(r.IntN(len(g.Edges) / 2))})
		c.do(state.ChangeMap{Side: r.IntN(2), A: 0, B: 1, Degrees: float64(r.IntN(360) - 180), Scale: 2 * r.Float64()})
	case 7:
		c.do(state.PickStage{Stage: 7})
		if f := s.Frame; f != nil && len(f.Stages.Gamma) > 1 {
			gamma := make([]float64, len(f.Stages.Gamma))
			for k := range gamma {
				gamma[k] = r.Float64()
			}
			c.do(state.Mix{Gamma: gamma})
		}
	// Selections: table, lasso, focus, eigenvalue.
	case 8:
		c.do(state.Tabulate{Of: []string{"nodes", "edges", ""}[r.IntN(3)]})
		c.do(state.TableFilter{Text: []string{"", "node > 3", "degree > 2", "kappa > 0.5", "node >"}[r.IntN(5)]})
		c.do(state.TableSort{Key: []string{"node", "degree", "kappa"}[r.IntN(3)]})
	case 9:
		c.do(state.PickLasso{Nodes: []int{r.IntN(g.N), r.IntN(g.N)}})
	case 10:
		c.do(state.CycleHops{})
	case 11:
		c.do(state.PickEigen{Index: r.IntN(4)})
	// Sliders and questions of a panel.
	case 12:
		c.do(state.PickStage{Stage: 2})
		c.do(state.MoveFigure{Name: state.SliderScaling, At: r.IntN(4)})
	case 13:
		c.do(state.PickNode{Node: choice.Of(r.IntN(g.N))})
		c.do(state.Unroll{On: true})
		if w := s.WhyOf(); w != nil && len(g.Edges) > 0 {
			i, j := g.Ends(r.IntN(len(g.Edges) / 2))
			c.do(state.Without{Edge: &[2]int{i, j}})
		}
	// Level, layout, panel, and the end of changes by hand.
	case 14:
		c.do(state.SetLevel{Level: []string{"learn", "research"}[r.IntN(2)]})
	case 15:
		c.do(state.SetLayout{Layout: []string{"force", "fibre", "spectral", "circular"}[r.IntN(4)]})
	case 16:
		c.do(state.SetPanel{Panel: []string{"stage", "edge", "node", "claims", "results"}[r.IntN(5)]})
	case 17:
		c.do(state.PickStage{Stage: 5})
		c.do(state.MoveFigure{Name: state.SliderOperator, At: r.IntN(2)})
		c.do(state.MoveFigure{Name: state.SliderCode, At: r.IntN(2)})
	case 18:
		c.do(state.PutBack{})
	}
}

// A state shared as a link at a random moment shows the same pictures in a new window, and in the same window after another graph. The test
// takes 20 moments, with LONG=1 300.
func TestSharedMomentsShowTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(40, 3))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	count := 20
	if os.Getenv("LONG") != "" {
		count = 300
	}
	for k := range count {
		// A random run and, after up to three epochs, up to six random messages.
		page := opened(t, recipe.Setup{Graph: pick("karate", "ring:n=9", "florentine"), Seed: uint64(k),
			Model: pick("", "", "", "gcn"), Settings: map[string]string{"d": pick("2", "3")}})
		page.do(state.Train{Epochs: 1 + r.IntN(3)})
		for range 1 + r.IntN(6) {
			page.random(r)
		}
		// The link of the moment, opened in two ways.
		want := page.pictures()
		text, err := recipe.Format(page.s.Link())
		if err != nil {
			t.Fatal(err)
		}
		link, err := recipe.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for where, got := range map[string]map[string]string{
			"a new window":    newTestPage(t, link).pictures(),
			"the same window": page.elsewhereAndBack(text),
		} {
			for name, model := range want {
				if got[name] != model {
					t.Errorf("moment %d in %s: %s differs %s", k, where, name, firstDifference(got[name], model))
				}
			}
			if len(got) != len(want) {
				t.Errorf("moment %d in %s has %d pictures, not %d", k, where, len(got), len(want))
			}
		}
		if t.Failed() {
			t.Fatalf("the link of the first differing moment is %+v", link)
		}
	}
}

// elsewhereAndBack opens another graph, then a link, and returns the pictures.
func (c *testPage) elsewhereAndBack(link string) map[string]string {
	c.do(state.Lab{Msg: lab.CloseCompare{}})
	c.do(state.Open{Graph: "k4"})
	c.do(state.Link{Text: "#" + link})
	return c.pictures()
}

// firstDifference returns the place and the surroundings of the first difference of two texts, or "in length" if one text continues the
// other.
func firstDifference(a, b string) string {
	k := 0
	for k < len(a) && k < len(b) && a[k] == b[k] {
		k++
	}
	cut := func(s string) string { return strings.ToValidUTF8(s[max(0, k-60):min(len(s), k+60)], "") }
	if k > len(a) || k > len(b) {
		return "in length"
	}
	return fmt.Sprintf("at %d: %q, was %q", k, cut(a+strings.Repeat(" ", max(0, k-len(a)))), cut(b))
}

// A reset of the settings ends the change of a map by hand, and the run no longer has d = 8. The pictures can be computed after each step.
func TestPutBackEndsHandChange(t *testing.T) {
	page := opened(t, recipe.Setup{Graph: "karate", Settings: map[string]string{"d": "8"}})
	page.do(state.Train{Epochs: 1})
	page.do(state.SetPanel{Panel: state.PanelEdge})
	page.do(state.PickEdge{Edge: 4})
	page.do(state.ChangeMap{A: 6, B: 7, Degrees: 30, Scale: 1})
	if page.s.ByHand == nil {
		t.Fatal("no map is turned")
	}
	page.pictures()
	page.do(state.PutBackSetting{})
	if page.s.ByHand != nil || page.s.Frame.D == 8 {
		t.Errorf("after the reset d is %d, want the default; a map is changed by hand: %v", page.s.Frame.D, page.s.ByHand != nil)
	}
	page.pictures()
	page.do(state.PutBack{})
	page.pictures()
}

// A click on the previous graph, which is still on the screen, selects no node, edge or list of the present graph. The first click follows
// the load of a smaller graph, the second happens during the load of the next graph.
func TestOldGraphSelectsNothing(t *testing.T) {
	for _, m := range []state.Msg{state.PickNode{Node: 26}, state.PickEdge{Edge: 61}, state.PickLasso{Nodes: []int{1, 25}}} {
		page := opened(t, recipe.Setup{Graph: "karate"})
		page.do(state.Train{Epochs: 1})
		page.do(state.Open{Graph: "k2"})
		page.do(m)
		page.pictures()
		if s := page.s; s.Node() >= s.Graph.N || s.Edge() >= 0 || s.View.Chosen != nil {
			t.Errorf("%T selects node %d, edge %d and %v of %d nodes", m, s.Node(), s.Edge(), s.View.Chosen, s.Graph.N)
		}
		// The same click while the next graph is loading.
		page.s, _, _ = state.Update(page.s, state.Open{Graph: "karate"})
		page.s, _, _ = state.Update(page.s, m)
		page.pictures()
		if s := page.s; s.Node() >= s.Graph.N || s.Edge() >= 0 || s.View.Chosen != nil {
			t.Errorf("%T during a load selects node %d, edge %d and %v", m, s.Node(), s.Edge(), s.View.Chosen)
		}
	}
}
