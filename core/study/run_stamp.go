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

// Stamp identifies the inputs of a stored run that its cell does not name.
type Stamp struct {
	// Data is a digest of edges, directions, features, labels, the split and the resolved settings.
	Data string
	// Version is the [ModelVersion] of the model.
	Version string
}

// digest is a hash of numbers, each by its bits.
type digest struct{ hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

// ints adds numbers with 8 bytes each.
func (d digest) ints(n ...int) {
	var b [8]byte
	for _, v := range n {
		binary.LittleEndian.PutUint64(b[:], uint64(v))
		d.Write(b[:])
	}
}

// floats adds a list with its length, so that two adjacent lists cannot be confused.
func (d digest) floats(x []float64) {
	d.ints(len(x))
	buf := make([]byte, 0, 8*len(x))
	for _, v := range x {
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
	}
	d.Write(buf)
}

// intList adds a list with its length.
func (d digest) intList(x []int) {
	d.ints(len(x))
	d.ints(x...)
}

// String returns the first 24 hexadecimal digits of the digest.
func (d digest) String() string { return hex.EncodeToString(d.Sum(nil)[:12]) }

// inputDigest returns a digest of nodes, edges and features of a graph, which all runs on it share.
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

// dataStamp returns Stamp.Data of a cell; input is the inputDigest of the graph.
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
	d.intList(g.Labels)
	for _, set := range split.Sets() {
		d.intList(set)
	}
	return d.String(), nil
}

// shortRun is a short training on a generated graph.
type shortRun struct {
	graph  string
	epochs int
	method method.Method
}

// shortRuns returns the runs whose digest is the version of a model: one for each family of default settings.
// Peers have two families only.
func shortRuns(model string) []shortRun {
	two := []shortRun{{"sbm:n=120,classes=3,degree=4,homophily=0.2,signal=1,seed=5", 4, method.Validation},
		{"sbm:n=120,classes=3,degree=4,homophily=0.9,signal=1,seed=6", 4, method.Validation}}
	if model != "sgpc" {
		return two
	}
	return append(two, shortRun{two[0].graph, 3, method.Paper},
		shortRun{"sbm:n=1040,classes=3,degree=3,homophily=0.9,signal=1,features=12,seed=7", 2, method.Validation},
		shortRun{"sbm:n=1040,classes=3,degree=3,homophily=0.2,signal=1,features=12,seed=8", 2, method.Validation},
		shortRun{"sbm:n=1040,classes=3,degree=18,homophily=0.2,signal=1,features=12,seed=9", 2, method.Validation})
}

// versionSettings are the settings that the version of a model depends on.
// Another reading is another program; calibration after training changes no run without it.
var versionSettings = []string{"reading", "simcalib"}

// modelVersions caches the version of each model, by model and versionSettings, since the short runs of SGPC need a second.
var modelVersions struct {
	sync.Mutex
	of map[string]string
}

// ModelVersion returns the version of a model with some settings, of which only versionSettings matter.
// It is a digest of the losses and predictions of short fixed runs: it changes when any part of the program changes their bits.
func ModelVersion(model string, set map[string]string) (string, error) {
	key := model
	for _, name := range versionSettings {
		key += " " + set[name]
	}
	modelVersions.Lock()
	defer modelVersions.Unlock()
	if v, ok := modelVersions.of[key]; ok {
		return v, nil
	}
	v, err := computeVersion(model, set)
	if err != nil {
		return "", err
	}
	if modelVersions.of == nil {
		modelVersions.of = map[string]string{}
	}
	modelVersions.of[key] = v
	return v, nil
}

// computeVersion runs the short runs of a model.
func computeVersion(model string, set map[string]string) (string, error) {
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
		// A change in any bit of the network changes one of these series.
		for _, x := range [][]float64{f.Calibrated, f.History.CE, f.History.KL, f.History.Bound, f.History.Val} {
			d.floats(x)
		}
	}
	return d.String()[:8], nil
}
