package study

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sheaf"
	"sheafscope/core/tables"
	"sheafscope/core/words"
)

// holonomyTasks are what a network of this study is trained for: the third in which a node lies by its number of triangles, and its
// community.
var holonomyTasks = [...]string{"triangles", "communities"}

// turnBins is the number of bins of equal width for angles from 0° to 180°.
const turnBins = 18

// mostTriangles bounds those of a graph: every one is gone round in every epoch that is measured.
const mostTriangles = 100_000

// holonomyStudy is what `sgpc holonomy` runs: neural sheaf diffusion with orthogonal maps, for two tasks on each of several generated
// graphs. One seed is that of graph, split and network. Both tasks have one graph, one split, and one start.
type holonomyStudy struct {
	gen    graph.Generator
	values map[string]float64
	seeds  []uint64
	set    map[string]string
	// epochs are those that are measured; the last ends the training.
	epochs []int
}

// holonomyRows are what the study came to, as its file holds it. Angles are in degrees.
type holonomyRows struct {
	Graph   string            `json:"graph"`
	Set     map[string]string `json:"set"`
	Seeds   []uint64          `json:"seeds"`
	Epochs  []int             `json:"epochs"`
	Command string            `json:"command,omitempty"`
	Date    string            `json:"date,omitempty"`
	Version string            `json:"version,omitempty"`
	// Triangles are those of each graph, Degree the accuracy on test nodes of thirds called by the degree alone, Doubled the median angle
	// of the first maps with twice the weights that they are read off.
	Triangles []int          `json:"triangles"`
	Degree    []float64      `json:"degree"`
	Doubled   []float64      `json:"doubled"`
	Tasks     []holonomyTask `json:"tasks"`
	// Factors are those of the last epoch with their intervals (factor): of triangles against communities, then of each task against its
	// first maps; and that of Doubled against these.
	Factors [4][3]float64 `json:"factors"`
}

// holonomyTask is one task of them. Medians are the angles' by epoch and graph, Bins their counts by epoch over all graphs. Test is the
// accuracy on test nodes after the last epoch, by graph, Flat that of the same network with all maps equal.
type holonomyTask struct {
	Name    string      `json:"name"`
	Medians [][]float64 `json:"medians"`
	Bins    [][]int     `json:"bins"`
	Test    []float64   `json:"test"`
	Flat    []float64   `json:"flat"`
}

// holonomySettings are the same for both tasks: neither the defaults of a graph's family nor dropout, so that what is measured is what
// is trained.
func holonomySettings(epochs int) map[string]string {
	return map[string]string{"d": "2", "layers": "2", "hidden": "20", "dropout": "0", "input_dropout": "0", "lr": "0.02",
		"weight_decay": "0.001", "patience": "0", "epochs": strconv.Itoa(epochs)}
}

// measuredEpochs are 1, 2, 5, 10, 20, 50 … up to the last. The evaluation of epoch 1 precedes the first update.
func measuredEpochs(last int) (out []int) {
	for unit := 1; unit < last; unit *= 10 {
		for _, k := range []int{unit, 2 * unit, 5 * unit} {
			if k < last {
				out = append(out, k)
			}
		}
	}
	return append(out, last)
}

