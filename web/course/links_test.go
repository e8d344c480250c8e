package course

import (
	"math"
	"strconv"
	"strings"
	"testing"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sheaf"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/course/contents"
)

// The links of all figures of the chapters and of the editor can be loaded; the link of webkb is only parsed. A link has the graph of its
// figure or the settings of its sliders. The link of a sheaf also has the features and the maps: their Laplacian equals the Laplacian of
// the figure's sheaf, block by block. A run of this link finds a kernel of the expected dimension.
func TestLinksHaveGraphAndSettings(t *testing.T) {
	course := New(nil)
	// opened sets parameters of a figure, and returns the graph, split and settings that its link loads.
	opened := func(figure string, values map[string]float64) *session.Source {
		t.Helper()
		set(t, course, figure, values)
		r, err := recipe.Parse(course.Link(figure))
		if err != nil || r.Graph == "" {
			t.Fatalf("the link of %s is read as %+v, %v", figure, r, err)
		}
		source, err := session.Core{Files: jobs.Do}.Source(r.Setup, r.Files)
		if err != nil {
			t.Fatalf("the link of %s cannot be loaded: %v", figure, err)
		}
		return source
	}
	// checkSheaf checks that the link of a figure has the sheaf s: graph, features, maps and kernel. It returns what the link loads.
	checkSheaf := func(figure string, s *exact.SheafText) *session.Source {
		t.Helper()
		source := opened(figure, nil)
		g, maps := source.Graph, source.Maps
		if g.N != len(s.Nodes) || len(g.Edges) != len(s.Edges) || maps == nil || source.Config.D != 2 {
			t.Fatalf("%s: the laboratory has %d nodes, %d edges and the maps %+v, want %d, %d, and maps of d = 2", figure, g.N, len(g.Edges), maps,
				len(s.Nodes), len(s.Edges))
		}
		analysed, err := exact.Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range analysed.X {
			if math.Abs(g.X.Dense().At(k/s.D, k%s.D)-want) > 1e-12 {
				t.Errorf("%s: number %d of the features is not %v", figure, k, want)
			}
		}
		// laplacian is the sheaf Laplacian of the file's maps, with stalks of dimension 2. r has the maps of both ends, by rows.
		laplacian := linalg.NewDense(2*g.N, 2*g.N)
		for e, q := range g.Edges {
			r := [2][]float64{maps.R[8*e : 8*e+4], maps.R[8*e+4 : 8*e+8]}
			for _, end := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
				node := [2]int{int(q.I), int(q.J)}
				// The product of one end's map, transposed, and the other's: k counts row x, column y and the index k%2 of the sum.
				for k := range 8 {
					x, y := k/4, k/2%2
					v := r[end[0]][2*(k%2)+x] * r[end[1]][2*(k%2)+y]
					if end[0] != end[1] {
						v = -v
					}
					laplacian.Data[(2*node[end[0]]+x)*laplacian.Cols+2*node[end[1]]+y] += v
				}
			}
		}
		// The blocks of the chapter's sheaf.
		for i := range g.N {
			for j := range g.N {
				block := analysed.Block(i, j)
				for k := range 4 {
					want := 0.0
					if s.D == 2 {
						want = block[k/2][k%2]
					} else if k%3 == 0 {
						want = block[0][0] // a sheaf with d = 1 acts alike on both coordinates
					}
					if math.Abs(laplacian.At(2*i+k/2, 2*j+k%2)-want) > 1e-9 {
						t.Errorf("%s: block %d, %d of the maps is %v, want %v", figure, i, j, laplacian.At(2*i+k/2, 2*j+k%2), want)
					}
				}
			}
		}
		if got := course.kernelInLaboratory(t, figure); got != analysed.Dim.Dim*2/s.D {
			t.Errorf("%s: the laboratory finds a kernel of dimension %d, want %d·2/%d", figure, got, analysed.Dim.Dim, s.D)
		}
		return source
	}
	// The chapters in turn, at different values of their sliders.
	for _, degree := range []float64{6, 14} {
		g := opened("puzzle", map[string]float64{"degree": degree}).Graph
		if m := len(course.puzzleGraph(puzzleSpec(course.values["puzzle"], seedAt(1))).graph.Edges); len(g.Edges) != m || g.N != 300 {
			t.Errorf("puzzle: %d nodes and %d edges, %d ties are in the figure", g.N, len(g.Edges), m)
		}
	}
	for _, depth := range []float64{0, 7, 7.3} { // 7.3: an animation that was stopped between two depths
		set(t, course, "blur", map[string]float64{"homophily": 0.3})
		if err := course.SetBetween("blur", "depth", depth); err != nil {
			t.Fatal(err)
		}
		s := opened("blur", nil)
		if s.Config.Layers != int(max(1, depth)) || s.Config.Model != "gcn" || len(s.Graph.Edges) != len(course.averaging.graph.Edges) {
			t.Errorf("the link of blur has the settings %+v, or another graph", s.Config)
		}
	}
	for _, values := range []map[string]float64{{"dim": 1, "turn": 0}, {"dim": 1, "turn": 170}, {"dim": 2, "turn": 35, "ux": -0.35}} {
		set(t, course, "edge", values)
		checkSheaf("edge", edgeSheaf(course.values["edge"]))
	}
	for _, values := range []map[string]float64{{"dim": 1, "fa": 2, "gc": -0.5}, {"dim": 2, "fb": 0, "turn": 45}} {
		set(t, course, "laplacian", values)
		checkSheaf("laplacian", pathSheaf(course.values["laplacian"]))
	}
	// H⁰ of the ring has the dimension that its holonomy gives.
	for _, values := range []map[string]float64{{"turn": 0}, {"turn": 40, "sent": 90}, {"turn": 60, "mirror": 1}} {
		set(t, course, "ring", values)
		s := ringSheaf(course.values["ring"])
		checkSheaf("ring", s)
		if analysed, err := exact.Analyse(s); err != nil || analysed.Dim.Dim != ringState(markedMap{values["turn"], values["mirror"] == 1}).Dim {
			t.Errorf("the ring of %v has H0 of dimension %d", values, analysed.Dim.Dim)
		}
	}
	for _, time := range []float64{0, 1.5} {
		set(t, course, "heat", map[string]float64{"time": time, "steps": 6, "sheaf": min(1, time)})
		if s := checkSheaf("heat", heatSheaf(course.values["heat"])); time > 0 && s.Config.Dt != 0.25 {
			t.Errorf("heat: steps of %g, want 1.5/6", s.Config.Dt)
		}
	}
	for _, which := range []float64{0, 1} {
		set(t, course, "gap", map[string]float64{"graph": which, "bridge": 0.3})
		checkSheaf("gap", gapSignal(course.values["gap"]))
	}
	checkSheaf("editor", course.editor.sheaf)
	// The other chapters have settings, and no sheaf of their own.
	s := opened("plan", map[string]float64{"eps": 0.7, "tau": 3.5, "step": 5}).Config
	if s.D != planSize || math.Abs(s.Epsilon0-0.7) > 1e-12 || s.Tau != 3.5 || s.SinkhornSteps != 10 { // a step of the figure has two scalings
		t.Errorf("the link of plan has the settings %+v", s)
	}
	// 5.3 is a step of an animation that was stopped between two steps. The figure shows 5 steps.
	if err := course.SetBetween("plan", "step", 5.3); err != nil {
		t.Fatal(err)
	}
	if s := opened("plan", nil).Config; s.SinkhornSteps != 10 {
		t.Errorf("the link of plan between two steps has %d scalings, want 10", s.SinkhornSteps)
	}
	opened("filter", nil)
	if s := opened("ends", nil).Config; s.Model != "nsd-general" {
		t.Errorf("the link of ends has the settings %+v, want nsd-general", s)
	}
	checkSheaf("layer", exact.SmallPuzzle())
	opened("sure", nil)
	r, err := recipe.Parse(course.Link("webkb"))
	if err != nil || r.Graph != texas { // the worker fetches this data set
		t.Errorf("webkb: %+v, %v", r, err)
	}
	if len(contents.Chapters) != 13 {
		t.Errorf("%d chapters, want 13: a new chapter needs a test of its link here", len(contents.Chapters))
	}
}

