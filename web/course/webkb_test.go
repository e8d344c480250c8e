package course

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// randomPages returns a random graph of 60 pages, 20 of them test pages, and predictions of three models. A prediction is the page's label
// or, in half of the cases, a random class. The function stores graph and predictions as finished trainings of the course.
func randomPages(c *Course, r *rand.Rand) (*proto.GraphInfo, map[string][]int) {
	const n = 60
	g := &proto.GraphInfo{N: n, Classes: 5, ClassSizes: make([]int, 5), Layout: make([]float64, 2*n)}
	for i := range n {
		g.Labels = append(g.Labels, r.IntN(5))
		g.ClassSizes[g.Labels[i]]++
		g.Layout[2*i], g.Layout[2*i+1] = 2*r.Float64()-1, 2*r.Float64()-1
		if i%3 == 0 {
			g.Test = append(g.Test, i)
		}
		for j := range i {
			if r.IntN(20) == 0 {
				g.Edges = append(g.Edges, int32(j), int32(i))
			}
		}
	}
	predictions := map[string][]int{}
	for _, m := range []string{"mlp", "gcn", "sgpc"} {
		for i := range n {
			predictions[m] = append(predictions[m], []int{g.Labels[i], r.IntN(5)}[r.IntN(2)])
		}
		c.Trainer.results[webTask(c.values["webkb"], m).Key] = &Trained{Done: true, Pred: predictions[m], Graph: g}
	}
	return g, predictions
}

// The numbers of chapter 11 equal those counted from a random table of pages, for 20 tables and each test page. The numbers are of
// mistakes, pages that a single model predicts correctly, links between classes, and the marked page. The answer of the exercise names a
// link of the marked page.
func TestWebkbNumbersEqualCounts(t *testing.T) {
	for seed := range uint64(20) {
		course := New(nil)
		if got := course.Render("webkb").Values; got["status"] != "not fetched yet" || got["SGPC-wrong"] != Unknown || course.webAnswer() != "" {
			t.Fatalf("before a training the values are %v", got)
		}
		r := rand.New(rand.NewPCG(seed, 1))
		g, predictions := randomPages(course, r)
		// Mistakes by model, and test pages by the models that are right there: only["mlpsgpc"] counts pages that GCN alone gets wrong.
		wrong, only := map[string]int{}, map[string]int{}
		for _, i := range g.Test {
			right := ""
			for _, m := range []string{"mlp", "gcn", "sgpc"} {
				if predictions[m][i] == g.Labels[i] {
					right += m
				} else {
					wrong[m]++
				}
			}
			only[right]++
		}
		// Links by the pair of their classes, and links within a class.
		pair, same := map[string]int{}, 0
		for k := 0; k < len(g.Edges); k += 2 {
			a, b := letter(g.Labels[g.Edges[k]]), letter(g.Labels[g.Edges[k+1]])
			if a == b {
				same++
			} else {
				pair[min(a, b)+" and "+max(a, b)]++
			}
		}
		most, better := 0, 0 // links of the most frequent pair of classes, and models with fewer mistakes than the MLP
		for _, k := range pair {
			most = max(most, k)
		}
		for _, m := range []string{"gcn", "sgpc"} {
			if wrong[m] < wrong["mlp"] {
				better++
			}
		}
		for page := range g.Test {
			shown := set(t, course, "webkb", map[string]float64{"page": float64(page), "link": float64(r.IntN(4)), "look": float64(page % 3),
				"who": float64(page % 4)})
			// Links of the marked page, and those within its class.
			i := g.Test[page]
			degree, agree := 0, 0
			for k := 0; k < len(g.Edges); k += 2 {
				if a, b := int(g.Edges[k]), int(g.Edges[k+1]); a == i || b == i {
					degree++
					if g.Labels[a] == g.Labels[b] {
						agree++
					}
				}
			}
			// one is the share of a single page among the 20 test pages. NSD, the fourth model, has not learned.
			for name, want := range map[string]string{
				"test": "20", "one": "5.0 %", "MLP-wrong": strconv.Itoa(wrong["mlp"]), "GCN-wrong": strconv.Itoa(wrong["gcn"]), "NSD-wrong": Unknown,
				"SGPC-wrong": strconv.Itoa(wrong["sgpc"]), "only": words.Count(only["sgpc"], "test page"),
				"only-mlp": words.Count(only["mlp"], "test page"), "better": strconv.Itoa(better) + " of 2", "top-count": strconv.Itoa(most),
				"same": percent(float64(same) / float64(len(g.Edges)/2)), "page": "page " + strconv.Itoa(i), "degree": strconv.Itoa(degree),
				"agree": strconv.Itoa(agree), "class": letter(g.Labels[i]), "SGPC-says": letter(predictions["sgpc"][i]),
				"status": "3 of 4 models have learned",
			} {
				if shown[name] != want {
					t.Fatalf("seed %d: %s is shown as %q, want %q", seed, name, shown[name], want)
				}
			}
			if pair[shown["top"]] != most {
				t.Errorf("seed %d: the pair %s is shown as the most frequent and has %d links, want %d", seed, shown["top"], pair[shown["top"]], most)
			}
			if degree == 0 {
				continue
			}
			// Word 1 of the answer is the page. Words 3 and 4 are the ends of the marked link, in rising order.
			course.values["webkb"]["mine"] = 1
			w := strings.Fields(course.webAnswer())
			a, _ := strconv.Atoi(w[3])
			b, _ := strconv.Atoi(w[4])
			hasPage := a == i || b == i
			if w[1] != strconv.Itoa(i) || a >= b || !hasPage || !hasEdge(g, a, b) {
				t.Errorf("seed %d: page %d has the answer %q", seed, i, w)
			}
		}
	}
}

