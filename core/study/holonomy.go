// The study of holonomies: how far triangles turn a vector where triangles are the task, and where communities are.

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
)

// holonomyTasks are the two tasks: the tercile of a node by its number of triangles, and the community of a node.
var holonomyTasks = [...]string{"triangles", "communities"}

// turnBins is the number of bins of equal width for an angle from 0° to 180°.
const turnBins = 18

// maxTriangles is the largest number of triangles of a graph. The study traverses every triangle at every measured epoch.
const maxTriangles = 100_000

// holonomyStudy is the experiment of `sgpc holonomy`: neural sheaf diffusion with orthogonal maps on generated graphs.
// A seed determines a graph, its split and the initial weights. Both tasks share these, so that their angles are paired.
type holonomyStudy struct {
	gen    graph.Generator
	values map[string]float64 // parameters of the generator, without the seed
	seeds  []uint64
	set    map[string]string // settings of the network
	// epochs are the epochs at which angles are measured. The training ends at the last.
	epochs []int
}

// holonomyRows is the result of the study, in the format of the file of -rows. Angles are in degrees.
type holonomyRows struct {
	Graph   string            `json:"graph"`
	Set     map[string]string `json:"set"`
	Seeds   []uint64          `json:"seeds"`
	Epochs  []int             `json:"epochs"`
	Command string            `json:"command,omitempty"`
	Date    string            `json:"date,omitempty"`
	Version string            `json:"version,omitempty"`
	// The next three have an element for each graph.
	// Triangles are numbers of triangles. Degree are test accuracies of predictions of the tercile from the degree alone.
	// Doubled are median angles of the initial maps after the weights of the map learner were doubled.
	Triangles []int          `json:"triangles"`
	Degree    []float64      `json:"degree"`
	Doubled   []float64      `json:"doubled"`
	Tasks     []holonomyTask `json:"tasks"`
	// Factors are ratios of median angles with their intervals; see ratioInterval. They are, at the last epoch, triangles by communities,
	// triangles by the initial maps and communities by the initial maps; and then Doubled by the initial maps.
	Factors [4][3]float64 `json:"factors"`
}

// holonomyTask is the result of one task.
// Medians are the median angles by epoch and graph. Bins are the numbers of angles by epoch and bin, summed over the graphs.
// Test are the test accuracies after the last epoch, by graph. Flat are those of the same networks with all maps equal.
type holonomyTask struct {
	Name    string      `json:"name"`
	Medians [][]float64 `json:"medians"`
	Bins    [][]int     `json:"bins"`
	Test    []float64   `json:"test"`
	Flat    []float64   `json:"flat"`
}

// holonomySettings returns the settings of both tasks. They replace all defaults that depend on the family of a graph.
// There is no dropout, so that the measured maps are those that the training uses.
func holonomySettings(epochs int) map[string]string {
	return map[string]string{"d": "2", "layers": "2", "hidden": "20", "dropout": "0", "input_dropout": "0", "lr": "0.02",
		"weight_decay": "0.001", "patience": "0", "epochs": strconv.Itoa(epochs)}
}

// measuredEpochs returns 1, 2, 5, 10, 20, 50 … below last, and last.
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

// run trains both tasks on the graph of every seed. It calls progress with a line on each training.
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
	triangles, communities, last := out.Tasks[0].Medians, out.Tasks[1].Medians, len(s.epochs)-1
	out.Factors = [4][3]float64{
		ratioInterval(triangles[last], communities[last]),
		ratioInterval(triangles[last], triangles[0]),
		ratioInterval(communities[last], communities[0]),
		ratioInterval(out.Doubled, triangles[0])}
	return out, nil
}

// runSeed trains both tasks on the graph of a seed and adds their results to out.
func (s *holonomyStudy) runSeed(seed uint64, out *holonomyRows, progress func(string)) error {
	// The graph with its triangles.
	values := maps.Clone(s.values)
	values["seed"] = float64(seed)
	communities, err := graph.Generate(s.gen.Spec(values))
	if err != nil {
		return err
	}
	triangles := communities.Triangles()
	if len(triangles) == 0 || len(triangles) > maxTriangles {
		return fmt.Errorf("%s has %d triangles: want 1 to %d; change the degree or the homophily", communities.Name, len(triangles), maxTriangles)
	}
	walks := make([][]graph.Crossing, len(triangles)) // each triangle as a closed walk
	trianglesOf := make([]int, communities.N)         // by node
	for k, corners := range triangles {
		walks[k], _ = communities.Steps(corners[:]) // no error, since the graph has the triangle
		for _, i := range corners {
			trianglesOf[i]++
		}
	}
	split, err := graph.ParseSplit(communities, method.DefaultSplit, seed)
	if err != nil {
		return err
	}
	// Both tasks have the same configuration, so that only their labels differ.
	cfg, err := ConfigFor(communities, split, Cell{Model: holonomyModel, Seed: seed, Set: s.set})
	if err != nil {
		return err
	}
	classes := []string{"few triangles", "some triangles", "many triangles"}
	counted := communities.WithData(terciles(trianglesOf), classes, nil, nil)
	out.Triangles = append(out.Triangles, len(triangles))
	out.Degree = append(out.Degree, degreeAccuracy(counted, split))
	for k, g := range []*graph.Graph{counted, communities} {
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			return err
		}
		r.ForwardOnly()
		// A control: doubled weights of the map learner increase the angles without any training.
		if k == 0 {
			for r.Epoch() < s.epochs[0] {
				r.StepEpoch()
			}
			doubled := r.Fork()
			scaleMaps(r, doubled, 2)
			out.Doubled = append(out.Doubled, median(turnAngles(doubled.Evaluate("").Layers, walks)))
		}
		task := &out.Tasks[k]
		s.trainTask(r, task, walks)
		last := len(task.Test) - 1
		progress(fmt.Sprintf("seed %d, %s: %d triangles, median %.2f° after %.2f°", seed, task.Name, len(triangles),
			task.Medians[len(s.epochs)-1][last], task.Medians[0][last]))
	}
	return nil
}

