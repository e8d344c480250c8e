// Package train trains the stops of the dial of Look with the code of the page. The command web/tool/readme writes the results to
// assets/opening, and a test compares them with the code's.
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

// Seeds is the number of training seeds 1, 2, …; each draws split and weights.
const (
	Seeds  = 16
	epochs = 200
	least  = 5 // least gain of a stop over the previous one, in points, in the median and in the shown run
)

// kind is a model with its settings, trained with every seed.
type kind struct {
	name, model string
	settings    map[string]string
}

// summingSettings returns the settings with which the score of neural sheaf diffusion is a sum over a person and its neighbours:
// one layer without ELU, stalks of two dimensions, one channel. Maps with one number for an end gain most; general maps gain three
// points more.
func summingSettings(maps string) map[string]string {
	return map[string]string{"layers": "1", "d": "2", "hidden": "1", "dropout": "0", "linear": "1", "maps": maps}
}

// kinds are the stops in the order of the dial, each of one layer, and the network without neighbours.
var kinds = []kind{{"blend", "gcn", map[string]string{"layers": "1"}}, {"keep", "nsd-general", summingSettings("identity")},
	{"flip", "nsd-general", summingSettings("signs")}, {"mlp", "mlp", nil}}

// Opening is the content of assets/opening/trained.json.
type Opening struct {
	// Seed is the seed of the shown run, whose scores are nearest to the medians.
	Seed uint64 `json:"seed"`
	// IDs are the drawn nodes, which are the test nodes. Y and T are their camps and tempers, 0 or 1. Places are x, y of each in
	// thousandths, Edges pairs of indices of IDs, and Pair the edge of the inset.
	IDs    []int  `json:"ids"`
	Y      []int  `json:"y"`
	T      []int  `json:"t"`
	Places []int  `json:"places"`
	Edges  []int  `json:"edges"`
	Pair   [2]int `json:"pair"`
	Stops  []Stop `json:"stops"`
	MLP    Spread `json:"mlp"`
}

// Spread is the test accuracy of every seed, in order, with the median, in per cent.
type Spread struct {
	Seeds  []float64 `json:"seeds"`
	Median float64   `json:"median"`
}

// Stop is a stop of the dial with its run.
type Stop struct {
	Name string `json:"name"`
	Spread
	// Recipe is the argument of load() for the run; State is the answer of state() without its longest lists.
	Recipe StoredRun      `json:"recipe"`
	State  map[string]any `json:"state"`
	// Weights are concatenated in the order of the model and rounded as far as no class changes.
	Weights []float64 `json:"weights"`
	// Arrows are x_u and x_v of the pair, then R_u·x_u and R_v·x_v on their edge.
	Arrows [4][2]float64 `json:"arrows"`
}

// StoredRun is a run at the epoch with the best validation.
type StoredRun struct {
	Graph    string            `json:"graph"`
	Split    string            `json:"split"`
	Seed     uint64            `json:"seed"`
	Model    string            `json:"model"`
	Settings map[string]string `json:"settings"`
	Position int               `json:"position"`
}

// trained is a finished run with its outcome.
type trained struct {
	run  *sgpc.Run
	over train.Outcome
	test float64 // accuracy in percent
	err  error
}

// New trains every kind with the seeds 1 to seeds. It fails where a stop gains less than least points in the median, or in every
// run.
func New(seeds int) (*Opening, error) {
	g, err := graph.Builtin(opening.Graph)
	if err != nil {
		return nil, err
	}
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
	n := len(kinds) - 1
	at := nearest(spreads[:n])
	if at < 0 {
		return nil, fmt.Errorf("look: a stop does not pay %d points in the median and in a run: choose another graph", least)
	}
	l := &Opening{Seed: uint64(at + 1), MLP: spreads[n]}
	var pred [][]int
	for k, of := range kinds[:n] {
		s, err := stop(g, of, l.Seed, spreads[k], &all[k][at])
		if err != nil {
			return nil, err
		}
		l.Stops, pred = append(l.Stops, s), append(pred, s.State["predictions"].([]int))
	}
	l.place(g, pred)
	return l, l.arrows(g, all[0][at].run.Split)
}

// trainAll trains on all cores.
func trainAll(g *graph.Graph, seeds int) [][]trained {
	all := make([][]trained, len(kinds))
	var work sync.WaitGroup
	free := make(chan bool, runtime.GOMAXPROCS(0))
	for k := range kinds {
		all[k] = make([]trained, seeds)
		for i := range all[k] {
			work.Add(1)
			go func() {
				defer work.Done()
				free <- true
				all[k][i] = trainStop(g, kinds[k], uint64(i+1))
				<-free
			}()
		}
	}
	work.Wait()
	return all
}

