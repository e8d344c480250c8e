package view

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
)

// Plan is the data of the picture of two plans.
type Plan struct {
	D         int    `json:"d"`
	I         string `json:"i"`
	J         string `json:"j"`
	Mu        Vec    `json:"mu"`
	Nu        Vec    `json:"nu"`
	Left      Vec    `json:"left"`
	Right     Vec    `json:"right"`
	LeftName  []any  `json:"leftName"`
	RightName []any  `json:"rightName"`
	Arrow     string `json:"arrow"`
	// Mu2 and Nu2 are the margins of the right plan where they are not those of the left one.
	Mu2      Vec `json:"mu2,omitempty"`
	Nu2      Vec `json:"nu2,omitempty"`
	OffLeft  F   `json:"offLeft"`
	OffRight F   `json:"offRight"`
	Focus    int `json:"focus"`
	Max      F   `json:"max"`
}

// offMass is the mass off the diagonal of a d×d plan.
func offMass(p []float64, d int) float64 {
	t := 0.0
	for k, v := range p {
		if d > 0 && k/d != k%d {
			t += v
		}
	}
	return t
}

// PlanFigure shows two plans of an edge side by side, with the names that stand over them.
func PlanFigure(s *state.State, e *frame.Edge, left, right []float64, leftName []string, rightName []any, arrow string) Figure {
	d := s.Frame.D
	focus, best := -1, 0.0
	for k, v := range right {
		if k/d != k%d && v > best {
			focus, best = k, v
		}
	}
	hi := math.Max(MaxOf(left), MaxOf(right))
	p := Plan{D: d, I: ShortName(s, e.I), J: ShortName(s, e.J), Mu: e.Mu, Nu: e.Nu, Left: left, Right: right, RightName: rightName,
		Arrow:   arrow,
		OffLeft: F(offMass(left, d)), OffRight: F(offMass(right, d)), Focus: focus, Max: F(math.Max(0.1, math.Ceil(hi*10)/10))}
	if FreeSteps(&s.Config) && len(e.Rows) == d && len(right) > 0 && &right[0] == &e.P[0] {
		p.Mu2, p.Nu2 = e.Rows, e.Cols
	}
	for _, n := range leftName {
		p.LeftName = append(p.LeftName, n)
	}
	return Figure{ID: "plan", Title: "Transport plan", Sub: exampleText(s, e), Alt: "Transport plan before and after",
		TestID: "plan-heatmap", Data: p}
}

// exampleText names the edge of a picture, where the panel does not.
func exampleText(s *state.State, e *frame.Edge) any {
	if s.Panel == state.PanelEdge {
		return nil
	}
	return OnEdge(s, e)
}

// Maps is the data of the picture of both maps of an edge.
type Maps struct {
	D      int    `json:"d"`
	I      string `json:"i"`
	J      string `json:"j"`
	Rij    Vec    `json:"rij"`
	Rji    Vec    `json:"rji"`
	Xi     Vec    `json:"xi"`
	Xj     Vec    `json:"xj"`
	Yi     Vec    `json:"yi"`
	Yj     Vec    `json:"yj"`
	R      Vec    `json:"r"`
	R2     F      `json:"r2"`
	Scale  F      `json:"scale"`
	VScale F      `json:"vscale"`
	// E numbers the edge; Key changes with every step, −1 while something is changed by hand.
	E   int `json:"e"`
	Key int `json:"key"`
}

func mul(m, x []float64, d int) Vec {
	y := make(Vec, d)
	for i := range y {
		for k := range d {
			y[i] += m[i*d+k] * x[k]
		}
	}
	return y
}

