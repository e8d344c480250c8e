// Package train trains the runs of level Look, and the run of the last scene, with the code of the page. The command web/tool/readme writes
// the results to assets/opening. A test trains again and compares.
package train

import (
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"sheafscope/core/figures"
	"sheafscope/core/graph"
	"sheafscope/core/json"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/train"
	"sheafscope/web/opening"
	"sheafscope/web/opening/scene"
)

// Numbers of the training.
const (
	Seeds   = 16  // number of training seeds 1, 2, …
	epochs  = 200 // largest number of epochs of a run
	minGain = 5   // least gain of a stop over the previous stop, in percentage points, in the median and in the displayed run
)

// kind is a model with its settings. It is trained with every seed. name is the name of the stop on the dial, or "mlp" for the
// network without neighbours, which is no stop.
type kind struct {
	name, model string
	settings    map[string]string
}

// summingSettings returns settings for which the score of neural sheaf diffusion is a sum over a person and its neighbours. There is one
// layer without ELU, and stalks have two dimensions and one channel. kindOfMaps is "identity", or "signs" for maps that are one learned
// number at each end. General maps gain three percentage points more than "signs".
func summingSettings(kindOfMaps string) map[string]string {
	return map[string]string{"layers": "1", "d": "2", "hidden": "1", "dropout": "0", "linear": "1", "maps": kindOfMaps}
}

// kinds are the stops in the order of the dial, and then the network without neighbours. Each stop has one layer.
var kinds = []kind{{"blend", "gcn", map[string]string{"layers": "1"}}, {"keep", "nsd-general", summingSettings("identity")},
	{"flip", "nsd-general", summingSettings("signs")}, {"mlp", "mlp", nil}}

// Opening is the content of assets/opening/trained.json.
type Opening struct {
	// Seed is the seed of the displayed runs. Its accuracies at the stops are nearest to the medians ([nearest]).
	Seed uint64 `json:"seed"`
	// IDs are the drawn nodes, which are the test nodes. Y are their camps and T are their tempers, 0 or 1. Places has x and y of each
	// node in thousandths of the drawing. Edges has pairs of indices into IDs, and Pair is the edge of the inset.
	IDs    []int  `json:"ids"`
	Y      []int  `json:"y"`
	T      []int  `json:"t"`
	Places []int  `json:"places"`
	Edges  []int  `json:"edges"`
	Pair   [2]int `json:"pair"`
	// Stops are the stops of the dial in their order. MLP has the accuracies of the network without neighbours.
	Stops []Stop `json:"stops"`
	MLP   Spread `json:"mlp"`
}

// Spread has the test accuracy of each seed and the median, in per cent. Seeds[i] belongs to the seed i + 1.
type Spread struct {
	Seeds  []float64 `json:"seeds"`
	Median float64   `json:"median"`
}

// Stop is a stop of the dial with the displayed run.
type Stop struct {
	Name string `json:"name"`
	Spread
	// Recipe is the argument of load() (web/api) for the run. State is the answer of state() (web/api) without its longest lists.
	Recipe StoredRun      `json:"recipe"`
	State  map[string]any `json:"state"`
	// Weights has all weights in the order in which the model creates them, rounded to as few decimals as keep all predictions, but at
	// least 2.
	Weights []float64 `json:"weights"`
	// Arrows are the vectors x_u and x_v that the ends of the pair send, then R_u·x_u and R_v·x_v on their edge.
	Arrows [4][2]float64 `json:"arrows"`
}

// StoredRun is a run at the epoch with the best validation accuracy. Position is the position of the run at the end of this epoch.
type StoredRun struct {
	Graph    string            `json:"graph"`
	Split    string            `json:"split"`
	Seed     uint64            `json:"seed"`
	Model    string            `json:"model"`
	Settings map[string]string `json:"settings"`
	Position int               `json:"position"`
}

// trained is a finished run with its outcome at the best epoch by validation. If the run could not start, only err is set.
type trained struct {
	run     *sgpc.Run
	outcome train.Outcome
	test    float64 // test accuracy in per cent
	err     error
}

