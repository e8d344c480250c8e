// This file has the study of holonomies. A holonomy is the rotation of a vector that is transported around a triangle.
// The study compares the angles of the rotations in two networks, which classify the nodes of one graph by two tasks.

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
	"sheafscope/core/words"
)

// holonomyTasks are the names of the two tasks. In the first task, the class of a node is the tercile (the third) of its number of
// triangles. In the second task, the class is the community of the node.
var holonomyTasks = [...]string{"triangles", "communities"}

// turnBins is the number of bins for an angle from 0° to 180°, each 10° wide.
const turnBins = 18

// maxTriangles is the largest number of triangles of a graph. It limits the time, since every measured epoch traverses every triangle.
const maxTriangles = 100_000

// holonomyStudy is the experiment of `sgpc holonomy`: neural sheaf diffusion with orthogonal maps on generated graphs.
// A seed determines a graph, its split and the initial weights. Both tasks share all three, so that their angles are paired.
type holonomyStudy struct {
	gen    graph.Generator    // generator of the graphs
	values map[string]float64 // parameters of the generator, without the seed
	seeds  []uint64
	set    map[string]string // settings of the network
	// epochs are the epochs at which angles are measured, ascending from 1. At epoch 1 the weights are the initial ones, before the first
	// update. The training ends at the last measured epoch.
	epochs []int
}

// holonomyRows is the result of the study, in the format of the file of -rows. Angles are in degrees.
type holonomyRows struct {
	// Graph is the specification of the generator, and Set has the settings of the network. Epochs are the measured epochs, from 1 on.
	// Date is a day such as 2025-01-31, and Version is the [ModelVersion] of the network.
	Graph   string            `json:"graph"`
	Set     map[string]string `json:"set"`
	Seeds   []uint64          `json:"seeds"`
	Epochs  []int             `json:"epochs"`
	Command string            `json:"command,omitempty"`
	Date    string            `json:"date,omitempty"`
	Version string            `json:"version,omitempty"`
	// Triangles, Degree and Doubled have an element for each graph.
	// Triangles is the number of triangles. Degree is the test accuracy of a prediction of the tercile from the degree alone, in 0..1.
	// Doubled is the median angle of the initial maps after the weights of all map learners were doubled.
	Triangles []int     `json:"triangles"`
	Degree    []float64 `json:"degree"`
	Doubled   []float64 `json:"doubled"`
	// Tasks has the result of each task, in the order of holonomyTasks.
	Tasks []holonomyTask `json:"tasks"`
	// Factors are four ratios of median angles, each with the ends of its interval; see ratioInterval.
	//   - Factors[0]: task triangles at the last epoch divided by task communities at the last epoch.
	//   - Factors[1]: task triangles at the last epoch divided by the initial maps.
	//   - Factors[2]: task communities at the last epoch divided by the initial maps.
	//   - Factors[3]: Doubled divided by the initial maps.
	Factors [4][3]float64 `json:"factors"`
}

// holonomyTask is the result of one task. Name is an element of holonomyTasks.
type holonomyTask struct {
	Name string `json:"name"`
	// Medians[e][k] is the median angle on graph k at the epoch holonomyRows.Epochs[e], in degrees.
	Medians [][]float64 `json:"medians"`
	// Bins[e][b] is the number of angles in bin b at holonomyRows.Epochs[e], summed over the graphs. Bin b begins at 10·b degrees.
	Bins [][]int `json:"bins"`
	// Test has the test accuracy on each graph at the last epoch, in 0..1. Flat has the test accuracy after all maps were made equal.
	Test []float64 `json:"test"`
	Flat []float64 `json:"flat"`
}

// holonomySettings returns the settings of the networks of both tasks. They replace all defaults that depend on the family of a graph.
// Dropout is off, so that the angles are measured on the maps with which the network is trained.
func holonomySettings(epochs int) map[string]string {
	return map[string]string{"d": "2", "layers": "2", "hidden": "20", "dropout": "0", "input_dropout": "0", "lr": "0.02",
		"weight_decay": "0.001", "patience": "0", "epochs": strconv.Itoa(epochs)}
}

