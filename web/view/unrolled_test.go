package view_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/node"
)

// This file has the page with a worker that other tests of the package use, and tests the explanation of a prediction.

// pageWithWorker is the state of the page and a session of the worker that answers it. said is the last sentence for screen readers. It is
// also the host of the session, without a network. All messages are posted before Drain, so Wait and Yield have nothing to do.
type pageWithWorker struct {
	s       state.State
	said    string
	worker  *session.Session
	replies []proto.Reply
}

func (w *pageWithWorker) Reply(r proto.Reply)    { w.replies = append(w.replies, r) }
func (w *pageWithWorker) Now() time.Duration     { return proto.Now() }
func (w *pageWithWorker) Wait()                  {}
func (w *pageWithWorker) Yield()                 {}
func (w *pageWithWorker) Fetcher() *data.Fetcher { return nil }

// do applies a message, and the answers of the worker to all requests that follow.
func (w *pageWithWorker) do(m state.Msg) {
	next, cmds, change := state.Update(w.s, m)
	w.s, w.said = spoken(next, cmds, change)
	for _, c := range cmds {
		if c, ok := c.(state.Send); ok {
			w.worker.Post(c.Message)
		}
	}
	w.worker.Drain()
	list := w.replies
	w.replies = nil
	for _, r := range list {
		w.do(state.FromWorker{Reply: r})
	}
}

// opened returns a page with the run of a recipe, after the worker's answers to the start.
func opened(r recipe.Setup) *pageWithWorker {
	w := &pageWithWorker{s: state.New(recipe.Recipe{Setup: r})}
	w.worker = session.New(w, session.Core{Files: jobs.Do})
	w.do(state.Start{})
	return w
}

// heterophilic is a graph of 60 nodes in five classes, in which a tenth of the edges joins nodes of one class.
const heterophilic = "sbm:n=60,classes=5,degree=3,homophily=0.1,signal=1,seed=7"

// hundredths returns a printed number with two digits after the point in units of 0.01. The number may have a sign + or −.
func hundredths(t *testing.T, text string) int {
	v, err := strconv.ParseFloat(strings.NewReplacer("−", "-", "+", "").Replace(text), 64)
	if err != nil {
		t.Fatal(err)
	}
	return int(math.Round(100 * v))
}

// For SGPC and a peer, the printed rows of each column add up to the printed score of its class. The exact rows add up to the exact score.
// A row differs from its printed number by at most 0.01. The features add up to the row of the node itself. The first column is that of the
// predicted class, with the largest probability. One of the first two is that of the true class. The last row is no remainder ("gap").
// Nodes: 0 to 7.
func TestColumnsAddUpToScores(t *testing.T) {
	for _, model := range []string{"", "gcn"} {
		page := opened(recipe.Setup{Graph: heterophilic, Seed: 1, Model: model, Settings: map[string]string{"epochs": "5"}})
		for i := range 8 {
			page.do(state.PickNode{Node: choice.Of(i)})
			unrolled := node.NewUnrolled(&page.s)
			if unrolled == nil {
				t.Fatalf("%s: node %d is not explained; %q", model, i, page.s.Error)
			}
			for c, col := range unrolled.Columns {
				sum := 0
				for _, r := range unrolled.Rows {
					if r.In == "" {
						sum += hundredths(t, r.Text[c])
					}
					// A printed row is rounded so that the sum is right, hence the bound of one hundredth.
					if math.Abs(100*r.V[c]-float64(hundredths(t, r.Text[c]))) > 1.0001 {
						t.Errorf("%s: %g is printed as %s", r.Name, r.V[c], r.Text[c])
					}
				}
				if sum != hundredths(t, col.Score) {
					t.Errorf("%s, node %d: %s adds up to %d hundredths, printed is %s", model, i, col.Name, sum, col.Score)
				}
			}
			// A label below 0 is unknown.
			label := page.s.Graph.Labels[i]
			hasTruth := strings.Contains(unrolled.Columns[0].Role+unrolled.Columns[1].Role, "truth")
			if unrolled.Columns[0].Name != unrolled.To || label >= 0 && !hasTruth {
				t.Errorf("%s, node %d: the columns begin with %+v", model, i, unrolled.Columns[:2])
			}
			if got, want := unrolled.Columns[0].Prob, page.s.WhyOf().View.Called; got != view.Fix(slices.Max(want), 2) {
				t.Errorf("%s, node %d: the probability of %s is %s, want the largest of %v", model, i, unrolled.To, got, want)
			}
			score, _ := strconv.ParseFloat(unrolled.Score, 64)
			if sum, _ := strconv.ParseFloat(unrolled.Sum, 64); math.Abs(sum-score) > 1e-9 {
				t.Errorf("%s, node %d: rows add up to %s of %s", model, i, unrolled.Sum, unrolled.Score)
			}
			// 0.006: half of the last printed digit, and rounding.
			own, words := float64(unrolled.Rows[0].Pull), 0.0
			for _, b := range unrolled.Words {
				words += float64(b.V)
			}
			if unrolled.Rows[0].Key != "self" || math.Abs(own-words) > 0.006 {
				t.Errorf("%s, node %d: words %g, own row %g", model, i, words, own)
			}
			if text := view.Plain(unrolled.Lead); !strings.Contains(text, "class ") || !strings.ContainsAny(text, "+−0") {
				t.Errorf("the sentence %q names no class or no number", text)
			}
			if last := unrolled.Rows[len(unrolled.Rows)-1]; last.Key == "gap" || unrolled.Exact != (model == "") {
				t.Errorf("%s: the last row is %s; the ways of messages are shown: %v", model, last.Key, unrolled.Exact)
			}
		}
	}
}