// New trains every kind with the seeds 1, 2, …, seeds, and returns the content of the level Look. It fails if a stop gains less than
// minGain over the previous stop in the median, or if no seed gains minGain at every stop. It also fails if a run cannot start, or if
// 7 decimals of the weights do not keep all predictions.
func New(seeds int) (*Opening, error) {
	g, err := graph.Builtin(opening.Graph)
	if err != nil {
		return nil, err
	}

	// The accuracies of every kind.
	all := trainAll(g, seeds)
	var spreads []Spread
	for _, runs := range all {
		s := Spread{}
		for _, r := range runs {
			if r.err != nil {
				return nil, r.err
			}
			s.Seeds = append(s.Seeds, r.test)
		}
		s.Median = median(s.Seeds)
		spreads = append(spreads, s)
	}

	// The displayed run of every stop.
	stops := len(kinds) - 1 // the last kind, the network without neighbours, is no stop
	chosen := nearest(spreads[:stops])
	if chosen < 0 {
		return nil, fmt.Errorf("look: a stop does not pay %d points in the median and in a run: choose another graph", minGain)
	}
	l := &Opening{Seed: uint64(chosen + 1), MLP: spreads[stops]}
	var pred [][]int
	for k, kind := range kinds[:stops] {
		s, err := stop(g, kind, l.Seed, spreads[k], &all[k][chosen])
		if err != nil {
			return nil, err
		}
		l.Stops = append(l.Stops, s)
		pred = append(pred, s.State["predictions"].([]int))
	}
	l.place(g, pred) // sets Pair, whose arrows follow

	// All runs of a seed have the same split.
	return l, l.arrows(g, all[0][chosen].run.Split)
}

// trainAll trains every kind with every seed on all cores. The result is indexed by kind and seed − 1.
func trainAll(g *graph.Graph, seeds int) [][]trained {
	all := make([][]trained, len(kinds))
	var work sync.WaitGroup
	slots := make(chan bool, runtime.GOMAXPROCS(0)) // one for each training in progress
	for k := range kinds {
		all[k] = make([]trained, seeds)
		for i := range all[k] {
			work.Add(1)
			go func() {
				defer work.Done()
				slots <- true
				all[k][i] = trainStop(g, kinds[k], uint64(i+1))
				<-slots
			}()
		}
	}
	work.Wait()
	return all
}

// trainStop trains a kind with a seed, which determines the split and the first weights.
func trainStop(g *graph.Graph, k kind, seed uint64) trained {
	split, err := graph.ParseSplit(g, opening.Split, seed)
	if err != nil {
		return trained{err: err}
	}
	c, err := method.Configure(g, split, k.model, "paper", seed)
	if err != nil {
		return trained{err: err}
	}
	c.Epochs = epochs
	for name, v := range k.settings {
		if err := c.Set(name, v); err != nil {
			return trained{err: err}
		}
	}
	r, err := sgpc.New(g, split, c)
	if err != nil {
		return trained{err: err}
	}

	// The whole run, and the accuracy of its best epoch by validation.
	for !r.Done() {
		r.StepOperation()
	}
	outcome := figures.Stop(r)
	correct := 0
	for _, i := range split.Test {
		if int(outcome.Pred[i]) == g.Labels[i] {
			correct++
		}
	}
	return trained{run: r, outcome: outcome, test: 100 * float64(correct) / float64(len(split.Test))}
}