// measuredEpochs returns the numbers 1, 2, 5, 10, 20, 50 … that are less than last, and then last.
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

// run trains both tasks on the graph of every seed. It calls progress with a line on each training, and stops at the first error.
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
	// last is the index of the last epoch.
	triangles, communities, last := out.Tasks[0].Medians, out.Tasks[1].Medians, len(s.epochs)-1
	// Index 0 is epoch 1. It has the angles of the initial maps, which are equal for both tasks.
	out.Factors = [4][3]float64{
		ratioInterval(triangles[last], communities[last]),
		ratioInterval(triangles[last], triangles[0]),
		ratioInterval(communities[last], communities[0]),
		ratioInterval(out.Doubled, triangles[0])}
	return out, nil
}

// spec returns the specification of the graph of a seed.
func (s *holonomyStudy) spec(seed uint64) string {
	values := maps.Clone(s.values)
	values["seed"] = float64(seed)
	return s.gen.Spec(values)
}

// runSeed trains both tasks on the graph of a seed and adds their results to out. It calls progress with a line on each training.
// It fails if the graph or the split cannot be drawn, if the graph has no triangle or more than maxTriangles, if the split has no test
// nodes, or if a setting is invalid.
func (s *holonomyStudy) runSeed(seed uint64, out *holonomyRows, progress func(string)) error {
	communities, err := graph.Generate(s.spec(seed)) // its classes are the communities
	if err != nil {
		return err
	}
	triangles := communities.Triangles(maxTriangles + 1) // a dense graph has too many for the memory
	if len(triangles) < 1 || len(triangles) > maxTriangles {
		number := words.Either(len(triangles) < 1, "0", "more")
		return fmt.Errorf("%s has %s triangles: want 1 to %d; change -graph", communities.Name, number, maxTriangles)
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
	if len(split.Test) == 0 {
		return fmt.Errorf("the split of %s has no test nodes; change -graph", communities.Name)
	}
	// Both tasks have the same configuration, so that they differ only in the labels of the nodes.
	cfg, err := ConfigFor(communities, split, Cell{Model: holonomyModel, Seed: seed, Set: s.set})
	if err != nil {
		return err
	}
	classes := []string{"few triangles", "some triangles", "many triangles"}
	counted := communities.WithData(terciles(trianglesOf), classes, nil, nil) // nil, nil: the features remain
	out.Triangles = append(out.Triangles, len(triangles))
	out.Degree = append(out.Degree, degreeAccuracy(counted, split))
	for index, g := range []*graph.Graph{counted, communities} { // in the order of holonomyTasks
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			return err
		}
		r.ForwardOnly() // without stored states of earlier epochs (key frames), since nobody steps back in the run
		// A control, measured once for each graph: doubled weights of the map learner increase the angles without any training.
		if index == 0 {
			for r.Epoch() < s.epochs[0] { // trainTask continues from this epoch
				r.StepEpoch()
			}
			doubled := r.Fork() // a network with copies of the weights
			scaleMaps(r, doubled, 2)
			angles := turnAngles(doubled.Evaluate("").Layers, walks) // "" keeps the maps of the network
			out.Doubled = append(out.Doubled, median(angles))
		}
		task := &out.Tasks[index]
		s.trainTask(r, task, walks)
		last := len(task.Test) - 1
		progress(fmt.Sprintf("seed %d, %s: %d triangles, median %.2f° after %.2f°", seed, task.Name, len(triangles),
			task.Medians[len(s.epochs)-1][last], task.Medians[0][last]))
	}
	return nil
}

