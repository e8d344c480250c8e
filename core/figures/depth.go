// This file has the study of depth, which measures the layers of networks with 1 to 32 layers.

package figures

import (
	"strconv"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/tables"
	"sheafscope/core/train"
	"sheafscope/core/words"
)

// Depths are the numbers of layers of the networks.
var Depths = [...]int{1, 2, 4, 8, 16, 32}

// DepthNet is a network in the study of depth. Name is the name on the command line, and Model is "sgpc" or the name of a peer. Maps is the
// setting of the restriction maps, or "" for the maps of the model.
type DepthNet struct{ Name, Model, Maps string }

// DepthNets returns the networks in the study of depth. GCN and GCNII have only trivial maps, and Deep NSD has only learned maps. NSD with
// identity maps appears once, since it does not depend on the kind of maps.
func DepthNets() []DepthNet {
	return []DepthNet{{"gcn", "gcn", ""}, {"gcnii", "gcnii", ""},
		{"nsd-identity", "nsd-diag", settings.MapsIdentity}, {"nsd-diag", "nsd-diag", ""},
		{"nsd-orth", "nsd-orth", ""}, {"nsd-general", "nsd-general", ""}, {"polynsd-identity", "polynsd", settings.MapsIdentity},
		{"polynsd", "polynsd", ""}, {"deep-nsd", "deep-nsd", ""}, {"sgpc-identity", "sgpc", settings.MapsIdentity}, {"sgpc", "sgpc", ""}}
}

// Label returns the name of the network in tables: the label of its model, with ", identity" for identity maps.
func (d DepthNet) Label() string {
	switch {
	case d.Name == "nsd-identity": // stands for all three NSD models, which are equal with identity maps
		return "NSD, identity"
	case d.Maps != "":
		return peer.Label(d.Model) + ", identity"
	}
	return peer.Label(d.Model)
}

// Set returns the settings of the network with a number of layers.
func (d DepthNet) Set(layers int) map[string]string {
	set := map[string]string{"layers": strconv.Itoa(layers)}
	if d.Maps != "" {
		set["maps"] = d.Maps
	}
	return set
}

// DepthMeasures are the names of the measures of a layer: the fields Energy, Own, Rank, Cosine, Norm and Gap of frame.Spread. They measure
// oversmoothing: the features of different nodes become alike or fade in deep layers. A run has a series over the layers for each measure.
var DepthMeasures = [...]string{"energy", "own", "rank", "cosine", "norm", "gap"}

// untrainedPrefix is the prefix of the series that were measured before training.
const untrainedPrefix = "untrained_"

// shareIndex and gapIndex are the indices in DepthMeasures of "own" and "gap". Both measure disagreement along the edges: "own" as a share
// of the signal, and "gap" as a norm.
const shareIndex, gapIndex = 1, 5

// Depth measures the layers of a run before training, and returns a function for the finished run. The function restores the best epoch by
// validation, measures the layers again, and returns the outcome with all series.
func Depth(r *sgpc.Run) func() train.Outcome {
	series := map[string][]float64{}
	// measure appends the measures of each layer to the series prefix + name of the measure.
	measure := func(prefix string) {
		for _, layer := range view.Depth(r) {
			measures := [...]float64{layer.Energy, layer.Own, layer.Rank, layer.Cosine, layer.Norm, layer.Gap}
			for k, v := range measures {
				name := prefix + DepthMeasures[k]
				series[name] = append(series[name], v)
			}
		}
	}
	measure(untrainedPrefix)
	return func() train.Outcome {
		o := Predict(r)
		measure("")
		o.Series = series
		return o
	}
}

// DepthRow is the result of a network on a data set for several numbers of layers, one line of a result file.
type DepthRow struct {
	Dataset string `json:"dataset"`
	Net     string `json:"net"` // DepthNet.Name
	// Splits ("0-2"), the largest number of epochs ("all" without a limit), the version of the model and the day of the runs are "" in a row
	// that is not stored.
	Splits  string       `json:"splits,omitempty"`
	Epochs  string       `json:"epochs,omitempty"`
	Version string       `json:"version,omitempty"`
	Date    string       `json:"date,omitempty"`
	Points  []DepthPoint `json:"points"`
}

