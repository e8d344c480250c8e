package study

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"math"
	"sync"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/view"
)

// Stamp is what a kept run stands for beside the fields of its cell.
type Stamp struct {
	// Data is a digest of all that the run reads: edges, their directions, features, labels, the split and the resolved settings.
	Data string
	// Version is that of the model's program, of ModelVersion.
	Version string
}

// digest sums numbers up in order, each with its bits.
type digest struct{ hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

func (d digest) ints(n ...int) {
	var b [8]byte
	for _, v := range n {
		binary.LittleEndian.PutUint64(b[:], uint64(v))
		d.Write(b[:])
	}
}

func (d digest) floats(x []float64) {
	d.ints(len(x))
	buf := make([]byte, 0, 8*len(x))
	for _, v := range x {
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
	}
	d.Write(buf)
}

func (d digest) list(x []int) {
	d.ints(len(x))
	d.ints(x...)
}

func (d digest) String() string { return hex.EncodeToString(d.Sum(nil)[:12]) }

// inputDigest stands for nodes, edges and features of a graph, which all runs on it read.
func inputDigest(g *graph.Graph) string {
	d := newDigest()
	d.ints(g.N, g.Classes, len(g.Edges), len(g.Directions))
	for _, e := range g.Edges {
		d.ints(int(e.I), int(e.J))
	}
	for _, q := range g.Directions {
		d.ints(int(q))
	}
	d.ints(g.X.Cols)
	for _, p := range g.X.Ptr {
		d.ints(int(p))
	}
	for _, c := range g.X.Col {
		d.ints(int(c))
	}
	d.floats(g.X.Val)
	return d.String()
}

// dataStamp is Stamp.Data of a cell; input is inputDigest of the graph.
func dataStamp(input string, g *graph.Graph, split graph.Split, c Cell) (string, error) {
	cfg, err := ConfigFor(g, split, c)
	if err != nil {
		return "", err
	}
	line, err := json.Marshal(cfg)
	if err != nil {
		return "", err
	}
	d := newDigest()
	fmt.Fprintf(d, "%s %s ", input, line)
	d.list(g.Labels)
	for _, set := range split.Sets() {
		d.list(set)
	}
	return d.String(), nil
}

// versioned is a graph of the short runs: every family of settings has one.
type versioned struct {
	graph  string
	epochs int
	method method.Method
}

// shortRuns are what the version of a model is a digest of. The peers have settings for two families alone.
func shortRuns(model string) []versioned {
	two := []versioned{{"sbm:n=120,classes=3,degree=4,homophily=0.2,signal=1,seed=5", 4, method.Validation},
		{"sbm:n=120,classes=3,degree=4,homophily=0.9,signal=1,seed=6", 4, method.Validation}}
	if model != "sgpc" {
		return two
	}
	return append(two, versioned{two[0].graph, 3, method.Paper},
		versioned{"sbm:n=1040,classes=3,degree=3,homophily=0.9,signal=1,features=12,seed=7", 2, method.Validation},
		versioned{"sbm:n=1040,classes=3,degree=3,homophily=0.2,signal=1,features=12,seed=8", 2, method.Validation},
		versioned{"sbm:n=1040,classes=3,degree=18,homophily=0.2,signal=1,features=12,seed=9", 2, method.Validation})
}

// versionSettings are those that the version of a model depends on: another reading is another program, and the calibration after
// training changes no other run.
var versionSettings = []string{"reading", "simcalib"}

// versions keeps the version of each model, by model and versionSettings. A program has one version of each, and the short runs of SGPC
// take a second.
var versions struct {
	sync.Mutex
	of map[string]string
}

// ModelVersion returns the version of a model with some settings, of which versionSettings count: a digest of the losses and predictions
// of short fixed runs, which changes when their bits do, whatever part of the program changed them.
func ModelVersion(model string, set map[string]string) (string, error) {
	key := model
	for _, name := range versionSettings {
		key += " " + set[name]
	}
	versions.Lock()
	defer versions.Unlock()
	if v, ok := versions.of[key]; ok {
		return v, nil
	}
	v, err := newVersion(model, set)
	if err != nil {
		return "", err
	}
	if versions.of == nil {
		versions.of = map[string]string{}
	}
	versions.of[key] = v
	return v, nil
}

// newVersion makes the short runs of a model.
func newVersion(model string, set map[string]string) (string, error) {
	d := newDigest()
	for _, v := range shortRuns(model) {
		g, err := graph.Builtin(v.graph)
		if err != nil {
			return "", err
		}
		split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
		if err != nil {
			return "", err
		}
		c := Cell{Model: model, Method: string(v.method), Set: map[string]string{}}
		for _, name := range versionSettings {
			if of, ok := set[name]; ok {
				c.Set[name] = of
			}
		}
		cfg, err := ConfigFor(g, split, c)
		if err != nil {
			return "", err
		}
		cfg.Epochs = v.epochs
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			return "", err
		}
		r.ForwardOnly()
		for !r.Done() {
			r.StepEpoch()
		}
		r.RestoreBest()
		f := view.Frame(r, frame.Focus{})
		for _, x := range [][]float64{f.Calibrated, f.History.CE, f.History.KL, f.History.Bound, f.History.Val} {
			d.floats(x)
		}
	}
	return d.String()[:8], nil
}
