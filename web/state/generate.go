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

// EditedGraph stands in the list of graphs for the graph on the screen when it
// was changed by hand; choosing the original name takes the changes away.
const EditedGraph = "edited"

// SliderRest is the least time in milliseconds between two graphs that the
// sliders of a generator ask for; what is wanted last is always loaded.
const SliderRest = 160

type (
	// Generate changes one parameter of the generator on the screen.
	Generate struct {
		Name  string
		Value float64
	}
	// GenerateRest reports that [SliderRest] is over.
	GenerateRest struct{}
	// SetFormula gives the graph on the screen classes and features by the lines of a text; "" takes the formula away.
	SetFormula struct{ Text string }
)

// Formula is the formula of the shown graph, or the text that is typed for it.
func (s *State) Formula() formula.Typed {
	now := s.Shown().Graph
	if s.Sketch.formula.On == now {
		return s.Sketch.formula
	}
	_, lines := formula.Cut(now)
	return formula.Typed{Text: strings.Join(lines, "\n")}
}

// setFormula requests a trial evaluation of a formula by the worker. The run stays meanwhile.
func (s State) setFormula(text string) (State, []Command) {
	r := s.Shown()
	base, _ := formula.Cut(r.Graph)
	next := formula.Join(base, strings.Split(strings.ReplaceAll(text, "|", "\n"), "\n"))
	if s.Sketch.formula = (formula.Typed{}); next == r.Graph {
		return s, nil
	}
	s.Sketch.formula = formula.Typed{On: r.Graph, Graph: next, Text: text}
	r.Graph, r.Edits = next, nil
	return s, []Command{s.query(proto.Query{Question: proto.Try, For: r.Graph, Run: r})}
}

// receiveFormula loads the graph of a formula, or keeps the formula's fault. It drops the answer to an older text.
func (s State) receiveFormula(a proto.Answer) (State, []Command) {
	switch t := s.Formula(); {
	case t.Graph == "" || t.Graph != a.For:
		return s, nil
	case a.Overtaken || a.Died:
		s.Sketch.formula = formula.Typed{}
		return s, nil
	case a.Err == "":
		return s.commit(seriesOf(SetFormula{}), func(s State) (State, []Command) { return s.open(t.Graph) })
	default:
		s.Sketch.formula.Fault, s.said = a.Err, a.Err
		return s, nil
	}
}

// generate answers the sliders of a generator.
func (s State) generate(m Msg) (State, []Command) {
	switch m := m.(type) {
	case SetFormula:
		return s.setFormula(m.Text)
	case Generate:
		base, lines := formula.Cut(words.Either(s.newerSpec(), s.Sketch.wanted, s.Shown().Graph))
		gen, values, err := graph.ParseSpec(base)
		if err != nil {
			return s, nil
		}
		p, known := param(gen, m.Name)
		if !known || math.IsNaN(m.Value) {
			return s, nil
		}
		values = maps.Clone(values)
		values[m.Name] = max(p.Min, min(p.Max, m.Value))
		if p.Integer {
			values[m.Name] = math.Round(values[m.Name])
		}
		spec := formula.Join(gen.Spec(values), lines)
		if s.Sketch.wanted != "" {
			s.Sketch.wanted = spec
			return s, nil
		}
		return s.open(spec)
	case GenerateRest:
		spec, newer := s.Sketch.wanted, s.newerSpec()
		s.Sketch.wanted = ""
		if newer && sameFamily(spec, s.Shown().Graph) {
			return s.open(spec)
		}
	}
	return s, nil
}

// open loads the graph of a specification; the settings, the model, the split
// and the seed stay.
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

// nothingNewer says that the last graph of the sliders was sent just now, and no other is wanted.
const nothingNewer = "sent"

// newerSpec reports whether the sliders want another graph than the one that was sent just now.
func (s *State) newerSpec() bool { return s.Sketch.wanted != "" && s.Sketch.wanted != nothingNewer }

func param(gen graph.Generator, name string) (graph.Param, bool) {
	for _, p := range gen.Params {
		if p.Name == name {
			return p, true
		}
	}
	return graph.Param{}, false
}