// DepthPoint summarizes the N runs of a network with a number of layers.
type DepthPoint struct {
	Layers int `json:"layers"`
	N      int `json:"n"`
	// Test is the mean test accuracy in 0..1, or −1 without labelled test nodes. Half is half of the width of its 95 % interval, or 0 for a
	// single run.
	Test float64 `json:"test"`
	Half float64 `json:"half"`
	// Trained[k][l] and Untrained[k][l] are the means of DepthMeasures[k] at layer l+1. Rows of older files have only the first four measures.
	Trained   [][]float64 `json:"trained"`
	Untrained [][]float64 `json:"untrained"`
	// Kept has for each measure the factor from the first to the last layer after training, and the ends of its 95 % interval. The factor is
	// a geometric mean over the runs (tables.Factor). All three numbers are 0 if the measure of a run is not positive in the first or the
	// last layer.
	Kept [][3]float64 `json:"kept,omitempty"`
}

// NewDepthPoint summarizes the outcomes of Depth. It rounds accuracies to four significant digits, and measures and factors to three.
func NewDepthPoint(layers int, runs []train.Outcome) DepthPoint {
	test := summarizeMetric(runs, "test")
	p := DepthPoint{Layers: layers, N: len(runs), Test: roundDigits(test.Mean, 4), Half: roundDigits(test.Interval(), 4)}
	if test.N == 0 {
		p.Test = -1
	}
	for _, name := range DepthMeasures {
		p.Trained = append(p.Trained, roundedMeans(summarizeSeries(runs, name, ""))) // "": no filter
		p.Untrained = append(p.Untrained, roundedMeans(summarizeSeries(runs, untrainedPrefix+name, "")))
		p.Kept = append(p.Kept, retained(runs, name))
	}
	return p
}

// Accuracy returns the test accuracy in per cent with its interval, in the form of [tables.PlusMinus], or a dash if it is missing.
func (p *DepthPoint) Accuracy() string {
	if p.Test < 0 {
		return words.Dash
	}
	return tables.PlusMinus(p.N, 100*p.Test, 100*p.Half)
}

// Signal returns the elements of Kept for "gap" (norm) and "own" (share). It returns zeros if the point has only four measures.
func (p *DepthPoint) Signal() (norm, share [3]float64) {
	if len(p.Kept) > gapIndex {
		norm, share = p.Kept[gapIndex], p.Kept[shareIndex]
	}
	return norm, share
}

// Fate describes a known factor f, an element of DepthPoint.Kept with the 95 % interval from f[1] to f[2].
func Fate(f [3]float64) string {
	switch {
	case f[2] < 1:
		return "fades"
	case f[1] > 1:
		return "grows"
	}
	return "neither fades nor grows for certain"
}

// retained returns the element of DepthPoint.Kept for the measure with a name. Without runs it returns ones.
func retained(runs []train.Outcome, name string) (factor [3]float64) {
	var first, last []float64
	for _, o := range runs {
		layers := o.Series[name]
		n := len(layers)
		isPositive := n > 0 && layers[0] > 0 && layers[n-1] > 0
		if !isPositive {
			return factor // zeros, since a factor needs positive measures
		}
		first, last = append(first, layers[0]), append(last, layers[n-1])
	}
	factor = tables.Factor(last, first)
	for k := range factor {
		factor[k] = roundDigits(factor[k], 3)
	}
	return factor
}

// roundedMeans returns the means of summaries, rounded to three significant digits.
func roundedMeans(list []tables.Summary) []float64 {
	out := make([]float64, len(list))
	for k, s := range list {
		out[k] = roundDigits(s.Mean, 3)
	}
	return out
}

// roundDigits returns x, rounded to a number of significant digits.
func roundDigits(x float64, digits int) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64) // no error, since FormatFloat writes a number
	return v
}

// DepthCSV writes the lines of a run: a line for each layer after training, then one for each layer before training. A line has the given
// cells, the validation and the test accuracy in 0..1 (empty if unknown), the state, the number of the layer from 1, and its measures:
//
//	…,0.91,0.87,trained,1,0.12,0.2,5.1,0.4,1.3,0.3
func DepthCSV(t *tables.CSV, cells []string, o *train.Outcome) {
	states := []struct{ name, prefix string }{{"trained", ""}, {"untrained", untrainedPrefix}}
	for _, state := range states {
		for layer := range o.Series[state.prefix+DepthMeasures[0]] { // all series of a state have a number for each layer
			t.Text(cells...)
			t.Share(o.Val, 10)
			t.Share(o.Test, 10)
			t.Text(state.name)
			t.Int(layer + 1)
			for _, name := range DepthMeasures {
				t.Number(o.Series[state.prefix+name][layer], 10)
			}
			t.End()
		}
	}
}