func mapsFigure(s *state.State, e *frame.Edge) Figure {
	d := s.Frame.D
	m := Maps{D: d, I: ShortName(s, e.I), J: ShortName(s, e.J), Rij: e.Rij, Rji: e.Rji, Xi: e.Xi, Xj: e.Xj, E: e.Index, Key: s.Frame.Position}
	if s.ByHand != nil || s.Running {
		m.Key = -1
	}
	m.Scale = F(max(1e-9, MaxNorm(e.Rij), MaxNorm(e.Rji)))
	if len(e.Xi) == d && len(e.Xj) == d && len(e.Rij) == d*d && len(e.Rji) == d*d {
		m.Yi, m.Yj = mul(e.Rij, e.Xi, d), mul(e.Rji, e.Xj, d)
		m.R = make(Vec, d)
		for k := range m.R {
			m.R[k] = m.Yi[k] - m.Yj[k]
			m.R2 += F(m.R[k] * m.R[k])
		}
	} else {
		m.Xi, m.Xj, m.Yi, m.Yj, m.R = make(Vec, d), make(Vec, d), make(Vec, d), make(Vec, d), make(Vec, d)
	}
	m.VScale = F(max(1e-9, MaxNorm(m.Xi), MaxNorm(m.Xj), MaxNorm(m.Yi), MaxNorm(m.Yj), MaxNorm(m.R)))
	return Figure{ID: "maps", Title: "Restriction maps", Sub: mapsText(s, e),
		Alt: "Restriction maps and the stalk vectors they carry", TestID: "map-heatmap", Data: m}
}

// EdgeMaps are the maps of the edge on show, or the request to choose one.
func EdgeMaps(s *state.State) Figure {
	if e := s.Frame.Edge; e != nil && len(e.Rij) > 0 {
		return mapsFigure(s, e)
	}
	return ChooseEdge()
}

// mapsText says which vectors the maps carry, and of which epoch it all is.
func mapsText(s *state.State, e *frame.Edge) any {
	what := "x: diffused, mean over channels"
	switch {
	case s.Frame.Undiffused:
		what = "x: before diffusion, mean over channels"
	case s.Peer() != "":
		what = "x: mean over channels"
	}
	sub := []any{what}
	if at := exampleText(s, e); at != nil {
		sub = append(sub, ", ", at)
	}
	return aged(s.Frame, stage.Maps, sub...)
}

// Beta is the data of the picture of the posterior of one edge.
type Beta struct {
	Alpha  F   `json:"alpha"`
	Beta   F   `json:"beta"`
	Alpha0 F   `json:"alpha0"`
	Beta0  F   `json:"beta0"`
	Kappa  F   `json:"kappa"`
	X      Vec `json:"x"`
	Y      Vec `json:"y"`
	Prior  Vec `json:"prior"`
}

// betaDensity evaluates the Beta(a, b) density at k/n, k = 1..n−1.
func betaDensity(a, b float64, n int) Vec {
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	out := make(Vec, n-1)
	for k := 1; k < n; k++ {
		x := float64(k) / float64(n)
		out[k-1] = math.Exp(lab - la - lb + (a-1)*math.Log(x) + (b-1)*math.Log(1-x))
	}
	return out
}

// HasPosterior reports whether prior and posterior of an edge can be drawn.
func HasPosterior(e *frame.Edge) bool {
	return e.Alpha > 0 && e.Beta > 0 && e.Alpha0 > 0 && e.Beta0 > 0
}

func betaFigure(s *state.State, e *frame.Edge) Figure {
	f := BetaPicture(e)
	f.Nums = edgeNumbers(s, e)
	if s.Frame.Pull != nil {
		f.Nums = append(f.Nums, Row("Pull on λ₂", Num(e.Pull)))
	}
	f.Nums = append(f.Nums, Row("KL to prior", Fix(e.KL, 3)))
	f.Sub = aged(s.Frame, stage.Posterior, "Beta posterior of ", M{"κ_e"})
	return f
}

// edgeNumbers are those of any sheaf.
func edgeNumbers(s *state.State, e *frame.Edge) [][]any {
	when := words.Either(s.Frame.Undiffused, " before diffusion", "")
	var out [][]any
	if len(s.Frame.EdgeEnergy) > 0 {
		out = [][]any{Row("Energy share"+when, Pct(e.EnergyShare)), Row("Rank by energy"+when, Int(e.EnergyRank)+" / "+Int(s.Frame.M))}
	}
	for k, a := range e.Attention {
		ends := []string{ShortName(s, e.I), ShortName(s, e.J)}
		out = append(out, Row("Attention of "+ends[k]+" to "+ends[1-k], Fix(a, 3)))
	}
	return append(out, Row("‖R‖ of "+ShortName(s, e.I), Fix(norm(e.Rij), 2)), Row("‖R‖ of "+ShortName(s, e.J), Fix(norm(e.Rji), 2)))
}

