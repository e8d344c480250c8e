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

// holonomyTasks are the two tasks of a network: the tercile of a node by its number of triangles, and its community.
var holonomyTasks = [...]string{"triangles", "communities"}

// turnBins is the number of equal bins of an angle from 0° to 180°.
const turnBins = 18

// maxTriangles is the largest number of triangles of a graph, since every triangle is traversed at every measured epoch.
const maxTriangles = 100_000

// holonomyStudy is the experiment of `sgpc holonomy`: neural sheaf diffusion with orthogonal maps on generated graphs.
// Each seed is that of a graph, its split and its network.
// Both tasks share graph, split and initial weights, so that their angles are paired.
type holonomyStudy struct {
	gen    graph.Generator
	values map[string]float64
	seeds  []uint64
	set    map[string]string
	// epochs are the measured epochs; the training ends with the last.
	epochs []int
}

// holonomyRows is the result of the study, in the format of its file; angles are in degrees.
type holonomyRows struct {
	Graph   string            `json:"graph"`
	Set     map[string]string `json:"set"`
	Seeds   []uint64          `json:"seeds"`
	Epochs  []int             `json:"epochs"`
	Command string            `json:"command,omitempty"`
	Date    string            `json:"date,omitempty"`
	Version string            `json:"version,omitempty"`
	// Triangles is the number of triangles of each graph.
	// Degree is the test accuracy of a prediction of the terciles from the degree alone.
	// Doubled is the median angle of the initial maps with doubled weights of the map learner.
	Triangles []int          `json:"triangles"`
	Degree    []float64      `json:"degree"`
	Doubled   []float64      `json:"doubled"`
	Tasks     []holonomyTask `json:"tasks"`
	// Factors are ratios of median angles with their intervals (see ratioInterval).
	// At the last epoch: triangles by communities, then each task by its initial maps; last, Doubled by the initial maps.
	Factors [4][3]float64 `json:"factors"`
}

// holonomyTask is the result of one task.
// Medians are the median angles by epoch and graph; Bins are the numbers of angles by epoch, over all graphs.
// Test is the test accuracy after the last epoch by graph, and Flat that of the same network with all maps equal.
type holonomyTask struct {
	Name    string      `json:"name"`
	Medians [][]float64 `json:"medians"`
	Bins    [][]int     `json:"bins"`
	Test    []float64   `json:"test"`
	Flat    []float64   `json:"flat"`
}

// holonomySettings returns the settings of both tasks.
// They ignore the defaults of a graph's family and use no dropout, so that the measured maps are those of the training.
func holonomySettings(epochs int) map[string]string {
	return map[string]string{"d": "2", "layers": "2", "hidden": "20", "dropout": "0", "input_dropout": "0", "lr": "0.02",
		"weight_decay": "0.001", "patience": "0", "epochs": strconv.Itoa(epochs)}
}

// measuredEpochs returns 1, 2, 5, 10, 20, 50 … up to last; epoch 1 is evaluated before the first update.
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
		if err := s.runSeed(seed, out, progress); err != nil {
			return nil, fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	own, other, last := out.Tasks[0].Medians, out.Tasks[1].Medians, len(s.epochs)-1
	out.Factors = [4][3]float64{ratioInterval(own[last], other[last]), ratioInterval(own[last], own[0]), ratioInterval(other[last], other[0]),
		ratioInterval(out.Doubled, own[0])}
	return out, nil
}

