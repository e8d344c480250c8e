// Package train makes the numbers of the level Look: it trains the stops of its dial by the code that the page runs. The command
// web/tool/look writes them to assets/look, and a test holds that they are those of the code.
package train

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"sheafscope/core/figures"
	"sheafscope/core/graph"
	"sheafscope/core/json"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/web/look"
)

// Seeds is the number of training seeds, from 1 on; each draws split and weights.
const (
	Seeds  = 16
	epochs = 200
	least  = 5 // points that a stop gains over the one before, in the median and in the run that is shown; else it is left out
)

// kind is a model that is trained with every seed; maps is its setting of that name, "" for none.
type kind struct{ name, model, maps string }

// kinds are the stops in the order of the dial, and then the network that asks no neighbour.
var kinds = []kind{{"blend", "gcn", ""}, {"keep", "nsd-general", "identity"}, {"flip", "nsd-general", "signs"},
	{"translate", "nsd-general", "general"}, {"mlp", "mlp", ""}}

// Look is what the page is given.
type Look struct {
	// Seed is that of the run that is shown: the run whose scores are nearest to the medians.
	Seed uint64 `json:"seed"`
	// IDs are the nodes that are drawn and scored, all those whose class the network must guess; Y and T their camp and
	// temper as 0 and 1, Places x, y of each in thousandths, Edges pairs of places in IDs, Pair the edge of the inset.
	IDs    []int  `json:"ids"`
	Y      []int  `json:"y"`
	T      []int  `json:"t"`
	Places []int  `json:"places"`
	Edges  []int  `json:"edges"`
	Pair   [2]int `json:"pair"`
	Stops  []Stop `json:"stops"`
	MLP    Spread `json:"mlp"`
}

// Spread are the test accuracies of all seeds in order, and their median, in percent.
type Spread struct {
	Seeds  []float64 `json:"seeds"`
	Median float64   `json:"median"`
}

// Stop is a stop of the dial with its run.
type Stop struct {
	Name string `json:"name"`
	Spread
	// Recipe is the run as load() takes it, State what state() then answers, without the longest lists.
	Recipe Recipe         `json:"recipe"`
	State  map[string]any `json:"state"`
}

// Recipe is a run at the epoch that validation chose.
type Recipe struct {
	Graph    string            `json:"graph"`
	Split    string            `json:"split"`
	Seed     uint64            `json:"seed"`
	Model    string            `json:"model"`
	Settings map[string]string `json:"settings"`
	Position int               `json:"position"`
}

// trained is a run that is over, and what it came to.
type trained struct {
	run  *sgpc.Run
	over figures.Measured
	test float64 // accuracy in percent
	err  error
}

// New trains every kind with every seed, 1 to seeds, and makes Look of them: of the first stop, the last, and those between that
// pay. It fails where the last does not, or none between.
func New(seeds int) (*Look, error) {
	g, err := graph.Builtin(look.Graph)
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
	stops := paying(spreads[:n])
	at := nearest(spreads, stops)
	if len(stops) < 3 || at < 0 {
		return nil, fmt.Errorf("look: %d stops pay %d points each in the median, and no run of them is at hand: choose another graph",
			len(stops), least)
	}
	l := &Look{Seed: uint64(at + 1), MLP: spreads[n]}
	var pred [][]int
	for _, k := range stops {
		s := stop(g, kinds[k], l.Seed, spreads[k], &all[k][at])
		l.Stops, pred = append(l.Stops, s), append(pred, s.State["predictions"].([]int))
	}
	l.place(g, pred)
	return l, nil
}

// trainAll trains on as many cores as there are.
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
				all[k][i] = train(g, kinds[k], uint64(i+1))
				<-free
			}()
		}
	}
	work.Wait()
	return all
}

func train(g *graph.Graph, of kind, seed uint64) trained {
	split, err := graph.ParseSplit(g, look.Split, seed)
	if err != nil {
		return trained{err: err}
	}
	c, err := method.Configure(g, split, of.model, "paper", seed)
	if err != nil {
		return trained{err: err}
	}
	if c.Epochs = epochs; of.maps != "" {
		c.Maps = of.maps
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

// paying are the stops that gain enough in the median. Where one does not, it is left out, but for the last: then that before it.
func paying(of []Spread) []int {
	var list []int
	for k := range of {
		list = append(list, k)
	}
	for k := 1; k < len(list); {
		switch {
		case of[list[k]].Median >= of[list[k-1]].Median+least:
			k++
			continue
		case k == len(list)-1 && k > 1:
			list = slices.Delete(list, k-1, k)
		default:
			list = slices.Delete(list, k, k+1)
		}
		k = 1
	}
	return list
}

// nearest is the seed, from 0 on, whose scores are nearest to the medians, by the sum of the distances, among those with which every
// stop pays; −1 for none.
func nearest(of []Spread, stops []int) int {
	best, low := -1, math.Inf(1)
	for i := range of[0].Seeds {
		sum := 0.0
		for n, k := range stops {
			if sum += math.Abs(of[k].Seeds[i] - of[k].Median); n > 0 && of[k].Seeds[i] < of[stops[n-1]].Seeds[i]+least {
				sum = math.Inf(1)
			}
		}
		if sum < low {
			best, low = i, sum
		}
	}
	return best
}

// stop is a stop with the state of its run at its best epoch.
func stop(g *graph.Graph, of kind, seed uint64, s Spread, t *trained) Stop {
	settings := map[string]string{"epochs": fmt.Sprint(epochs)}
	if of.maps != "" {
		settings["maps"] = of.maps
	}
	r := t.run
	r.Seek(t.over.Position, nil) // as the page opens it
	f := r.Frame(frame.Focus{Edge: -1, Node: -1, Eigenvector: -1, Spectrum: true})
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
	return Stop{of.name, s, Recipe{look.Graph, look.Split, seed, of.model, settings, t.over.Position}, state}
}

// JSON is Look as assets/look/trained.json has it.
func (l *Look) JSON() ([]byte, error) {
	b, err := json.Marshal(l)
	return append(b, '\n'), err
}