// kernelInLaboratory opens the link of a figure in a session, as the page does. It returns the dimension of the kernel of the file's maps,
// the first maps that the graph has brought (Sheaf: 1).
func (c *Course) kernelInLaboratory(t *testing.T, figure string) int {
	t.Helper()
	r, err := recipe.Parse(c.Link(figure))
	if err != nil {
		t.Fatal(err)
	}
	w := &recorder{}
	s := session.New(w, session.Core{Files: jobs.Do})
	none := frame.Focus{}
	s.Post(proto.Message{Goal: &proto.Goal{Seq: 1, Load: true, Run: r.Setup, Files: r.Files, Focus: none}})
	s.Drain()
	s.Post(proto.Message{Query: &proto.Query{Seq: 2, Question: proto.ReadFrame, Focus: none, Once: frame.Once{Sheaf: 1}}})
	s.Drain()
	last := w.replies[len(w.replies)-1].Answer
	if last == nil || last.Frame == nil || last.Frame.Spectrum == nil || last.Frame.Position != 1 {
		t.Fatalf("the link of %s gives no spectrum at position 1: %+v", figure, last)
	}
	return last.Frame.Spectrum.KernelDim
}

// recorder is a host of a session that records the replies. Its other methods are those of worker.
type recorder struct {
	worker
	replies []proto.Reply
}