// run trains both tasks on every graph.
func (s *holonomyStudy) run(progress func(string)) (*holonomyRows, error) {
	out := &holonomyRows{Graph: s.gen.Spec(s.values), Set: s.set, Seeds: s.seeds, Epochs: s.epochs}
	for _, name := range holonomyTasks {
		task := holonomyTask{Name: name, Medians: make([][]float64, len(s.epochs)), Bins: make([][]int, len(s.epochs))}
		for k := range task.Bins {
			task.Bins[k] = make([]int, turnBins)
		}
		out.Tasks = append(out.Tasks, task)
	}
	for _, seed := range s.seeds {
		if err := s.one(seed, out, progress); err != nil {
			return nil, fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	own, other, last := out.Tasks[0].Medians, out.Tasks[1].Medians, len(s.epochs)-1
	out.Factors = [4][3]float64{factor(own[last], other[last]), factor(own[last], own[0]), factor(other[last], other[0]),
		factor(out.Doubled, own[0])}
	return out, nil
}

// one trains both tasks on the graph of a seed, and adds to the rows.
func (s *holonomyStudy) one(seed uint64, out *holonomyRows, progress func(string)) error {
	values := maps.Clone(s.values)
	values["seed"] = float64(seed)
	g, err := graph.Generate(s.gen.Spec(values))
	if err != nil {
		return err
	}
	list := g.Triangles()
	if len(list) == 0 || len(list) > mostTriangles {
		return fmt.Errorf("%s has %d triangles: want 1 to %d; change the degree or the homophily", g.Name, len(list), mostTriangles)
	}
	walks, at := make([][]graph.Crossing, len(list)), make([]int, g.N)
	for k, c := range list {
		walks[k], _ = g.Steps(c[:]) // of a triangle of the graph
		for _, i := range c {
			at[i]++
		}
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, seed)
	if err != nil {
		return err
	}
	cfg, err := ConfigFor(g, split, Cell{Model: holonomyModel, Seed: seed, Set: s.set})
	if err != nil {
		return err
	}
	counted := g.WithData(thirds(at), []string{"few triangles", "some triangles", "many triangles"}, nil, nil)
	out.Triangles = append(out.Triangles, len(list))
	out.Degree = append(out.Degree, byDegree(counted, split))
	for k, g := range []*graph.Graph{counted, g} {
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			return err
		}
		r.ForwardOnly()
		task := &out.Tasks[k]
		for e, epoch := range s.epochs {
			for r.Epoch() < epoch {
				r.StepEpoch()
			}
			angles := turns(r.Fork().Evaluate("").Layers, walks)
			for _, a := range angles {
				task.Bins[e][min(int(a*turnBins/180), turnBins-1)]++
			}
			task.Medians[e] = append(task.Medians[e], median(angles))
			if e == 0 && k == 0 {
				f := r.Fork()
				scaleMaps(r, f, 2)
				out.Doubled = append(out.Doubled, median(turns(f.Evaluate("").Layers, walks)))
			}
		}
		f := r.Fork()
		task.Test = append(task.Test, r.Accuracies(f.Evaluate("").Predicted).Test)
		scaleMaps(r, f, 0)
		task.Flat = append(task.Flat, r.Accuracies(f.Evaluate("").Predicted).Test)
		own := len(task.Test) - 1
		progress(fmt.Sprintf("seed %d, %s: %d triangles, median %.2f° after %.2f°", seed, task.Name, len(list),
			task.Medians[len(s.epochs)-1][own], task.Medians[0][own]))
	}
	return nil
}

// holonomyModel is the network: its maps turn, so that what they do round a cycle is no number.
const holonomyModel = "nsd-orth"

// scaleMaps multiplies the weights of a fork that maps are read off. With 0 every map is the same, and no triangle turns anything.
func scaleMaps(r *sgpc.Run, f *sgpc.Fork, by float64) {
	for _, p := range r.Parameters() {
		if strings.HasSuffix(p.Name, ".learner") {
			linalg.Scal(by, f.Weight(p.Name).Data)
		}
	}
}

// turns returns by which angle each layer turns a vector that is carried once round each triangle, in degrees from 0 to 180: the largest
// angle of the product of the transports (sheaf.Angles). A triangle with an edge that has no transport is left out.
func turns(layers []peer.Layer, walks [][]graph.Crossing) (out []float64) {
	for k := range layers {
		t := layers[k].Raw.Transports()
		for _, w := range walks {
			if h, ok := t.Holonomy(w); ok {
				out = append(out, sheaf.Angles(t.D, h)[t.D-1]*180/math.Pi)
			}
		}
	}
	return out
}

// median is the middle number, or the mean of the two in the middle; 0 for none.
func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// thirds puts nodes into three classes by a number: those up to the number of the node after a third of them, up to that after two
// thirds, and above. Nodes with one number are in one class.
func thirds(count []int) []int {
	sorted, out := slices.Sorted(slices.Values(count)), make([]int, len(count))
	for i, c := range count {
		for k := 1; k <= 2; k++ {
			if c > sorted[max(0, k*len(sorted)/3-1)] {
				out[i] = k
			}
		}
	}
	return out
}

// byDegree is the accuracy on test nodes of the commonest class among the training nodes of the nearest degree; of equally common ones
// the first.
func byDegree(g *graph.Graph, split graph.Split) float64 {
	degrees, right := g.Degrees(), 0
	for _, i := range split.Test {
		votes, nearest := make([]int, g.Classes), math.MaxInt
		for _, j := range split.Train {
			away := max(degrees[i]-degrees[j], degrees[j]-degrees[i])
			if away < nearest {
				nearest = away
				clear(votes)
			}
			if away == nearest {
				votes[g.Labels[j]]++
			}
		}
		if slices.Index(votes, slices.Max(votes)) == g.Labels[i] {
			right++
		}
	}
	return float64(right) / float64(max(1, len(split.Test)))
}

// leastTurn is what a smaller angle counts as in a ratio, in degrees.
const leastTurn = 1e-6

// factor is tables.Factor of angles.
func factor(a, b []float64) [3]float64 {
	least := func(list []float64) []float64 {
		out := slices.Clone(list)
		for k := range out {
			out[k] = max(out[k], leastTurn)
		}
		return out
	}
	return tables.Factor(least(a), least(b))
}

// factorText writes a factor with its interval, which one pair has not.
func factorText(f [3]float64) string {
	if f[1] == f[2] {
		return threeDigits(f[0])
	}
	return fmt.Sprintf("%s (%s to %s)", threeDigits(f[0]), threeDigits(f[1]), threeDigits(f[2]))
}

// threeDigits writes a number with three digits that count, and no exponent.
func threeDigits(x float64) string {
	digits := 2
	for y := math.Abs(x); y >= 10 && digits > 0; y /= 10 {
		digits--
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// meanText writes the mean of unit times numbers with half of its 95 % interval, with k decimals.
func meanText(list []float64, unit float64, k int) string {
	s := tables.Summarize(list)
	half := unit * s.Interval()
	if s.N < 2 {
		half = math.NaN()
	}
	return words.PlusMinus(unit*s.Mean, half, k)
}

// text is the study in Markdown.
func (h *holonomyRows) text() string {
	var b strings.Builder
	own, other, last := &h.Tasks[0], &h.Tasks[1], len(h.Epochs)-1
	total := 0
	for _, n := range h.Triangles {
		total += n
	}
	var names []string
	for _, k := range slices.Sorted(maps.Keys(h.Set)) {
		names = append(names, k+"="+h.Set[k])
	}
	fmt.Fprintf(&b, "### How far triangles turn\n\n`%s`\n\nGraphs: %s, one for each of %d seeds, %d triangles in all. Network: %s, %s.\n",
		h.Command, h.Graph, len(h.Seeds), total, peer.Label(holonomyModel), strings.Join(names, ", "))
	b.WriteString("Tasks: the third of a node by its number of triangles; its community. Graph, split and start are the same for both.\n\n" +
		"Median angle by which a triangle turns a vector, in degrees: mean over the graphs, half of its 95 % interval.\nRatio: median of " +
		"the one task by that of the other, geometric mean with a 95 % interval, paired by graph.\n\n")
	var rows [][]string
	for k, e := range h.Epochs {
		row := []string{strconv.Itoa(e)}
		for _, t := range h.Tasks {
			row = append(row, meanText(t.Medians[k], 1, 2))
		}
		rows = append(rows, append(row, factorText(factor(own.Medians[k], other.Medians[k]))))
	}
	b.WriteString(tables.Markdown([]string{"epoch", own.Name, other.Name, "ratio"}, rows))
	fmt.Fprintf(&b, "\nShare of all triangles in all layers by angle, in %%: before the first update, and in epoch %d by task.\n\n",
		h.Epochs[last])
	rows = nil
	for bin := range turnBins {
		row := []string{fmt.Sprintf("%d° to %d°", bin*180/turnBins, (bin+1)*180/turnBins)}
		for _, counts := range [][]int{own.Bins[0], own.Bins[last], other.Bins[last]} {
			all := 0
			for _, n := range counts {
				all += n
			}
			row = append(row, fmt.Sprintf("%.1f", 100*float64(counts[bin])/float64(max(1, all))))
		}
		rows = append(rows, row)
	}
	b.WriteString(tables.Markdown([]string{"angle", "before", own.Name, other.Name}, rows))
	b.WriteString("\n" + h.sentences())
	return b.String()
}

// sentences say what came out.
func (h *holonomyRows) sentences() string {
	own, other, last := &h.Tasks[0], &h.Tasks[1], len(h.Epochs)-1
	percent := func(list []float64) string { return meanText(list, 100, 1) + " %" }
	text := fmt.Sprintf("In epoch %d the median triangle turns %s times as far where triangles are the task as where communities are.\n"+
		"Against epoch %d, before the first update, it turns %s times as far for triangles, %s for communities.\n"+
		"With the first weights of the maps doubled it turns %s times as far. A random rotation turns by 90° in the median.\n",
		h.Epochs[last], factorText(h.Factors[0]), h.Epochs[0], factorText(h.Factors[1]), factorText(h.Factors[2]), factorText(h.Factors[3]))
	return text + fmt.Sprintf("Right on test nodes: triangles %s, with all maps equal %s; communities %s, with all maps equal %s.\n"+
		"The thirds by the degree alone: %s.\n", percent(own.Test), percent(own.Flat), percent(other.Test), percent(other.Flat),
		percent(h.Degree))
}