// BetaPicture is the posterior of an edge without the numbers beside it.
func BetaPicture(e *frame.Edge) Figure {
	const n = 100
	b := Beta{F(e.Alpha), F(e.Beta), F(e.Alpha0), F(e.Beta0), F(e.Kappa), make(Vec, n-1), betaDensity(e.Alpha, e.Beta, n),
		betaDensity(e.Alpha0, e.Beta0, n)}
	for k := range b.X {
		b.X[k] = float64(k+1) / n
	}
	return Figure{ID: "beta", Title: "Agreement", Sub: []any{"Beta posterior of ", M{"κ_e"}},
		Alt: "Beta prior and posterior", TestID: "posterior-density", Data: b}
}

// EdgeView is the panel of the chosen edge.
func EdgeView(s *state.State) Inspector {
	e := s.Frame.Edge
	if s.Edge() < 0 {
		return Inspector{Title: []TitlePart{{"No edge is chosen", -2}},
			Lead: Say("Click an edge in the graph, or choose one with the arrow keys there.")}
	}
	if s.Peer() != "" && 2*s.Edge()+1 < len(s.Graph.Edges) {
		return peerEdge(s)
	}
	if e == nil || e.Index != s.Edge() {
		i, j := s.Graph.Ends(s.Edge())
		return Inspector{Title: []TitlePart{{"Edge " + NodeName(s, i) + " – " + NodeName(s, j), -2}}, Lead: Say("Its numbers are on their way."),
			TestID: "inspector-edge"}
	}
	v := Inspector{Title: []TitlePart{NodeTitle(s, e.I), NodeTitle(s, e.J)}, Sub: StageText(s), TestID: "inspector-edge"}
	c, d := &s.Config, s.Frame.D
	if s.Frame.Stage > 0 {
		v.Sub = "Stage " + v.Sub
	}
	v.Body.Equation(JkoEquation)
	v.Body.Vals = []Value{{"τ", Fix(c.Tau, 2), "step length"}, {"ε_0", Temperature(c.Epsilon0), "temperature of Sinkhorn"},
		{"ε", Temperature(c.Epsilon), "temperature of the step"}}
	if eps := s.Frame.Stages.JKOEps; len(eps) > 0 {
		v.Body.Vals = append(v.Body.Vals, Value{"ε_{\\eff }", Fix(Last(eps), 3), "temperature after the step"})
	}
	if FreeSteps(c) {
		v.Body.Equation(FreeEquation)
		v.Body.Vals = FreeVals(s)
	}
	if len(e.P) > 0 && len(e.Carried) == 0 {
		v.Body.Vals = append(v.Body.Vals, Value{"⟨P,C⟩", Fix(e.TransportCost, 3), "transport cost"})
	}
	v.Lead = edgeLead(s, e, d)
	scaling := s.Frame.Stage == stage.Sinkhorn && len(e.Current) == d*d
	if len(e.Carried) == d*d && !scaling {
		carried(s, e, &v)
	} else if len(e.P0) == d*d && (scaling || len(e.P) == d*d) {
		left, name := e.P0, []string{"P", "0"}
		arrow, right, rname := "JKO", e.P, []any{"P", "⋆", 1}
		if scaling {
			left, name, right, rname, arrow = e.Current, []string{"P", "now"}, e.P0, []any{"P", "0"}, "limit"
		}
		v.Add(PlanFigure(s, e, left, right, name, rname, arrow))
	}
	if len(e.Rij) == d*d {
		v.Add(mapsFigure(s, e), byHandFigure(s, e))
	}
	if HasPosterior(e) {
		v.Add(betaFigure(s, e))
	}
	codeEdge(s, e, &v)
	return v
}