// hasEdge reports whether a graph lists the edge (a, b) in this order.
func hasEdge(g *proto.GraphInfo, a, b int) bool {
	for k := 0; k < len(g.Edges); k += 2 {
		if int(g.Edges[k]) == a && int(g.Edges[k+1]) == b {
			return true
		}
	}
	return false
}

// Taps and arrow keys mark pages, links and models. Without a graph they have no effect. Further models are run by a second press, after
// the first four have learned. Models that cannot be trained give a message.
func TestTapsAndKeysMarkPages(t *testing.T) {
	course := New(nil)
	course.Nudge("webkb", "page", 1, 0) // before there is a graph
	course.Point("webkb", "pages", "", 100, 100)
	if values := course.values["webkb"]; values["page"] != 0 || values["look"] != 0 {
		t.Errorf("without a graph a key and a tap mark %v", values)
	}
	// A tap on the place of test page 5 shows this page below (look = 2). Keys go one page forward and two back, to test page 4, which has
	// at least two links with this seed.
	g, _ := randomPages(course, rand.New(rand.NewPCG(7, 1)))
	values := course.values["webkb"]
	p := course.pages(values)
	x, y := p.nodePlace(g.Test[5])
	course.Point("webkb", "pages", "", x+1, y)
	if values["page"] != 5 || values["look"] != 2 {
		t.Fatalf("a tap marks page %v with look %v, want 5 and 2", values["page"], values["look"])
	}
	course.Nudge("webkb", "page", 1, 0)
	course.Nudge("webkb", "page", -2, 0)
	page, links := p.markedPage(values)
	if page != g.Test[4] || links < 2 {
		t.Fatalf("arrow keys mark page %d with %d links, want page %d and at least 2", page, links, g.Test[4])
	}
	// A tap on the second neighbour of the page, then two keys back over the start of the list.
	x, y = p.neighbourPlace(1, links)
	course.Point("webkb", "below", "", x, y)
	if _, end := p.markedLink(values); end != p.near[page][1] {
		t.Errorf("a tap marks the link to %d, want %d", end, p.near[page][1])
	}
	course.Nudge("webkb", "link", -2, 0)
	if _, end := p.markedLink(values); end != p.near[page][links-1] {
		t.Errorf("arrow keys mark the link to %d, want %d", end, p.near[page][links-1])
	}
	// Ten keys at once, as with Shift, go around a list of any length, from a value beyond the list, too.
	for _, at := range []int{0, links - 1, links + 5} {
		for _, step := range []int{-10, -1, 1, 10} {
			values["link"] = float64(at)
			course.Nudge("webkb", "link", float64(step), 0)
			want := min(at, links-1)
			for range max(step, -step) {
				want += step / max(step, -step)
				if want < 0 {
					want = links - 1
				} else if want == links {
					want = 0
				}
			}
			if values["link"] != float64(want) {
				t.Errorf("%d keys from link %d of %d mark link %v, want %d", step, at, links, values["link"], want)
			}
		}
	}
	// A tap on the second bar below the picture of the pages.
	if course.Set("webkb", "look", 0) == nil {
		course.Point("webkb", "below", "", 10, 60)
	}
	if values["who"] != 1 {
		t.Errorf("a tap on the second bar shows the mistakes of model %v, want 1", values["who"])
	}
	// Two more models, GAT and GCNII, run with the second press. The course has no workers, so that they cannot be trained.
	course.Models("gat GAT\nmlp MLP\ngcnii GCNII")
	course.Run("webkb")
	if len(course.webRows(values)) != 4 {
		t.Error("all models are shown before the first four have learned")
	}
	course.Trainer.results[webTask(values, "nsd-general").Key] = &Trained{Done: true, Pred: g.Labels, Graph: g}
	if word := course.Render("webkb").Values["word"]; word != "The other 2 too, some minutes" {
		t.Errorf("the button says %q", word)
	}
	course.Run("webkb")
	if len(course.webRows(values)) != 6 {
		t.Error("the other models are not run")
	}
	got := course.Render("webkb").Values["status"]
	if !strings.HasPrefix(got, "It did not work: ") || !strings.Contains(got, "does without Texas") {
		t.Errorf("models that cannot be trained have the status %q", got)
	}
}

