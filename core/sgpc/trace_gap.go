package sgpc

// TraceGap is the gap ascent of the epoch; Before and After are the lowest
// eigenvalues above the kernel.
type TraceGap struct {
	Mode        string       `json:"mode"`
	Before      []float64    `json:"before"`
	Eta         float64      `json:"eta"`
	LineSearch  []TraceTrial `json:"line_search"`
	AfterMatrix []float64    `json:"after_matrix"`
	AfterSheaf  []float64    `json:"after_sheaf"`
	// Metric holds A_e after the ascent, by edge (mode "sheaf").
	Metric []Matrix `json:"metric,omitempty"`
}

// TraceTrial is one trial of a line search.
type TraceTrial struct {
	Eta       float64 `json:"eta"`
	Lambda2   float64 `json:"lambda2"`
	Slope     float64 `json:"slope"`
	Armijo    bool    `json:"armijo"`
	Curvature bool    `json:"curvature"`
}

// traceGap lists the ascent of the epoch, of both kinds.
func (r *Run) traceGap(t *Trace) {
	var v GapView
	r.viewGap(&v, true)
	t.GapAscent = TraceGap{Mode: v.Mode, Before: []float64{}, LineSearch: []TraceTrial{}, AfterMatrix: []float64{}, AfterSheaf: []float64{}}
	last := len(v.Trail) - 1
	if last < 0 {
		return
	}
	g := &t.GapAscent
	g.Before = []float64{v.Trail[0], v.Lambda3[0]}
	for _, s := range v.Trials {
		g.LineSearch = append(g.LineSearch, TraceTrial{Eta: s.Eta, Lambda2: s.Lambda2, Slope: s.Slope, Armijo: s.Armijo, Curvature: s.Curvature})
		if s.Armijo {
			g.Eta = s.Eta
		}
	}
	start := v.Trail[0]
	if v.Mode == "sheaf" {
		g.AfterSheaf = []float64{v.Trail[last], v.Lambda3[last]}
		g.AfterMatrix = []float64{start + v.MatrixGain}
		return
	}
	g.AfterMatrix = []float64{v.Trail[last], v.Lambda3[last]}
	g.AfterSheaf = []float64{start + v.ReassembledGain}
}