// The row of the node states the number of its features. Of more features than the list has (explain.MaxWords − 1 = 199), it states the
// least number. The bars add up to the row of the node.
func TestUnlistedFeaturesAreCounted(t *testing.T) {
	for features, want := range map[int]string{150: "150 features", 300: "199 features or more"} {
		page := opened(recipe.Setup{Graph: fmt.Sprintf("sbm:n=40,features=%d", features), Seed: 1, Settings: map[string]string{"epochs": "3"}})
		page.do(state.PickNode{Node: 6})
		v := node.NewUnrolled(&page.s)
		if v == nil || v.Rows[0].Sub != want {
			t.Fatalf("%d features: the row of the node is %+v", features, v)
		}
		sum := 0.0
		for _, bar := range v.Words {
			sum += float64(bar.V)
		}
		own := float64(v.Rows[0].Pull)
		if math.Abs(sum-own) > 0.006 { // bars that are 0 in the last digit are omitted
			t.Errorf("%d features: the bars add up to %g, the row of the node is %g", features, sum, own)
		}
	}
}

// The explained node and the nodes before and after it by number have the names of the graph, and not their indices from 0.
func TestUnrolledNames(t *testing.T) {
	page := opened(recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "2"}})
	page.do(state.PickNode{Node: 8})
	v := node.NewUnrolled(&page.s)
	if v == nil || v.Name != "8" || v.Prior != "7" || v.After != "9" || !strings.HasPrefix(v.Title, "Why is node 8 ") {
		t.Errorf("the names at node 7 (from 0) are %+v, want 8, 7 and 9", v)
	}
}

// On a graph of more than 1000 nodes the worker explains a node only when the user opens its section, which the panel offers.
func TestUnrollOfALargeGraph(t *testing.T) {
	page := opened(recipe.Setup{Graph: "sbm:n=1010,features=4,degree=8", Seed: 1, Settings: map[string]string{
		"hidden": "4", "channels": "2", "d": "2", "gap_mode": "off", "epochs": "1"}})
	page.do(state.PickNode{Node: 6})
	offered := false
	for _, f := range inspector.New(&page.s).Body.Figures {
		offered = offered || f.Kind == "why"
	}
	if !offered || node.NewUnrolled(&page.s) != nil {
		t.Errorf("the section is offered: %v; the node is explained before a request: %v", offered, node.NewUnrolled(&page.s) != nil)
	}
	page.do(state.Unroll{On: true})
	v := node.NewUnrolled(&page.s)
	if v == nil {
		t.Fatalf("the opened view explains nothing; %q", page.s.Error)
	}
	// Of the contributions of nodes without an edge, 1000 have a source. The others are one number.
	far := slices.IndexFunc(v.Rows, func(r node.SourceRow) bool { return r.Key == "far" })
	if far < 0 || !strings.HasSuffix(v.Rows[far].Name, " further nodes or more") {
		t.Errorf("the row of the further nodes is %+v", v.Rows[max(0, far)])
	}
}

