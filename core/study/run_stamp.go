// This file computes the stamps of runs.

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

// Stamp identifies the data of a run and the version of the program. A cell and its stamp determine the outcome of a run, except the
// time that it took. A stored outcome is therefore reused only for an equal cell with an equal stamp.
type Stamp struct {
	// Data is a digest of edges, directions, features, labels, split and all settings, defaults included.
	// Suffixes name additional contents of the outcome; see [Library.Stamp] and [Library.stampOf].
	Data string
	// Version is the [ModelVersion] of the model.
	Version string
}

// stampOf returns the function for the field Stamp of an [Experiment] with or without series. A stored outcome without series must not
// replace a run whose series are wanted. The outcomes of a depth study always have series, and need no suffix for them.
func (l *Library) stampOf(series Series) func(Cell) (Stamp, error) {
	return func(c Cell) (Stamp, error) {
		s, err := l.Stamp(c)
		if series == WithSeries && !l.depth {
			s.Data += " series"
		}
		return s, err
	}
}

// digest is a SHA-256 hash of numbers. Numbers with different bits, such as 0 and −0, give different digests.
type digest struct{ hash.Hash }

// newDigest returns an empty digest.
func newDigest() digest { return digest{sha256.New()} }

// ints adds integers, 8 bytes each.
func (d digest) ints(n ...int) {
	var b [8]byte
	for _, v := range n {
		binary.LittleEndian.PutUint64(b[:], uint64(v))
		d.Write(b[:])
	}
}

// floats adds the length of a list and then its numbers. The length makes the digests of [1], [2, 3] and of [1, 2], [3] differ.
func (d digest) floats(x []float64) {
	d.ints(len(x))
	buf := make([]byte, 0, 8*len(x))
	for _, v := range x {
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
	}
	d.Write(buf)
}

// intList adds the length of a list of integers and then the integers.
func (d digest) intList(x []int) {
	d.ints(len(x))
	d.ints(x...)
}

// String returns the first 12 bytes of the hash as 24 hexadecimal digits.
func (d digest) String() string { return hex.EncodeToString(d.Sum(nil)[:12]) }

// inputDigest returns a digest of the edges, directions and features of a graph, and of its numbers of nodes and classes.
// The labels are left to dataStamp.
func inputDigest(g *graph.Graph) string {
	d := newDigest()
	d.ints(g.N, g.Classes, len(g.Edges), len(g.Directions))
	for _, e := range g.Edges {
		d.ints(int(e.I), int(e.J))
	}
	for _, direction := range g.Directions {
		d.ints(int(direction))
	}
	// The features are a sparse matrix in the format CSR: row pointers, column indices and values.
	d.ints(g.X.Cols)
	for _, start := range g.X.Ptr {
		d.ints(int(start))
	}
	for _, column := range g.X.Col {
		d.ints(int(column))
	}
	d.floats(g.X.Val)
	return d.String()
}

// dataStamp returns Stamp.Data of a cell, without a suffix. input is the [inputDigest] of the graph g. dataStamp fails if ConfigFor fails.
func dataStamp(input string, g *graph.Graph, split graph.Split, c Cell) (string, error) {
	cfg, err := ConfigFor(g, split, c)
	if err != nil {
		return "", err
	}
	line, err := json.Marshal(cfg)
	if err != nil {
		return "", err
	}
	// line has all settings of the run, also those with default values. A changed default thus changes the digest.
	d := newDigest()
	fmt.Fprintf(d, "%s %s ", input, line)
	d.intList(g.Labels)
	for _, set := range split.Sets() { // training, validation and test nodes
		d.intList(set)
	}
	return d.String(), nil
}

// shortRun is a short training on a generated graph, for the version of a model.
type shortRun struct {
	graph  string        // a text for graph.Builtin
	epochs int           // number of epochs
	method method.Method // determines the default settings
}

// shortRuns returns the runs whose digest is the version of a model: one for each family of graphs with default settings of its own.
// A peer has two families, low and high homophily. SGPC also has three families of graphs with 1000 nodes or more.
// A further run of SGPC uses the method of the paper.
func shortRuns(model string) []shortRun {
	// A change of these runs would change all versions, and stored runs could not be reused.
	small := []shortRun{{"sbm:n=120,classes=3,degree=4,homophily=0.2,signal=1,seed=5", 4, method.Validation},
		{"sbm:n=120,classes=3,degree=4,homophily=0.9,signal=1,seed=6", 4, method.Validation}}
	if model != "sgpc" {
		return small
	}
	return append(small, shortRun{small[0].graph, 3, method.Paper},
		shortRun{"sbm:n=1040,classes=3,degree=3,homophily=0.9,signal=1,features=12,seed=7", 2, method.Validation},
		shortRun{"sbm:n=1040,classes=3,degree=3,homophily=0.2,signal=1,features=12,seed=8", 2, method.Validation},
		shortRun{"sbm:n=1040,classes=3,degree=18,homophily=0.2,signal=1,features=12,seed=9", 2, method.Validation})
}

// versionSettings are the settings on which the version of a model depends: the reading (paper or authors' program), and the calibration
// after training. Values other than the defaults select parts of the program that runs with the defaults do not use.
var versionSettings = []string{"reading", "simcalib"}

// modelVersions caches versions, since the short runs of SGPC take about a second.
// A key of byKey is the name of the model with the values of versionSettings. The mutex guards byKey, which is nil at first.
var modelVersions struct {
	sync.Mutex
	byKey map[string]string
}

// ModelVersion returns the version of a model: a digest of the losses and predictions of short fixed runs.
// A change of the program that alters a bit of these numbers therefore alters the version.
// Of the settings in set, only those in versionSettings count. ModelVersion fails for an unknown model, and if one of them is invalid.
func ModelVersion(model string, set map[string]string) (string, error) {
	key := model
	for _, name := range versionSettings {
		key += " " + set[name]
	}
	// The lock is held during the short runs, so that no second caller repeats them.
	modelVersions.Lock()
	defer modelVersions.Unlock()
	if v, ok := modelVersions.byKey[key]; ok {
		return v, nil
	}
	v, err := computeVersion(model, set)
	if err != nil {
		return "", err
	}
	if modelVersions.byKey == nil {
		modelVersions.byKey = map[string]string{}
	}
	modelVersions.byKey[key] = v
	return v, nil
}

// computeVersion trains the short runs of a model and returns the first 8 hexadecimal digits of the digest of their results.
func computeVersion(model string, set map[string]string) (string, error) {
	d := newDigest()
	for _, run := range shortRuns(model) {
		g, err := graph.Builtin(run.graph)
		if err != nil {
			return "", err
		}
		split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
		if err != nil {
			return "", err
		}
		c := Cell{Model: model, Method: string(run.method), Set: map[string]string{}}
		for _, name := range versionSettings {
			if value, ok := set[name]; ok {
				c.Set[name] = value
			}
		}
		cfg, err := ConfigFor(g, split, c)
		if err != nil {
			return "", err
		}
		cfg.Epochs = run.epochs
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			return "", err
		}
		r.ForwardOnly() // without stored states of earlier epochs, since nobody steps back in the run
		for !r.Done() {
			r.StepEpoch()
		}
		r.RestoreBest()                   // the weights of the best epoch
		f := view.Frame(r, frame.Focus{}) // the quantities of the run that the page shows, without the optional ones
		// The class probabilities of the nodes; then two terms of the loss, the loss and the validation accuracy of each epoch.
		for _, series := range [][]float64{f.Calibrated, f.History.CE, f.History.KL, f.History.Bound, f.History.Val} {
			d.floats(series)
		}
	}
	return d.String()[:8], nil
}