func (a *recorder) Reply(r proto.Reply) { a.replies = append(a.replies, r) }

// Stalks of unequal dimension are filled with zeros: the Laplacian of the link's maps equals the editor's on the stalks and is 0 elsewhere.
// Its kernel is larger by the number of added coordinates, and a note names this number.
func TestUnequalStalksAreFilledWithZeros(t *testing.T) {
	course := New(nil)
	for _, start := range []string{"start opinions 1", "start sensors 1", "start twist 3"} {
		if err := course.Edit(start); err != nil {
			t.Fatal(err)
		}
		if start == "start twist 3" {
			for _, change := range []string{"pick node 2", "dim 0", "pick edge 0", "edge-dim 4"} {
				if err := course.Edit(change); err != nil {
					t.Fatal(err)
				}
			}
		}
		// The graph and the maps of the link, then the exact analysis of the editor's sheaf.
		r, err := recipe.Parse(course.Link("editor"))
		if err != nil {
			t.Fatal(err)
		}
		source, err := session.Core{Files: jobs.Do}.Source(r.Setup, r.Files)
		if err != nil {
			t.Fatalf("the link after %q cannot be loaded: %v", start, err)
		}
		analysed, err := exact.Analyse(course.editor.sheaf)
		if err != nil {
			t.Fatal(err)
		}
		// The Laplacian of the maps.
		g, d := source.Graph, source.Maps.D
		l := sheaf.NewLaplacian(g.N, d, g.Edges)
		l.Assemble(&sheaf.Sheaf{N: g.N, D: d, Edges: g.Edges, R: source.Maps.R})
		dense := l.Dense()
		// place has the index of each coordinate in the editor's signal, or −1 for an added coordinate.
		place := make([]int, g.N*d)
		for k := range place {
			place[k] = -1
			if k%d < analysed.At.Dim(k/d) {
				place[k] = analysed.At[k/d] + k%d
			}
		}
		for i, p := range place {
			for j, q := range place {
				want := 0.0
				if p >= 0 && q >= 0 {
					want = analysed.L[p][q]
				}
				if math.Abs(dense.At(i, j)-want) > 1e-12 {
					t.Errorf("%s: L is %v at %d, %d, want %v", start, dense.At(i, j), i, j, want)
				}
			}
			if p >= 0 && g.X.Dense().At(i/d, i%d) != analysed.X[p] {
				t.Errorf("%s: feature %d is not %v", start, i, analysed.X[p])
			}
		}
		// The kernel and the note.
		filled := len(place) - len(analysed.X)
		if got := course.kernelInLaboratory(t, "editor"); got != analysed.Dim.Dim+filled {
			t.Errorf("%s: the laboratory finds a kernel of dimension %d, want %d + %d", start, got, analysed.Dim.Dim, filled)
		}
		if text := strings.Join(g.Notes, " "); !strings.Contains(text, "adds "+strconv.Itoa(filled)+" to the dimension of every kernel") {
			t.Errorf("%s: the notes are %q, want that %d are added to the kernel", start, text, filled)
		}
	}
}
