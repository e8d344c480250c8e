package stages

// This file has the figures that several stages use.

import (
	"math"
	"strconv"

	"sheafscope/web/state"
	"sheafscope/web/view"
)

// noEdges is the sentence of a stage that works on edges, if the graph has none.
const noEdges = "The graph has *no edges*."

// histogramBins is the number of bins of a histogram over the edges or over the spectrum.
const histogramBins = 40

// histogramFigure returns the histogram of values between 0 and hi. bins is the number of equal bins, label is the name of the x-axis, and
// marks are vertical lines. sub is the subtitle: a text, or a list of texts and formulas. alt is the picture's alternative text.
func histogramFigure(id, title string, sub any, alt string, values []float64, hi float64, bins int, label string,
	marks ...view.VRef) view.Figure {
	counts := view.Histogram(values, 0, max(hi, 1e-12), bins) // bins of width 0 would divide by 0
	return view.Figure{ID: id, Title: title, Sub: sub, Alt: alt, Data: view.Lines{XLabel: label, YMin: new(view.F(0)), VRefs: marks,
		Series: []view.Series{{X: binMiddles(0, hi, bins), Y: counts, Bars: true}}}}
}

// squareFigure returns the picture of a d × d matrix v, row-major, whose rows and columns are the coordinates of a stalk.
func squareFigure(id, title string, sub any, alt string, d int, v view.Vec) view.Figure {
	return view.Figure{ID: id, Title: title, Sub: sub, Alt: alt, Data: view.Matrix{Rows: d, Cols: d, Vals: v, Signed: true,
		ColNames: view.CoordinateNames(d), RowNames: view.CoordinateNames(d), Cell: 44, RowH: 24, Left: 24}}
}

// errorsFigure returns the line of an iteration's errors by step, with a logarithmic y-axis. lines has its other properties,
// such as the height.
func errorsFigure(id, title string, sub any, alt string, errors []float64, lines view.Lines) view.Figure {
	lines.Series = []view.Series{{Y: raised(errors), Dots: true}}
	lines.Log, lines.IntX = true, true
	return view.Figure{ID: id, Title: title, Sub: sub, Alt: alt, Data: lines}
}

// knobs returns the section with the sliders of the named settings. It omits a setting that the run does not read, that has no slider, or
// whose value is no number.
func knobs(s *state.State, names ...string) view.Figure {
	var list []view.Knob
	for _, name := range names {
		setting := s.Config.Setting(name)
		value, err := strconv.ParseFloat(setting.Value(), 64)
		if !setting.Reads || setting.Slider == nil || err != nil {
			continue
		}
		knob := view.Knob{Name: name, Slider: *setting.Slider, Value: view.F(value)}
		if name == "dt" && s.Config.LearnDt { // the slider sets only the start of a learned Δt
			knob.Title = "Diffusion time Δt at the start of the run; it is learned"
		}
		list = append(list, knob)
	}
	return view.Figure{ID: "knobs", Title: "Settings", Sub: "the run is replayed to this position with the new value", Data: list}
}

// choiceFigure returns the section with the <select> of a setting.
func choiceFigure(s *state.State, name string) view.Figure {
	q := s.Config.Setting(name) // its values are words, the options of the <select>
	return view.Figure{ID: "choice-" + name, TestID: "setting-" + name,
		Data: view.Choice{Name: name, Label: q.Label, Value: q.Value(), Options: q.Words}}
}

// leastError is the least error on a logarithmic axis. It is below the rounding unit of float64.
const leastError = 1e-17

// raised returns a copy of v in which leastError replaces every smaller value: a logarithmic axis has no 0.
func raised(v []float64) view.Vec {
	out := make(view.Vec, len(v))
	for i, x := range v {
		out[i] = math.Max(x, leastError)
	}
	return out
}

// binMiddles returns the middles of n equal bins between lo and hi.
func binMiddles(lo, hi float64, n int) view.Vec {
	out := make(view.Vec, n)
	for i := range out {
		out[i] = lo + (hi-lo)*(float64(i)+0.5)/float64(n)
	}
	return out
}