// The first sentences name the neighbour with the largest pull if this pull exceeds a positive lead, also if its row is folded. Node 33 of
// the karate club has 17 neighbours, of which eight rows are visible. The pulls are random.
func TestDecisiveNeighbourIsNamed(t *testing.T) {
	page := opened(recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "2"}})
	const self = 33
	page.do(state.PickNode{Node: choice.Of(self)})
	parts := page.s.WhyOf().View
	random, cases := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for range 200 {
		parts.Terms = nil
		addTerm := func(j, e int, pull float64) {
			parts.Terms = append(parts.Terms, explain.Term{Neighbour: j, Edge: e, Contribution: []float64{pull, 0}})
		}
		sum, strongest, largest := 0.0, -1, math.Inf(-1)
		for e := range len(page.s.Graph.Edges) / 2 {
			i, j := page.s.Graph.Ends(e)
			if i != self && j != self {
				continue
			}
			pull := -10 * random.Float64()
			if random.IntN(9) == 0 {
				pull = 5 * random.Float64()
			}
			addTerm(i+j-self, e, pull)
			sum += pull
			if pull > largest {
				strongest, largest = i+j-self, pull
			}
		}
		margin := 6 * random.Float64()
		addTerm(self, -1, margin-sum)
		parts.Score, parts.Called = []float64{margin, 0}, []float64{0.9, 0.1}
		v := node.NewUnrolled(&page.s)
		name, isNamed := view.ShortName(&page.s, strongest), largest > margin
		text := view.Plain(v.Lead)
		if strings.Contains(text, "node "+name+" alone +") != isNamed || strings.Contains(text, " alone ") != isNamed {
			t.Fatalf("node %s pulls %g, the lead is %g: %s", name, largest, margin, text)
		}
		row := v.Rows[slices.IndexFunc(v.Rows, func(r node.SourceRow) bool { return r.Node == strongest })]
		if isNamed {
			cases[row.In]++
		}
	}
	if cases["more"] == 0 {
		t.Errorf("the named neighbours by their folded row are %v; the test needs a folded one", cases)
	}
}

