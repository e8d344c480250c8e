package state

import (
	"maps"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/words"
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
)

// generate answers the sliders of a generator.
func (s State) generate(m Msg) (State, []Command) {
	switch m := m.(type) {
	case Generate:
		gen, values, err := graph.ParseSpec(words.Either(s.newerSpec(), s.Sketch.wanted, s.Shown().Graph))
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
		spec := gen.Spec(values)
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
	s, cmds := s.load(r, nil, true)
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
