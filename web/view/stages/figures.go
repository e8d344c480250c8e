package stages

import (
	"math"
	"strconv"

	"sheafscope/web/state"
	"sheafscope/web/view"
)

// histogramFigure shows the distribution of values between 0 and hi in k bins.
func histogramFigure(id, title string, sub any, alt string, values []float64, hi float64, k int, label string,
	at ...view.VRef) view.Figure {
	return view.Figure{ID: id, Title: title, Sub: sub, Alt: alt, Data: view.Lines{XLabel: label, YMin: new(view.F(0)), VRefs: at,
		Series: []view.Series{{X: steps(0, hi, k), Y: view.Histogram(values, 0, max(hi, 1e-12), k), Bars: true}}}}
}

// squareFigure shows a d × d matrix on the coordinates of a stalk, or of two.
func squareFigure(id, title string, sub any, alt string, d int, v view.Vec) view.Figure {
	return view.Figure{ID: id, Title: title, Sub: sub, Alt: alt, Data: view.Matrix{Rows: d, Cols: d, Vals: v, Signed: true,
		ColNames: view.Places(d), RowNames: view.Places(d), Cell: 44, RowH: 24, Left: 24}}
}

// errorsFigure shows the error of an iteration by step, on a logarithmic axis.
func errorsFigure(id, title string, sub any, alt string, values []float64, l view.Lines) view.Figure {
	l.Series, l.Log, l.IntX = []view.Series{{Y: floor(values), Dots: true}}, true, true
	return view.Figure{ID: id, Title: title, Sub: sub, Alt: alt, Data: l}
}

// knobs returns the section with the sliders of the named settings that the run reads.
func knobs(s *state.State, names ...string) view.Figure {
	var list []view.Knob
	for _, name := range names {
		q := s.Config.Setting(name)
		v, err := strconv.ParseFloat(q.Value(), 64)
		if !q.Reads || q.Slider == nil || err != nil {
			continue
		}
		k := view.Knob{Name: name, Slider: *q.Slider, Value: view.F(v)}
		if name == "dt" && s.Config.LearnDt {
			k.Title = "Diffusion time Δt at the start of the run; it is learned"
		}
		list = append(list, k)
	}
	return view.Figure{ID: "knobs", Title: "Settings", Sub: "the run is replayed to this position with the new value", Data: list}
}

// choiceFigure returns the section with the select of a setting.
func choiceFigure(s *state.State, name string) view.Figure {
	q := s.Config.Setting(name)
	return view.Figure{ID: "choice-" + name, TestID: "setting-" + name,
		Data: view.Choice{Name: name, Label: q.Label, Value: q.Value(), Options: q.Words}}
}

// floor raises values to 1e-17, the end of a logarithmic axis.
func floor(v []float64) view.Vec {
	out := make(view.Vec, len(v))
	for i, x := range v {
		out[i] = math.Max(x, 1e-17)
	}
	return out
}

// steps returns the middles of n equal bins from lo to hi.
func steps(lo, hi float64, n int) view.Vec {
	out := make(view.Vec, n)
	for i := range out {
		out[i] = lo + (hi-lo)*(float64(i)+0.5)/float64(n)
	}
	return out
}