// runSeed trains both tasks on the graph of a seed and adds their results to out.
func (s *holonomyStudy) runSeed(seed uint64, out *holonomyRows, progress func(string)) error {
	values := maps.Clone(s.values)
	values["seed"] = float64(seed)
	g, err := graph.Generate(s.gen.Spec(values))
	if err != nil {
		return err
	}
	list := g.Triangles()
	if len(list) == 0 || len(list) > maxTriangles {
		return fmt.Errorf("%s has %d triangles: want 1 to %d; change the degree or the homophily", g.Name, len(list), maxTriangles)
	}
	walks, at := make([][]graph.Crossing, len(list)), make([]int, g.N)
	for k, c := range list {
		walks[k], _ = g.Steps(c[:]) // no error, since c is a triangle of the graph
		for _, i := range c {
			at[i]++
		}
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, seed)
	if err != nil {
		return err
	}
	// Both tasks have this configuration, so that only their labels differ.
	cfg, err := ConfigFor(g, split, Cell{Model: holonomyModel, Seed: seed, Set: s.set})
	if err != nil {
		return err
	}
	counted := g.WithData(terciles(at), []string{"few triangles", "some triangles", "many triangles"}, nil, nil)
	out.Triangles = append(out.Triangles, len(list))
	out.Degree = append(out.Degree, degreeAccuracy(counted, split))
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
			// A fork evaluates without changing the state of the training.
			angles := turnAngles(r.Fork().Evaluate("").Layers, walks)
			for _, a := range angles {
				task.Bins[e][min(int(a*turnBins/180), turnBins-1)]++
			}
			task.Medians[e] = append(task.Medians[e], median(angles))
			// A control: larger weights of the map learner alone also increase the angles.
			if e == 0 && k == 0 {
				f := r.Fork()
				scaleMaps(r, f, 2)
				out.Doubled = append(out.Doubled, median(turnAngles(f.Evaluate("").Layers, walks)))
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

// holonomyModel is the network of the study: its maps rotate, so that a holonomy is a rotation rather than a sign.
const holonomyModel = "nsd-orth"

// scaleMaps multiplies the weights of the map learner of a fork; with 0 all maps are equal and every holonomy is the identity.
func scaleMaps(r *sgpc.Run, f *sgpc.Fork, by float64) {
	for _, p := range r.Parameters() {
		if strings.HasSuffix(p.Name, ".learner") {
			linalg.Scal(by, f.Weight(p.Name).Data)
		}
	}
}

// turnAngles returns the angle by which each layer turns a vector transported once round each triangle, in degrees, 0 to 180.
// It is the largest angle of the product of the transports (sheaf.Angles).
// Triangles with an edge without transport are omitted.
func turnAngles(layers []peer.Layer, walks [][]graph.Crossing) (out []float64) {
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

// median returns the median of numbers, 0 for none.
func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// terciles returns the class 0, 1 or 2 of each node by the terciles of its number; equal numbers have equal classes.
func terciles(count []int) []int {
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

// degreeAccuracy returns the test accuracy of a nearest-neighbour prediction from the degree.
// A test node has the most frequent class among the training nodes of nearest degree; of equally frequent classes the first.
func degreeAccuracy(g *graph.Graph, split graph.Split) float64 {
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

// minTurn is the lower bound of an angle in a ratio, in degrees, so that logarithms exist.
const minTurn = 1e-6

// ratioInterval returns tables.Factor of angles, each at least minTurn.
func ratioInterval(a, b []float64) [3]float64 {
	least := func(list []float64) []float64 {
		out := slices.Clone(list)
		for k := range out {
			out[k] = max(out[k], minTurn)
		}
		return out
	}
	return tables.Factor(least(a), least(b))
}

// ratioText returns a ratio with its interval, or the ratio alone for a single pair.
func ratioText(f [3]float64) string {
	if f[1] == f[2] {
		return threeDigits(f[0])
	}
	return fmt.Sprintf("%s (%s to %s)", threeDigits(f[0]), threeDigits(f[1]), threeDigits(f[2]))
}

// threeDigits returns a number with three significant digits and without exponent.
func threeDigits(x float64) string {
	digits := 2
	for y := math.Abs(x); y >= 10 && digits > 0; y /= 10 {
		digits--
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// meanText returns the mean of unit·x with half of its 95 % interval, with k decimals.
func meanText(list []float64, unit float64, k int) string {
	s := tables.Summarize(list)
	half := unit * s.Interval()
	if s.N < 2 {
		half = math.NaN()
	}
	return words.PlusMinus(unit*s.Mean, half, k)
}

// text returns the study as Markdown.
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
		rows = append(rows, append(row, ratioText(ratioInterval(own.Medians[k], other.Medians[k]))))
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

// sentences describes the results.
func (h *holonomyRows) sentences() string {
	own, other, last := &h.Tasks[0], &h.Tasks[1], len(h.Epochs)-1
	percent := func(list []float64) string { return meanText(list, 100, 1) + " %" }
	text := fmt.Sprintf("In epoch %d the median triangle turns %s times as far where triangles are the task as where communities are.\n"+
		"Against epoch %d, before the first update, it turns %s times as far for triangles, %s for communities.\n"+
		"With the first weights of the maps doubled it turns %s times as far. A random rotation turns by 90° in the median.\n",
		h.Epochs[last], ratioText(h.Factors[0]), h.Epochs[0], ratioText(h.Factors[1]), ratioText(h.Factors[2]), ratioText(h.Factors[3]))
	return text + fmt.Sprintf("Right on test nodes: triangles %s, with all maps equal %s; communities %s, with all maps equal %s.\n"+
		"The thirds by the degree alone: %s.\n", percent(own.Test), percent(own.Flat), percent(other.Test), percent(other.Flat),
		percent(h.Degree))
}