// trainTask trains the network of a task on a graph. It adds the angles at the measured epochs and the accuracies at the last epoch to the
// results of the task. walks are the triangles of the graph.
func (s *holonomyStudy) trainTask(r *sgpc.Run, task *holonomyTask, walks [][]graph.Crossing) {
	for e, epoch := range s.epochs {
		for r.Epoch() < epoch {
			r.StepEpoch()
		}
		// A fork has copies of the weights before the update of the epoch. Its evaluation does not change the training. "" keeps the maps.
		angles := turnAngles(r.Fork().Evaluate("").Layers, walks)
		for _, a := range angles {
			bin := min(int(a*turnBins/180), turnBins-1) // 180° belongs to the last bin
			task.Bins[e][bin]++
		}
		task.Medians[e] = append(task.Medians[e], median(angles))
	}
	fork := r.Fork()
	trained := fork.Evaluate("").Predicted // the class probabilities of each node
	task.Test = append(task.Test, r.Accuracies(trained).Test)
	scaleMaps(r, fork, 0)
	withEqualMaps := fork.Evaluate("").Predicted
	task.Flat = append(task.Flat, r.Accuracies(withEqualMaps).Test)
}

// holonomyModel is the network of the study: neural sheaf diffusion with orthogonal maps. A diagonal map would only change signs.
const holonomyModel = "nsd-orth"

// scaleMaps multiplies the weights of the map learners of a fork by a factor. The map learner of a layer is the part that computes the
// restriction maps from the features. With factor 0 it ignores the features: all maps are equal, and every holonomy is the identity.
func scaleMaps(r *sgpc.Run, f *sgpc.Fork, factor float64) {
	for _, p := range r.Parameters() {
		if strings.HasSuffix(p.Name, ".learner") {
			linalg.Scal(factor, f.Weight(p.Name).Data)
		}
	}
}

// turnAngles returns the angle of the holonomy of each layer around each triangle, in degrees from 0 to 180. walks are the triangles.
// The holonomy is the product of the transports along the walk. Its angle is the largest of its rotation angles (sheaf.Angles).
// turnAngles omits a triangle if one of its edges has no transport.
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

// median returns the median of a list, or 0 for an empty list.
func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2 // for odd n both indices are the same
}

// terciles returns a class for each count: 0 up to the first tercile, 1 above it and up to the second tercile, and 2 above the second.
// The k-th tercile is the largest count of the first k thirds of the sorted counts.
// Equal counts have equal classes, so the classes may differ in size.
func terciles(counts []int) []int {
	sorted := slices.Sorted(slices.Values(counts))
	n := len(sorted)
	classes := make([]int, n)
	for i, count := range counts {
		for k := 1; k <= 2; k++ {
			// With fewer than three counts the first k thirds may be empty. The smallest count is then the tercile.
			tercile := sorted[max(0, k*n/3-1)]
			if count > tercile {
				classes[i] = k
			}
		}
	}
	return classes
}

// degreeAccuracy returns the test accuracy of a nearest-neighbour prediction from the degree alone, in 0..1.
// The predicted class of a test node is the most frequent class among the training nodes with the nearest degree.
// If several classes are equally frequent, the class with the smallest index is predicted. Without test nodes the result is 0.
func degreeAccuracy(g *graph.Graph, split graph.Split) float64 {
	degrees, correct := g.Degrees(), 0
	for _, i := range split.Test {
		votes := make([]int, g.Classes) // numbers of training nodes at the distance nearest, by class
		nearest := math.MaxInt
		for _, j := range split.Train {
			distance := max(degrees[i]-degrees[j], degrees[j]-degrees[i])
			if distance < nearest {
				nearest = distance
				clear(votes) // the votes so far are of nodes at a larger distance
			}
			if distance == nearest {
				votes[g.Labels[j]]++
			}
		}
		predicted := slices.Index(votes, slices.Max(votes))
		if predicted == g.Labels[i] {
			correct++
		}
	}
	return float64(correct) / float64(max(1, len(split.Test)))
}