// median returns the median of a list. For an even length it is the mean of the two middle values.
func median(list []float64) float64 {
	x := slices.Sorted(slices.Values(list))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// nearest returns the index of the seed whose accuracies are nearest to the medians, by the sum of the absolute differences over the stops.
// It considers only seeds that gain minGain at every stop over the previous stop. It returns −1 if there is no such seed, or if the median
// of a stop gains less than minGain.
func nearest(stops []Spread) int {
	best, least := -1, math.Inf(1)
	for i := range stops[0].Seeds {
		distance := 0.0
		for k, s := range stops {
			distance += math.Abs(s.Seeds[i] - s.Median)
			if k == 0 {
				continue
			}
			// A small gain of the seed excludes this seed. A small gain of the median excludes every seed.
			previous := stops[k-1]
			if s.Seeds[i] < previous.Seeds[i]+minGain || s.Median < previous.Median+minGain {
				distance = math.Inf(1)
			}
		}
		if distance < least {
			best, least = i, distance
		}
	}
	return best
}

// stop returns a stop of the dial with the state of its run at the best epoch. t is the finished run of the given kind and seed, and s
// has the accuracies of all seeds. stop moves the run to that epoch.
func stop(g *graph.Graph, kind kind, seed uint64, s Spread, t *trained) (Stop, error) {
	settings := maps.Clone(kind.settings) // not nil: only the network without neighbours has no settings, and it is no stop
	settings["epochs"] = fmt.Sprint(epochs)
	r := t.run
	r.Seek(t.outcome.Position, nil) // nil: nothing cancels the seek; the page opens the run by a seek, too
	f := view.Frame(r, frame.Focus{Spectrum: true})

	// The state has the form of the answer of state() on the page (web/api).
	_, components := g.Components()
	split := r.Split
	state := map[string]any{"graph": map[string]any{"name": g.Name, "n": g.N, "m": len(g.Edges), "features": g.X.Cols, "classes": g.Classes,
		"homophily": g.EdgeHomophily(), "components": components, "train": len(split.Train), "val": len(split.Val), "test": len(split.Test)},
		"model": kind.model, "reading": "paper", "method": "own", "seed": seed, "split": split.Name, "epoch": f.Epoch,
		"position": t.outcome.Position,
		"config":   r.Config(), "accuracy": map[string]any{"train": f.Accuracy.Train, "val": f.Accuracy.Val, "test": f.Accuracy.Test},
		"predictions": f.Pred}
	if v := f.Spectrum; v != nil {
		state["lambda2"], state["kernelDim"] = v.Lambda2, v.KernelDim
	}

	// The weights of the best epoch, which the seek has restored.
	weights, err := rounded(r, kind, f.Pred)
	stored := StoredRun{opening.Graph, opening.Split, seed, kind.model, settings, t.outcome.Position}
	return Stop{Name: kind.name, Spread: s, Recipe: stored, State: state, Weights: weights}, err
}

// arrows sets the arrows of the pair at every stop, rounded to two decimals.
func (l *Opening) arrows(g *graph.Graph, split graph.Split) error {
	u, v := l.IDs[l.Pair[0]], l.IDs[l.Pair[1]]
	for k := range l.Stops {
		s := &l.Stops[k]
		n, err := scene.New(g, split, scene.Stored{Model: s.Recipe.Model, Settings: s.Recipe.Settings, Seed: s.Recipe.Seed, Weights: s.Weights})
		if err != nil {
			return err
		}
		m, err := n.At(scene.Selection{Scene: 1, U: u, V: v}) // scene 1 is about one edge
		if err != nil {
			return err
		}
		for end := range 2 { // a map is a number times the identity, so that the number is its first entry
			for i := range 2 {
				s.Arrows[end][i] = math.Round(100*m.X[end][i]) / 100
				s.Arrows[2+end][i] = math.Round(100*m.Maps[end][0]*m.X[end][i]) / 100
			}
		}
	}
	return nil
}

// rounded returns the weights of a run with the fewest decimals, from 2 to 7, that keep the prediction of every node. It fails if 7
// decimals are too few. The weights of all parameters follow each other in one list, as the model creates them.
func rounded(r *sgpc.Run, k kind, pred []int) ([]float64, error) {
	for digits := 2; digits < 8; digits++ {
		var list []float64
		for _, p := range r.ParametersShown() {
			for _, v := range p.Data {
				short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
				if err != nil {
					return nil, err
				}
				list = append(list, short)
			}
		}

		// The predictions of the network with these weights.
		n, err := scene.New(r.Graph, r.Split, scene.Stored{Model: k.model, Settings: k.settings, Weights: list})
		if err != nil {
			return nil, err
		}
		evaluation, err := n.Evaluate(scene.Change{Flipped: -1}) // −1: no person is changed
		if err != nil {
			return nil, err
		}
		if slices.Equal(evaluation.Pred, pred) {
			return list, nil
		}
	}
	return nil, fmt.Errorf("look: no rounding of the weights of %s keeps the classes", k.name)
}

// JSON returns the content of assets/opening/trained.json.
func (l *Opening) JSON() ([]byte, error) {
	b, err := json.Marshal(l)
	return append(b, '\n'), err
}
