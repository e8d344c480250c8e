package figures

import (
	"strconv"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/tables"
	"sheafscope/core/train"
)

// Depths are the numbers of layers of the study of depth.
var Depths = [...]int{1, 2, 4, 8, 16, 32}

// DepthNet is a network of the study of depth: a model with the maps that it learns, or with identity maps.
type DepthNet struct{ Name, Model, Maps string }

// DepthNets lists them. With identity maps all kinds of NSD are one network; the maps of GCN and GCNII are trivial, and
// those of Deep NSD always learned.
func DepthNets() []DepthNet {
	return []DepthNet{{"gcn", "gcn", ""}, {"gcnii", "gcnii", ""},
		{"nsd-identity", "nsd-diag", settings.MapsIdentity}, {"nsd-diag", "nsd-diag", ""},
		{"nsd-orth", "nsd-orth", ""}, {"nsd-general", "nsd-general", ""}, {"polynsd-identity", "polynsd", settings.MapsIdentity},
		{"polynsd", "polynsd", ""}, {"deep-nsd", "deep-nsd", ""}, {"sgpc-identity", "sgpc", settings.MapsIdentity}, {"sgpc", "sgpc", ""}}
}

// Label is what tables call the network.
func (d DepthNet) Label() string {
	switch {
	case d.Name == "nsd-identity":
		return "NSD, identity"
	case d.Maps != "":
		return peer.Label(d.Model) + ", identity"
	}
	return peer.Label(d.Model)
}

// Set are the settings of the network with that many layers.
func (d DepthNet) Set(layers int) map[string]string {
	set := map[string]string{"layers": strconv.Itoa(layers)}
	if d.Maps != "" {
		set["maps"] = d.Maps
	}
	return set
}

// DepthMeasures are the series of a run of the study of depth, a number a layer (frame.Spread); untrained begins the names of those
// before training.
var DepthMeasures = [...]string{"energy", "own", "rank", "cosine", "norm", "gap"}

const untrained = "untrained_"

// shareAt and gapAt are the places of share and norm of the disagreement among DepthMeasures.
const shareAt, gapAt = 1, 5

// Depth measures the layers of a run that has not begun. The function that it returns does so when the run is over, and leaves it at
// its best epoch by validation.
func Depth(r *sgpc.Run) func() train.Outcome {
	series := map[string][]float64{}
	measure := func(when string) {
		for _, s := range view.Depth(r) {
			for k, v := range [...]float64{s.Energy, s.Own, s.Rank, s.Cosine, s.Norm, s.Gap} {
				series[when+DepthMeasures[k]] = append(series[when+DepthMeasures[k]], v)
			}
		}
	}
	measure(untrained)
	return func() train.Outcome {
		o := Predict(r)
		measure("")
		o.Series = series
		return o
	}
}

// DepthRow is what the networks of one kind came to on a data set, one line of a file of them.
type DepthRow struct {
	Dataset string `json:"dataset"`
	Net     string `json:"net"`
	// Splits and Epochs are what was run (at most so many epochs), Version that of the model, Date the day, of a stored row.
	Splits  string       `json:"splits,omitempty"`
	Epochs  string       `json:"epochs,omitempty"`
	Version string       `json:"version,omitempty"`
	Date    string       `json:"date,omitempty"`
	Points  []DepthPoint `json:"points"`
}

// DepthPoint is a number of layers: the test accuracy, 0..1, of N runs with half of its 95 % interval, and for each of DepthMeasures the
// means over the runs by layer, trained and untrained. Rows of before have four measures. Kept is, for each, the factor from the first
// trained layer to the last with the ends of its 95 % interval (Factor), zeros where a number is not positive.
type DepthPoint struct {
	Layers    int          `json:"layers"`
	N         int          `json:"n"`
	Test      float64      `json:"test"`
	Half      float64      `json:"half"`
	Trained   [][]float64  `json:"trained"`
	Untrained [][]float64  `json:"untrained"`
	Kept      [][3]float64 `json:"kept,omitempty"`
}

// NewDepthPoint makes the point of finished runs with so many layers: accuracies with four digits, measures with three.
func NewDepthPoint(layers int, runs []train.Outcome) DepthPoint {
	test := means(runs, "test")
	p := DepthPoint{Layers: layers, N: len(runs), Test: short(test.Mean, 4), Half: short(test.Interval(), 4)}
	for _, name := range DepthMeasures {
		p.Trained = append(p.Trained, meansOf(along(runs, name, "")))
		p.Untrained = append(p.Untrained, meansOf(along(runs, untrained+name, "")))
		p.Kept = append(p.Kept, kept(runs, name))
	}
	return p
}

// Signal is what became of norm and share of the disagreement (Kept), zeros where that is not known.
func (p *DepthPoint) Signal() (norm, share [3]float64) {
	if len(p.Kept) > gapAt {
		norm, share = p.Kept[gapAt], p.Kept[shareAt]
	}
	return norm, share
}

// Fate says what a factor with its interval does.
func Fate(f [3]float64) string {
	switch {
	case f[2] < 1:
		return "fades"
	case f[1] > 1:
		return "grows"
	}
	return "neither fades nor grows for certain"
}

// kept is DepthPoint.Kept of a measure.
func kept(runs []train.Outcome, name string) (f [3]float64) {
	var first, last []float64
	for _, o := range runs {
		list := o.Series[name]
		if len(list) == 0 || list[0] <= 0 || list[len(list)-1] <= 0 {
			return f
		}
		first, last = append(first, list[0]), append(last, list[len(list)-1])
	}
	f = tables.Factor(last, first)
	for k := range f {
		f[k] = short(f[k], 3)
	}
	return f
}

func meansOf(list []tables.Summary) []float64 {
	out := make([]float64, len(list))
	for k, s := range list {
		out[k] = short(s.Mean, 3)
	}
	return out
}

// short has so many digits.
func short(x float64, digits int) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	return v
}

// DepthCSV writes a line a run, state and layer.
func DepthCSV(t *tables.CSV, first []string, o *train.Outcome) {
	for _, when := range []string{"", untrained} {
		for k := range o.Series[when+DepthMeasures[0]] {
			t.Text(first...)
			t.Share(o.Val, 10)
			t.Share(o.Test, 10)
			t.Text(map[string]string{"": "trained", untrained: "untrained"}[when])
			t.Int(k + 1)
			for _, name := range DepthMeasures {
				t.Number(o.Series[when+name][k], 10)
			}
			t.End()
		}
	}
}
