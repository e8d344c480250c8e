package state

import (
	"maps"
	"math"
	"strings"

	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
)

// This file handles the sliders of a graph generator, and formulas that define labels and features of a graph. The specification of such a
// graph is the generator with its parameters, for example "sbm:n=60,h=0.2", followed by the lines of the formula.

// EditedGraph is the entry for an edited graph in the list of graphs. The selection of the graph's own name removes the edits.
const EditedGraph = "edited"

// SliderRest is the shortest time in milliseconds between two loads that the sliders of a generator cause. When the time is over,
// the last value of a slider is loaded.
const SliderRest = 160

// Messages about generators and formulas.
type (
	// Generate changes one parameter of the generator of the shown graph.
	Generate struct {
		Name  string
		Value float64
	}
	// GenerateRest reports that [SliderRest] milliseconds are over since a load.
	GenerateRest struct{}
	// SetFormula computes labels and features of the shown graph by a formula. Text has the lines of the formula, separated by line
	// breaks or "|". "" removes the formula.
	SetFormula struct{ Text string }
)

// Formula returns the formula that the user has typed for the shown graph, without empty lines and blanks around lines, as long as it is
// not applied. If there is no such formula, it returns the formula of the graph.
func (s *State) Formula() formula.Typed {
	spec := s.Shown().Graph
	if s.Sketch.formula.On == spec {
		return s.Sketch.formula
	}
	_, lines := formula.Cut(spec)
	return formula.Typed{Text: strings.Join(lines, "\n")}
}

// setFormula requests that the worker evaluates a formula as a trial. The run stays until the worker has found no fault. A formula that the
// graph already has is not tried.
func (s State) setFormula(text string) (State, []Command) {
	r := s.Shown()
	base, _ := formula.Cut(r.Graph)
	lines := strings.Split(strings.ReplaceAll(text, "|", "\n"), "\n")
	next := formula.Join(base, lines)
	s.Sketch.formula = formula.Typed{}
	if next == r.Graph {
		return s, nil
	}
	_, lines = formula.Cut(next) // the evaluated lines, so that the position of a fault refers to the stored text
	s.Sketch.formula = formula.Typed{On: r.Graph, Graph: next, Text: strings.Join(lines, "\n")}
	r.Graph, r.Edits = next, nil
	return s, []Command{s.query(proto.Query{Question: proto.Try, For: r.Graph, Run: r})}
}

// receiveFormula applies the answer to the trial of a formula. It ignores the answer about another formula. It loads the graph with the
// formula, or records the fault of the formula or of the worker. The typed text then stays.
func (s State) receiveFormula(a proto.Answer) (State, []Command) {
	typed := s.Formula()
	switch {
	case typed.Graph == "" || typed.Graph != a.For: // since the request the user has typed another text, or loaded another graph
		return s, nil
	case a.Err == "" && !a.Died && !a.Overtaken:
		// commit makes an entry in the browser's history for the load.
		return s.commit(seriesOf(SetFormula{}), func(s State) (State, []Command) { return s.open(typed.Graph) })
	}
	s.Sketch.formula.Graph, s.Sketch.formula.Fault, s.said = "", a.Err, a.Err // "": no trial is under way
	return s, nil
}

// generate handles the messages about generators and formulas. Within [SliderRest] after a load, Generate only records the wanted graph,
// and GenerateRest loads it later. Generate is ignored for a graph without a generator, an unknown parameter and the value NaN. Any other
// value is clipped to the range of its parameter.
func (s State) generate(m Msg) (State, []Command) {
	switch m := m.(type) {
	case SetFormula:
		return s.setFormula(m.Text)
	case Generate:
		// The newest specification. The graph that waits for its load is newer than the shown graph.
		present := words.Either(s.newerSpec(), s.Sketch.wanted, s.Shown().Graph)
		base, lines := formula.Cut(present)
		gen, values, err := graph.ParseSpec(base)
		if err != nil {
			return s, nil // the graph is not from a generator
		}
		p, known := param(gen, m.Name)
		if !known || math.IsNaN(m.Value) {
			return s, nil
		}
		value := max(p.Min, min(p.Max, m.Value))
		if p.Integer {
			value = math.Round(value)
		}
		values = maps.Clone(values)
		values[m.Name] = value
		spec := formula.Join(gen.Spec(values), lines)
		if s.Sketch.wanted != "" { // a pause: the function open has set wanted
			s.Sketch.wanted = spec
			return s, nil
		}
		return s.open(spec)
	case GenerateRest:
		spec, newer := s.Sketch.wanted, s.newerSpec()
		s.Sketch.wanted = ""
		if newer && sameFamily(spec, s.Shown().Graph) { // the shown graph is still from the same generator
			return s.open(spec)
		}
	}
	return s, nil
}

// open loads the graph of a specification: a generator or another graph, with or without a formula. Settings, model, split and seed of the
// recipe stay. The shown graph, if it has no edits, is not loaded again.
func (s State) open(spec string) (State, []Command) {
	r := s.Shown()
	if r.Graph == spec && r.Edits == nil {
		return s, nil
	}
	s.Sketch.wanted = nothingNewer
	r.Graph, r.Edits, r.Read, r.Position = spec, nil, "", 0
	s, cmds := s.load(r, nil, trainFirst)
	return s, append(cmds, After{SliderRest, GenerateRest{}})
}

// nothingNewer is the value of Sketch.wanted within [SliderRest] after a load, while the sliders have the values of the loaded graph. It is
// not a specification.
const nothingNewer = "sent"

// newerSpec reports whether Sketch.wanted is a graph that is not loaded yet.
func (s *State) newerSpec() bool { return s.Sketch.wanted != "" && s.Sketch.wanted != nothingNewer }

// param returns the parameter of a generator with this name, and false if there is none.
func param(gen graph.Generator, name string) (graph.Param, bool) {
	for _, p := range gen.Params {
		if p.Name == name {
			return p, true
		}
	}
	return graph.Param{}, false
}