// trainTask trains a network. It adds the angles at the measured epochs and the accuracies after the last epoch to the task.
func (s *holonomyStudy) trainTask(r *sgpc.Run, task *holonomyTask, walks [][]graph.Crossing) {
	for e, epoch := range s.epochs {
		for r.Epoch() < epoch {
			r.StepEpoch()
		}
		// A fork evaluates without a change of the training.
		angles := turnAngles(r.Fork().Evaluate("").Layers, walks)
		for _, a := range angles {
			task.Bins[e][min(int(a*turnBins/180), turnBins-1)]++
		}
		task.Medians[e] = append(task.Medians[e], median(angles))
	}
	fork := r.Fork()
	task.Test = append(task.Test, r.Accuracies(fork.Evaluate("").Predicted).Test)
	scaleMaps(r, fork, 0)
	task.Flat = append(task.Flat, r.Accuracies(fork.Evaluate("").Predicted).Test)
}

// holonomyModel is the network of the study: its maps rotate, so that a holonomy is a rotation rather than a sign.
const holonomyModel = "nsd-orth"

// scaleMaps multiplies the weights of the map learner of a fork by a factor.
// With factor 0 the learner ignores the features: all maps are equal, and every holonomy is the identity.
func scaleMaps(r *sgpc.Run, f *sgpc.Fork, factor float64) {
	for _, p := range r.Parameters() {
		if strings.HasSuffix(p.Name, ".learner") {
			linalg.Scal(factor, f.Weight(p.Name).Data)
		}
	}
}

// turnAngles returns the angle of the holonomy of each layer around each triangle, in degrees from 0 to 180.
// The holonomy is the product of the transports along the walk. Its angle is the largest of its rotation angles (sheaf.Angles).
// A triangle with an edge that has no transport is omitted.
func turnAngles(layers []peer.Layer, walks [][]graph.Crossing) (out []float64) {
	for k := range layers {
		transports := layers[k].Raw.Transports()
		d := transports.D
		for _, walk := range walks {
			if holonomy, ok := transports.Holonomy(walk); ok {
				angles := sheaf.Angles(d, holonomy) // ascending
				out = append(out, angles[d-1]*180/math.Pi)
			}
		}
	}
	return out
}

// median returns the median of a list, and 0 for an empty list.
func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// terciles returns a class for each count: 0 up to the first tercile of the counts, 1 up to the second, and 2 above.
// Equal counts have equal classes.
func terciles(counts []int) []int {
	sorted, classes := slices.Sorted(slices.Values(counts)), make([]int, len(counts))
	for i, count := range counts {
		for k := 1; k <= 2; k++ {
			if tercile := sorted[max(0, k*len(sorted)/3-1)]; count > tercile {
				classes[i] = k
			}
		}
	}
	return classes
}

// degreeAccuracy returns the test accuracy of a nearest-neighbour prediction from the degree alone.
// The predicted class of a node is the most frequent class among the training nodes with the nearest degree.
// Of equally frequent classes it is the first.
func degreeAccuracy(g *graph.Graph, split graph.Split) float64 {
	degrees, right := g.Degrees(), 0
	for _, i := range split.Test {
		votes, nearest := make([]int, g.Classes), math.MaxInt
		for _, j := range split.Train {
			distance := max(degrees[i]-degrees[j], degrees[j]-degrees[i])
			if distance < nearest {
				nearest = distance
				clear(votes) // of training nodes at a larger distance
			}
			if distance == nearest {
				votes[g.Labels[j]]++
			}
		}
		if slices.Index(votes, slices.Max(votes)) == g.Labels[i] {
			right++
		}
	}
	return float64(right) / float64(max(1, len(split.Test)))
}