// trainStop trains one kind with one seed.
func trainStop(g *graph.Graph, of kind, seed uint64) trained {
	split, err := graph.ParseSplit(g, opening.Split, seed)
	if err != nil {
		return trained{err: err}
	}
	c, err := method.Configure(g, split, of.model, "paper", seed)
	if err != nil {
		return trained{err: err}
	}
	c.Epochs = epochs
	for name, v := range of.settings {
		if err := c.Set(name, v); err != nil {
			return trained{err: err}
		}
	}
	r, err := sgpc.New(g, split, c)
	if err != nil {
		return trained{err: err}
	}
	for !r.Done() {
		r.StepOperation()
	}
	over := figures.Stop(r)
	right := 0
	for _, i := range split.Test {
		if int(over.Pred[i]) == g.Labels[i] {
			right++
		}
	}
	return trained{run: r, over: over, test: 100 * float64(right) / float64(len(split.Test))}
}

func median(of []float64) float64 {
	x := slices.Sorted(slices.Values(of))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// nearest returns the index of the seed whose scores are nearest to the medians, by the sum of distances. Only seeds with a gain
// of least points at every stop count. It returns −1 for none, and where the medians gain less.
func nearest(of []Spread) int {
	best, low := -1, math.Inf(1)
	for i := range of[0].Seeds {
		far := 0.0
		for k, s := range of {
			far += math.Abs(s.Seeds[i] - s.Median)
			if k > 0 && (s.Seeds[i] < of[k-1].Seeds[i]+least || s.Median < of[k-1].Median+least) {
				far = math.Inf(1)
			}
		}
		if far < low {
			best, low = i, far
		}
	}
	return best
}

// stop returns a stop with the state of its run at its best epoch.
func stop(g *graph.Graph, of kind, seed uint64, s Spread, t *trained) (Stop, error) {
	settings := maps.Clone(of.settings)
	settings["epochs"] = fmt.Sprint(epochs)
	r := t.run
	r.Seek(t.over.Position, nil) // the page opens the run by a seek, too
	f := view.Frame(r, frame.Focus{Spectrum: true})
	_, components := g.Components()
	split := r.Split
	state := map[string]any{"graph": map[string]any{"name": g.Name, "n": g.N, "m": len(g.Edges), "features": g.X.Cols, "classes": g.Classes,
		"homophily": g.EdgeHomophily(), "components": components, "train": len(split.Train), "val": len(split.Val), "test": len(split.Test)},
		"model": of.model, "reading": "paper", "method": "own", "seed": seed, "split": split.Name, "epoch": f.Epoch, "position": t.over.Position,
		"config": r.Config(), "accuracy": map[string]any{"train": f.Accuracy.Train, "val": f.Accuracy.Val, "test": f.Accuracy.Test},
		"predictions": f.Pred}
	if v := f.Spectrum; v != nil {
		state["lambda2"], state["kernelDim"] = v.Lambda2, v.KernelDim
	}
	weights, err := rounded(r, of, f.Pred)
	return Stop{Name: of.name, Spread: s, Recipe: StoredRun{opening.Graph, opening.Split, seed, of.model, settings, t.over.Position},
		State:   state,
		Weights: weights}, err
}

// arrows sets the arrows of the pair at every stop.
func (l *Opening) arrows(g *graph.Graph, split graph.Split) error {
	u, v := l.IDs[l.Pair[0]], l.IDs[l.Pair[1]]
	for k := range l.Stops {
		s := &l.Stops[k]
		n, err := scene.New(g, split, scene.Stored{Model: s.Recipe.Model, Settings: s.Recipe.Settings, Seed: s.Recipe.Seed, Weights: s.Weights})
		if err != nil {
			return err
		}
		m, err := n.At(scene.Selection{Scene: 1, U: u, V: v})
		if err != nil {
			return err
		}
		for end := range 2 {
			for i := range 2 {
				s.Arrows[end][i] = math.Round(100*m.X[end][i]) / 100
				s.Arrows[2+end][i] = math.Round(100*m.Maps[end][0]*m.X[end][i]) / 100
			}
		}
	}
	return nil
}

// rounded returns the weights of a run with the fewest decimals that keep the class of every node.
func rounded(r *sgpc.Run, of kind, pred []int) ([]float64, error) {
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
		n, err := scene.New(r.Graph, r.Split, scene.Stored{Model: of.model, Settings: of.settings, Weights: list})
		if err != nil {
			return nil, err
		}
		read, err := n.Evaluate(scene.Change{Flipped: -1})
		if err != nil {
			return nil, err
		}
		if slices.Equal(read.Pred, pred) {
			return list, nil
		}
	}
	return nil, fmt.Errorf("look: no rounding of the weights of %s keeps the classes", of.name)
}

// JSON returns the content of assets/opening/trained.json.
func (l *Opening) JSON() ([]byte, error) {
	b, err := json.Marshal(l)
	return append(b, '\n'), err
}