// The removal of an edge is answered with the predictions of the network, and a second press undoes the removal. The search for flips names
// the tried changes, says whether one edge alone flips the node, and names a selection. A click on a flip makes its change. Escape closes
// the view, and a step explains the node anew.
func TestWhatIf(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 3, Settings: map[string]string{"epochs": "6", "hidden": "16", "channels": "8"}})
	flipped, nodesByOneEdge := 0, map[bool]int{}
	// Some of these nodes are flipped by one edge alone, and some are not.
	for _, i := range []int{0, 1, 2, 3, 16} {
		page.do(state.PickNode{Node: choice.Of(i)})
		page.do(state.Unroll{On: true})
		unrolled := node.NewUnrolled(&page.s)
		whatIf := unrolled.If
		if whatIf == nil || whatIf.Searching || !strings.Contains(whatIf.Tried, "changes flip") || whatIf.Any {
			t.Fatalf("node %d: the search for flips is %+v", i, whatIf)
		}
		byOneEdge := slices.ContainsFunc(page.s.Why.Flips.Found, func(f explain.Flip) bool { return len(f.RemoveEdges) == 1 && f.Size == 1 })
		saysNone := strings.Contains(whatIf.Tried, "No edge alone that was tried does.")
		if saysNone == byOneEdge || strings.Contains(whatIf.Tried, "The buttons above") {
			t.Errorf("node %d, flipped by an edge: %v: %s", i, byOneEdge, whatIf.Tried)
		}
		nodesByOneEdge[byOneEdge]++
		// With a selection the sentence names it.
		page.s.View.Chosen, page.s.View.ChosenAs = []int{i, 0, 1}, "right in SGPC alone"
		if got := node.NewUnrolled(&page.s).If.Tried; !strings.HasSuffix(got,
			" The buttons above go through the 3 selected nodes, right in SGPC alone.") {
			t.Errorf("with a selection: %s", got)
		}
		page.s.View.Chosen = nil
		if len(whatIf.Edges) > 0 {
			pair := whatIf.Edges[0].Pair
			page.do(state.Without{Edge: &pair})
			got := node.NewUnrolled(&page.s).If
			if !got.Any || !got.Edges[0].Off || page.s.Why.Answer == nil || !strings.HasPrefix(view.Plain(got.Say), "Without edge ") {
				t.Errorf("node %d without an edge: %+v", i, got)
			}
			class := page.s.Why.Answer.Pred[i]
			want := view.Classes(page.s.Graph)[class].Name + ", " + view.Fix(page.s.Why.Answer.Prob[i*5+class], 2)
			if !strings.Contains(view.Plain(got.Say), want) {
				t.Errorf("%q does not say %q", view.Plain(got.Say), want)
			}
			page.do(state.Without{Edge: &pair})
			if back := node.NewUnrolled(&page.s).If; back.Any || page.s.Why.Answer != nil {
				t.Errorf("after the second press the change stays: %+v", back)
			}
		}
		// All maps 0, then each flip that the search found.
		page.do(state.Without{Maps: settings.MapsZero})
		if got := node.NewUnrolled(&page.s).If; got.Maps != settings.MapsZero || page.s.Why.Answer == nil {
			t.Errorf("with all maps 0 the answer is %+v", got)
		}
		page.do(state.Reset{})
		for k, f := range whatIf.Flips {
			page.do(state.WithoutFlip{Index: k})
			got := node.NewUnrolled(&page.s).If
			if !got.Flips[k].On || !strings.Contains(view.Plain(got.Say), f.Class+", "+f.Prob) || strings.Contains(f.Class, unrolled.To) {
				t.Errorf("flip %+v: %q", f, view.Plain(got.Say))
			}
			flipped++
		}
	}
	if flipped == 0 || nodesByOneEdge[true] == 0 || nodesByOneEdge[false] == 0 {
		t.Errorf("%d flips; nodes that one edge alone flips, or not: %v; the test needs both", flipped, nodesByOneEdge)
	}
	// Escape, and a step of the run.
	page.do(state.Cancel{})
	if page.s.View.Full != "" {
		t.Error("Escape leaves the view open")
	}
	page.do(state.Step{Unit: "inner"})
	if page.s.WhyOf() == nil || page.s.Why.View == nil {
		t.Error("the node is not explained anew after a step")
	}
}

// A message with an infinite entry is not drawn, and does not change the scale of the others. Without a selected node, the view has no node
// in its title.
func TestInfiniteMessageIsNotDrawn(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 1, Settings: map[string]string{"epochs": "2"}})
	page.do(state.PickNode{Node: 1})
	parts := *page.s.Why.View
	parts.Ways = slices.Clone(parts.Ways)
	parts.Ways[0].X = []float64{math.Inf(1)}
	why := *page.s.Why
	why.View, page.s.Why = &parts, &why
	unrolled := node.NewUnrolled(&page.s)
	if !(float64(unrolled.Top) < 1e300) {
		t.Errorf("the largest entry is %g", float64(unrolled.Top))
	}
	for _, r := range unrolled.Rows {
		if r.Node == parts.Ways[0].Node && r.Way != nil {
			t.Error("the infinite message is drawn")
		}
	}
	page.s.View.Node = 0
	if title := node.UnrolledOrNot(&page.s).Title; title != "No node is chosen" {
		t.Errorf("without a node the title is %q", title)
	}
}
