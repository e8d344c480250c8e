package view

import (
	"math"
	"sort"
	"strconv"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// Class is a class with its place in the palette: the largest class comes first.
type Class struct {
	Name string `json:"name"`
	Slot int    `json:"slot"`
}

// Classes lists the classes of a graph with their palette slots.
func Classes(g *proto.GraphInfo) []Class {
	out := make([]Class, g.Classes)
	order := make([]int, g.Classes)
	for c := range out {
		out[c].Name = strconv.Itoa(c)
		if c < len(g.ClassNames) {
			out[c].Name = g.ClassNames[c]
		}
		if _, err := strconv.Atoi(out[c].Name); err == nil {
			out[c].Name = "class " + out[c].Name // a bare number would look like a node
		}
		order[c] = c
	}
	sort.SliceStable(order, func(a, b int) bool { return classSize(g, order[a]) > classSize(g, order[b]) })
	for slot, c := range order {
		out[c].Slot = slot
	}
	return out
}

func classSize(g *proto.GraphInfo, c int) int {
	if c < len(g.ClassSizes) {
		return g.ClassSizes[c]
	}
	return 0
}

// Topology is what the graph island needs once per graph; the ends of the
// edges and the coordinates go beside it.
type Topology struct {
	Name    string   `json:"name"`
	N       int      `json:"n"`
	Labels  []int    `json:"labels"`
	Names   []string `json:"names,omitempty"`
	Classes []Class  `json:"classes"`
	// Base tells which graphs are forms of the same: in them a node of the same
	// id keeps its place. IDs are the ids when they are not the numbers.
	Base int   `json:"base"`
	IDs  []int `json:"ids,omitempty"`
	// At holds (id, x, y) of the nodes drawn by hand; Exact tells that this is
	// every node and no layout is wanted, Relax that places follow the edges.
	At    [][3]int `json:"at,omitempty"`
	Exact bool     `json:"exact,omitempty"`
	Relax bool     `json:"relax,omitempty"`
}

// NewTopology returns the topology of the loaded graph.
func NewTopology(s *state.State) Topology {
	g := s.Graph
	t := Topology{Name: g.Name, N: g.N, Labels: g.Labels, Names: g.NodeNames, Classes: Classes(g), Base: s.BaseKey, IDs: g.IDs,
		Exact: s.Recipe.Graph == graph.BlankName}
	if e := s.Recipe.Edits; e != nil && g.Base != nil {
		for k, a := range e.Add {
			t.At = append(t.At, [3]int{g.Base.N + k, a[1], a[2]})
		}
	}
	_, _, err := graph.ParseSpec(s.Recipe.Graph)
	t.Relax = err == nil && s.Recipe.Edits == nil
	return t
}

// Flags of a node.
const (
	FlagWrong   = 1
	FlagTrain   = 2
	FlagVal     = 4
	FlagTest    = 8
	FlagUnknown = 16
)

// Attributes is what the graph island draws of a frame.
type Attributes struct {
	Class []int32
	Flags []byte
	// Value in 0..1, or −1..1 in the signed modes.
	Value []float32
	// Edge in 0..1 along the ramp, Raw the numbers behind it.
	Edge, Raw []float32
	// Probs is N×C in the pie mode, else empty.
	Probs []float32
	// Low, High are the ends of the edge ramp; Scale the largest |value| of a signed mode.
	Low, High, Scale float64
}

// NewAttributes computes the colours' numbers of the present frame.
func NewAttributes(s *state.State) Attributes {
	g, f := s.Graph, s.Frame
	a := Attributes{Class: make([]int32, g.N), Flags: make([]byte, g.N), Value: make([]float32, g.N)}
	for flag, list := range map[byte][]int{FlagTrain: g.Train, FlagVal: g.Val, FlagTest: g.Test} {
		for _, i := range list {
			a.Flags[i] |= flag
		}
	}
	near := nearestClasses(s)
	for i := range g.N {
		a.Class[i] = int32(g.Labels[i])
		pred := -1
		if Predicts(f) && i < len(f.Pred) {
			pred = f.Pred[i]
		}
		switch {
		case g.Labels[i] < 0:
			a.Flags[i] |= FlagUnknown
		case pred >= 0 && pred != g.Labels[i]:
			a.Flags[i] |= FlagWrong
		}
		if s.Nodes != "label" && pred >= 0 {
			a.Class[i] = int32(pred)
		}
		if near != nil {
			a.Class[i] = near[i]
			if a.Flags[i] &^= FlagWrong; near[i] >= 0 && g.Labels[i] >= 0 && int(near[i]) != g.Labels[i] {
				a.Flags[i] |= FlagWrong
			}
		}
	}
	a.nodeValues(s)
	m := len(g.Edges) / 2
	a.Edge = make([]float32, m)
	raw := EdgeNumbers(f, s.Edges)
	if s.Edges == "energy" && f != nil {
		raw = energyShares(s)
	}
	plain := float32(plainEdge)
	if m > 4*largeGraph {
		plain = 0 // so many edges are seen anyway, and nothing beside them
	}
	for e := range a.Edge {
		a.Edge[e] = plain
	}
	if len(raw) != m {
		return a
	}
	a.Raw = make([]float32, m)
	a.Low, a.High = minOf(raw), maxOf(raw)
	if s.Edges == "pull" || s.Edges == "offdiagonal" || s.Edges == "energy" {
		a.Low = 0
	}
	for e, v := range raw {
		a.Raw[e] = float32(v)
		if a.High > a.Low {
			a.Edge[e] = float32((v - a.Low) / (a.High - a.Low))
		}
	}
	return a
}

// Predicts tells whether the network has said anything yet: before its first
// classes all numbers of a frame are 0, which is no prediction.
func Predicts(f *sgpc.Frame) bool {
	return reached(f, sgpc.StageClasses)
}

// reached tells whether a stage has run at least once.
func reached(f *sgpc.Frame, stage int) bool {
	return f != nil && (f.Epoch > 0 || f.Stage >= stage)
}

// plainEdge is the place on the ramp of edges that no number tells apart: to be seen.
const plainEdge = 0.4

// nearestClasses are the classes that the iterate of the diffusion on the graph suggests, nil when it shows none.
func nearestClasses(s *state.State) []int32 {
	if s.Nodes != state.NodesFlow || s.Flow == nil || !s.Flow.Classes {
		return nil
	}
	k, n := s.FlowAt(), s.Graph.N
	if (k+1)*n > len(s.Flow.View.Class) {
		return nil
	}
	return s.Flow.View.Class[k*n : (k+1)*n]
}

func (a *Attributes) nodeValues(s *state.State) {
	g, f := s.Graph, s.Frame
	if f == nil {
		return
	}
	switch s.Nodes {
	case "confidence":
		for i := range g.N {
			if (i+1)*f.Classes <= len(f.Calibrated) {
				p := maxOf(f.Calibrated[i*f.Classes : (i+1)*f.Classes])
				low := 1 / math.Max(2, float64(f.Classes))
				a.Value[i] = float32(math.Max(0, (p-low)/(1-low)))
			}
		}
		a.Low, a.High = 1/math.Max(2, float64(f.Classes)), 1
	case "eigenvector":
		if s.Spectrum != nil {
			a.signed(s.Spectrum.Eigenvector, g.N, s.Spectrum.Dim)
		}
	case "fibre":
		a.signed(f.Fibre, g.N, len(f.Fibre))
	case state.NodesFlow:
		if s.Flow == nil || s.Flow.Classes {
			return
		}
		v, k := s.Flow.View, s.FlowAt()
		a.Scale = v.Scale
		for i := range g.N {
			if v.Scale > 0 && (k+1)*g.N <= len(v.Coord) {
				a.Value[i] = float32(math.Max(-1, math.Min(1, float64(v.Coord[k*g.N+i])/v.Scale)))
			}
		}
	case "pie":
		if len(f.Calibrated) == g.N*f.Classes {
			a.Probs = make([]float32, len(f.Calibrated))
			for k, p := range f.Calibrated {
				a.Probs[k] = float32(p)
			}
		}
	}
}

// signed writes the first principal coordinate of each node's fibre: the
// coordinate along the direction in which the d-vectors of all nodes spread
// most, so that one number per node keeps as much as one number can.
func (a *Attributes) signed(v []float64, n, dim int) {
	if n == 0 || len(v) < dim || dim%n != 0 || dim == 0 {
		return
	}
	d := dim / n
	u := principal(v, n, d)
	vals := make([]float64, n)
	for i := range n {
		for k := range d {
			vals[i] += u[k] * v[i*d+k]
		}
		a.Scale = math.Max(a.Scale, math.Abs(vals[i]))
	}
	for i := range n {
		if a.Scale > 0 {
			a.Value[i] = float32(vals[i] / a.Scale)
		}
	}
}

// principal is the leading right singular vector of the n×d matrix v.
func principal(v []float64, n, d int) []float64 {
	u, next := make([]float64, d), make([]float64, d)
	for k := range u {
		u[k] = 1 + 0.01*float64(k)
	}
	for range 60 {
		for k := range next {
			next[k] = 0
		}
		for i := range n {
			dot := 0.0
			for k := range d {
				dot += u[k] * v[i*d+k]
			}
			for k := range d {
				next[k] += dot * v[i*d+k]
			}
		}
		norm := 0.0
		for _, x := range next {
			norm += x * x
		}
		if norm == 0 {
			break
		}
		norm = math.Sqrt(norm)
		for k := range u {
			u[k] = next[k] / norm
		}
	}
	return u
}

// EdgeNumbers returns the numbers of an edge colouring.
func EdgeNumbers(f *sgpc.Frame, mode string) []float64 {
	if f == nil {
		return nil
	}
	switch mode {
	case "norm":
		return f.MapNorm
	case "offdiagonal":
		return f.OffDiagonal
	case "pull":
		return f.Pull
	case "energy":
		return f.EdgeEnergy
	}
	return f.Kappa
}

// EdgeModes and NodeModes list the colourings with their names.
var (
	NodeModes = [][2]string{{"prediction", "prediction"}, {"label", "label"}, {"correct", "correct"}, {"confidence", "confidence"},
		{"pie", "probabilities"}, {"eigenvector", "eigenvector"}, {"fibre", "fibre coordinate"}, {state.NodesFlow, "diffusion iterate"}}
	EdgeModes   = [][2]string{{"kappa", "κ̄ agreement"}, {"norm", "‖R‖ of both maps"}, {"offdiagonal", "off-diagonal mass"}, {"pull", "pull on λ₂"}, {"energy", "energy share"}}
	LayoutModes = [][2]string{{"force", "force"}, {state.LayoutSpectral, "by eigenvectors"}, {"fibre", "by fibre"}, {"circular", "circular"}, {"class", "by class"}}
)

// edgeUnits are the short names of the edge colourings.
var edgeUnits = map[string]string{"kappa": "κ̄", "norm": "‖R‖", "offdiagonal": "off-diag.", "pull": "pull", "energy": "energy"}

// Style is the part of the graph's look that comes from the view.
type Style struct {
	Nodes     string `json:"nodes"`
	Edges     string `json:"edges"`
	EdgeUnit  string `json:"edgeUnit"`
	Layout    string `json:"layout"`
	CoordsKey int    `json:"coordsKey"`
	Edge      int    `json:"edge"`
	Node      int    `json:"node"`
	Top       []int  `json:"top"`
	Lasso     []int  `json:"lassoed"`
}

// NewStyle returns the style; in the pull colouring the eight strongest edges stand out.
func NewStyle(s *state.State) Style {
	st := Style{Nodes: s.Nodes, Edges: s.Edges, EdgeUnit: edgeUnits[s.Edges], Layout: s.Layout, Edge: s.Edge, Node: s.Node, Lasso: s.Lasso, Top: []int{}}
	if s.Nodes == state.NodesFlow {
		st.Nodes = "fibre"
		if s.Flow != nil && s.Flow.Classes {
			st.Nodes = "prediction"
		}
	}
	if s.Edges == "pull" && s.Frame != nil {
		st.Top = top(s.Frame.Pull, 8)
	}
	return st
}

// top returns the indices of the k largest numbers, largest first.
func top(v []float64, k int) []int {
	idx := make([]int, len(v))
	for i := range idx {
		idx[i] = i
	}
	sort.SliceStable(idx, func(a, b int) bool { return v[idx[a]] > v[idx[b]] })
	return idx[:min(k, len(idx))]
}

// FibreCoords places the nodes by their fibres: the diffused mean
// fibre projected on its two principal axes.
func FibreCoords(s *state.State) []float32 {
	g, f := s.Graph, s.Frame
	if f == nil || g.N == 0 || len(f.Fibre) == 0 || len(f.Fibre)%g.N != 0 {
		return nil
	}
	d := len(f.Fibre) / g.N
	v := append([]float64(nil), f.Fibre...)
	mean := make([]float64, d)
	for i := range g.N {
		for k := range d {
			mean[k] += v[i*d+k] / float64(g.N)
		}
	}
	for i := range v {
		v[i] -= mean[i%d]
	}
	out := make([]float32, 2*g.N)
	for axis := range 2 {
		u := principal(v, g.N, d)
		for i := range g.N {
			dot := 0.0
			for k := range d {
				dot += u[k] * v[i*d+k]
			}
			out[2*i+axis] = float32(dot)
			for k := range d {
				v[i*d+k] -= dot * u[k]
			}
		}
	}
	return out
}