// While one model trains, the status counts all finished models, whether they stand before or after it.
func TestStatusCountsFinishedModels(t *testing.T) {
	course := New(nil)
	g, _ := randomPages(course, rand.New(rand.NewPCG(8, 1)))
	values := course.values["webkb"]
	for _, training := range course.webRows(values) {
		for _, m := range course.webRows(values) {
			course.Trainer.results[webTask(values, m.model).Key] = &Trained{Done: true, Pred: g.Labels, Graph: g}
		}
		course.Trainer.results[webTask(values, training.model).Key] = &Trained{Epochs: 3}
		want := "training " + training.name + ", 3 of 4 are done"
		if got := course.Render("webkb").Values["status"]; got != want {
			t.Errorf("the status is %q, want %q", got, want)
		}
	}
}

// Exercise 11.1 is judged by the predictions of the networks with and without the marked edge: the answer is right if the prediction
// changes. The completion code has the answer. Without trained models, a marked page or workers the exercise names what is missing.
func TestPageExerciseUsesPredictions(t *testing.T) {
	const seed = 3
	course := New(nil)
	q, ok := course.Exercise("11.1", seed)
	e, _ := exact.Find("11.1")
	if !ok || !q.InFigure || course.values["webkb"]["split"] != texasSplit(seed) ||
		!strings.Contains(q.Question, "split "+strings.TrimPrefix(e.Variant(seed).Runs[0].Split, "public:")) {
		t.Fatalf("the exercise is %+v", q)
	}
	if j := course.Judge("11.1", seed, ""); !strings.Contains(j.Error, "learn first") {
		t.Errorf("before the models have learned: %+v", j)
	}
	g, predictions := randomPages(course, rand.New(rand.NewPCG(3, 1)))
	values := course.values["webkb"]
	p := course.pages(values)
	// The first page with a link: SGPC alone is right there.
	for k, i := range g.Test {
		if len(p.near[i]) > 0 {
			values["page"] = float64(k)
			predictions["mlp"][i], predictions["gcn"][i], predictions["sgpc"][i] = (g.Labels[i]+1)%5, (g.Labels[i]+2)%5, g.Labels[i]
			break
		}
	}
	if j := course.Judge("11.1", seed, ""); course.webAnswer() != "" || !strings.Contains(j.Error, "mark a page") ||
		strings.Contains(j.Error, "learn") {
		t.Errorf("without a marked page: %+v", j)
	}
	// The network without the marked edge predicts the same class, then another class.
	values["mine"] = 1
	page, end := p.markedLink(values)
	cut := webTask(values, "sgpc")
	cut = taskOf(cut.Recipe, [2]int{min(page, end), max(page, end)})
	for _, without := range []int{g.Labels[page], (g.Labels[page] + 1) % 5} {
		pred := slices.Clone(predictions["sgpc"])
		pred[page] = without
		course.Trainer.results[cut.Key] = &Trained{Done: true, Pred: pred, Graph: g}
		if j := course.Judge("11.1", seed, ""); j.Error != "" || j.Wait != "" || j.Right != (without != g.Labels[page]) {
			t.Errorf("without the edge the page has class %d, its label is %d: %+v", without, g.Labels[page], j)
		}
	}
	code, err := Code(seed, "", map[string]string{"11.1": course.GivenAnswer("11.1", "")}, map[string]string{"11.1": "true"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if w, err := exact.Decode(code); err != nil || w.Answers[0].Answer != course.webAnswer() {
		t.Errorf("the code holds %+v, %v", w, err)
	}
	delete(course.Trainer.results, cut.Key)
	course.Judge("11.1", seed, "") // the first call requests the training; there are no workers
	if j := course.Judge("11.1", seed, ""); !strings.Contains(j.Error, "no workers") {
		t.Errorf("without workers: %+v", j)
	}
}

// A mark belongs to the split on which the reader made it: exercise 11.1 keeps it for a seed of this split, and removes it for any other.
func TestMarkBelongsToItsSplit(t *testing.T) {
	course := New(nil)
	v := course.values["webkb"]
	seen := map[bool]bool{}
	for seed := range uint64(20) {
		v["page"], v["link"], v["mine"] = 4, 2, 1
		isSame := v["split"] == texasSplit(seed)
		course.Exercise("11.1", seed)
		isKept := v["page"] == 4 && v["link"] == 2 && v["mine"] == 1
		isRemoved := v["page"] == 0 && v["link"] == 0 && v["mine"] == 0
		if v["split"] != texasSplit(seed) || isKept != isSame || isRemoved == isSame {
			t.Errorf("seed %d: with the same split %v the exercise leaves %v", seed, isSame, v)
		}
		seen[isSame] = true
	}
	if len(seen) < 2 {
		t.Error("the seeds have one split, or all have different ones")
	}
}

// One worker trains a network once, for tasks with and without removed edges. Its predictions without an edge equal explain.WhatIf on an
// equal network. An edge that the graph lacks is refused. A graph that cannot be loaded fails the first of its tasks and drops the others.
func TestRemovedEdgesNeedNoTraining(t *testing.T) {
	pool := &workerPool{}
	trainer := NewTrainer(pool.open, nil)
	run := recipe.Setup{Graph: "friends:n=80", Seed: 2, Model: "nsd-diag", Settings: map[string]string{"epochs": "12"}}
	source, err := session.Core{}.Source(run, nil)
	if err != nil {
		t.Fatal(err)
	}
	net, err := sgpc.New(source.Graph, source.Split, source.Config)
	if err != nil {
		t.Fatal(err)
	}
	for !net.Done() {
		net.StepEpoch()
	}
	// The first edge whose removal changes a prediction.
	index := slices.IndexFunc(net.Graph.Edges, func(e graph.Edge) bool {
		a, err := explain.WhatIf(net, explain.Change{RemoveEdges: [][2]int{{int(e.I), int(e.J)}}})
		return err == nil && !slices.Equal(a.Pred, view.Frame(net, frame.Focus{}).Pred)
	})
	if index < 0 {
		t.Fatal("no edge changes a prediction")
	}
	edge := [2]int{int(net.Graph.Edges[index].I), int(net.Graph.Edges[index].J)}
	want, err := explain.WhatIf(net, explain.Change{RemoveEdges: [][2]int{edge}})
	if err != nil {
		t.Fatal(err)
	}
	// Tasks of one network: the whole graph, one edge removed, and two edges removed.
	whole, cut, twoCut := taskOf(run), taskOf(run, edge), taskOf(run, edge, [2]int{int(net.Graph.Edges[0].I), int(net.Graph.Edges[0].J)})
	if index == 0 {
		t.Fatal("edge 0 changes a prediction, so that the two removed edges are one edge")
	}
	trainer.Schedule([]Task{cut, twoCut})
	if len(trainer.seats) != 1 {
		t.Errorf("%d workers train one network, want 1", len(trainer.seats))
	}
	pool.work()
	trainer.Schedule([]Task{whole})
	for key, pred := range map[string][]int{whole.Key: view.Frame(net, frame.Focus{}).Pred,
		cut.Key: want.Pred} {
		if r := trainer.Result(key); r == nil || !r.Done || !slices.Equal(r.Pred, pred) {
			t.Errorf("task %s ends with %+v, want the predictions %v", key, r, pred)
		}
	}
	if r := trainer.Result(twoCut.Key); r == nil || !r.Done || r.Err != "" {
		t.Errorf("the task with two removed edges ends with %+v", r)
	}
	// An edge that the graph lacks, and four tasks of a graph that cannot be loaded.
	none := taskOf(run, [2]int{0, 0})
	trainer.Schedule([]Task{none})
	pool.work()
	if r := trainer.Result(none.Key); r == nil || r.Err == "" {
		t.Errorf("the task with an edge that the graph lacks ends with %+v", r)
	}
	var bad []Task
	for _, m := range []string{"mlp", "gcn", "gat", "sgpc"} {
		bad = append(bad, taskOf(recipe.Setup{Graph: "data:texas", Model: m}))
	}
	trainer.Schedule(bad)
	pool.work()
	if r := trainer.Result(bad[0].Key); r == nil || r.Err == "" || trainer.Result(bad[3].Key) != nil || len(trainer.queue) != 0 {
		t.Errorf("a graph that cannot be loaded ends its first task with %+v; %d tasks wait, want 0", r, len(trainer.queue))
	}
	trainer.Forget(bad[0].Key)
	if trainer.Result(bad[0].Key) != nil {
		t.Error("a failure is not forgotten")
	}
}
