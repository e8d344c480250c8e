// This file has the table of generators, and parses specifications such as "ring:n=8": a generator with its parameters.

package graph

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// Limits of generated graphs: the numbers of nodes and of edges.
const (
	MaxGenerated      = 20_000
	MaxGeneratedEdges = 2_000_000
)

// Param is a parameter of a generator. Min and Max are the smallest and the largest allowed value.
type Param struct {
	Name              string
	Default, Min, Max float64
	Integer           bool // whether the values are whole numbers
}

// Generator is a family of graphs for Generate.
type Generator struct {
	Name, About string // the name in a specification; a description for users
	Params      []Param
	offers      []Offer // entries of the menu
	// make makes the graph from the values of all parameters, by name.
	make func(v map[string]float64) (*Graph, error)
}

// Parameters of several generators: name, default, minimum, maximum, and whether values are whole numbers.
var (
	seedParam      = Param{"seed", 1, 0, 1 << 31, true}
	alternateParam = Param{"alternate", 0, 0, 1, true} // 1: the classes alternate along the edges; 0: they are two halves
)

// Generators returns the families in the order of the menu. The bounds 1000 of a barbell and 1500 of a complete graph keep the number of
// edges below MaxGeneratedEdges. The bounds 10000 of the sides of a bipartite graph keep the number of nodes within MaxGenerated.
func Generators() []Generator {
	// Constructors for a parameter (name, default, minimum, maximum) with whole or real values, and for a single entry of the menu.
	whole := func(name string, def, lo, hi float64) Param { return Param{name, def, lo, hi, true} }
	real := func(name string, def, lo, hi float64) Param { return Param{name, def, lo, hi, false} }
	offer := func(name, title string) []Offer { return []Offer{{name, title, groupGenerated}} }
	return []Generator{
		{"sbm", "contextual stochastic block model", []Param{whole("n", 60, 2, MaxGenerated), whole("classes", 3, 2, 50),
			real("degree", 6, 0, 1000), real("homophily", 0.2, 0, 1), real("signal", 1, 0, 1000), whole("features", 16, 1, 512), seedParam},
			[]Offer{{"sbm:n=120,classes=3,homophily=0.1", "Block model, heterophilic", groupGenerated},
				{"sbm:n=120,classes=3,homophily=0.8", "Block model, homophilic", groupGenerated}},
			func(v map[string]float64) (*Graph, error) {
				return SBM(SBMParams{N: int(v["n"]), Classes: int(v["classes"]), Degree: v["degree"], Homophily: v["homophily"],
					Signal: v["signal"], Features: int(v["features"]), Seed: uint64(v["seed"])})
			}},
		{"friends", "friends and rivals: edges mean the opposite between unequal tempers", []Param{whole("n", 300, 4, MaxGenerated),
			real("degree", 10, 0, 1000), real("rule", 0.92, 0, 1), real("rivals", 0.5, 0, 1), real("noise", 1.6, 0, 1000), seedParam},
			offer("friends", "Friends and rivals"),
			func(v map[string]float64) (*Graph, error) {
				return Friends(FriendsParams{N: int(v["n"]), Degree: v["degree"], Rule: v["rule"], Rivals: v["rivals"],
					Noise: v["noise"], Seed: uint64(v["seed"])})
			}},
		{"universe", "degree-corrected block model with four yardsticks: homophily, degree, class correlation, feature signal",
			[]Param{whole("n", 200, 2, MaxGenerated), whole("classes", 4, 2, 50), real("degree", 8, 0, 1000), real("homophily", 0.3, 0, 1),
				real("correlation", 0.5, 0, 1), real("signal", 0.4, 0, 1000), real("spread", 0.5, 0, maxSpread),
				whole("features", 16, 1, 512), seedParam},
			offer("universe", "Universe, four yardsticks"),
			func(v map[string]float64) (*Graph, error) {
				return Universe(UniverseParams{SBMParams{N: int(v["n"]), Classes: int(v["classes"]), Degree: v["degree"],
					Homophily: v["homophily"], Signal: v["signal"], Features: int(v["features"]), Seed: uint64(v["seed"])},
					v["correlation"], v["spread"]})
			}},
		{"ring", "a cycle", []Param{whole("n", 12, 3, MaxGenerated), alternateParam},
			offer("ring", "Ring"),
			func(v map[string]float64) (*Graph, error) {
				if v["alternate"] == 1 {
					return AlternatingRing(int(v["n"])), nil
				}
				return Ring(int(v["n"])), nil
			}},
		{"barbell", "two cliques joined by a weak edge", []Param{whole("k", 8, 2, 1000)},
			offer("barbell", "Barbell"),
			func(v map[string]float64) (*Graph, error) { return Barbell(int(v["k"])), nil }},
		{"bipartite", "random edges between two sides", []Param{whole("a", 10, 1, 10000), whole("b", 10, 1, 10000),
			real("p", 0.3, 0, 1), seedParam},
			offer("bipartite", "Bipartite"),
			func(v map[string]float64) (*Graph, error) {
				if v["a"]*v["b"] > MaxGeneratedEdges {
					return nil, fmt.Errorf("graph: bipartite: a·b is over %d", MaxGeneratedEdges)
				}
				return Bipartite(int(v["a"]), int(v["b"]), v["p"], uint64(v["seed"])), nil
			}},
		{"complete", "all pairs joined", []Param{whole("n", 6, 2, 1500)},
			offer("complete", "Complete"),
			func(v map[string]float64) (*Graph, error) { return Complete(int(v["n"])), nil }},
		{"star", "a centre and its leaves", []Param{whole("n", 8, 2, MaxGenerated)},
			offer("star", "Star"),
			func(v map[string]float64) (*Graph, error) { return Star(int(v["n"])), nil }},
		{"path", "a path", []Param{whole("n", 10, 2, MaxGenerated), alternateParam},
			offer("path", "Path"),
			func(v map[string]float64) (*Graph, error) {
				if v["alternate"] == 1 {
					return AlternatingPath(int(v["n"])), nil
				}
				return Path(int(v["n"])), nil
			}},
		{"grid", "a rectangular grid", []Param{whole("rows", 5, 1, MaxGenerated), whole("cols", 8, 1, MaxGenerated), alternateParam},
			offer("grid", "Grid"),
			func(v map[string]float64) (*Graph, error) {
				nodes := v["rows"] * v["cols"]
				if nodes < 2 || nodes > MaxGenerated {
					return nil, fmt.Errorf("graph: grid: rows·cols is not in 2..%d", MaxGenerated)
				}
				if v["alternate"] == 1 {
					return AlternatingGrid(int(v["rows"]), int(v["cols"])), nil
				}
				return Grid(int(v["rows"]), int(v["cols"])), nil
			}},
	}
}

// Generate returns the graph of a specification: the name of a generator, and after a colon its parameters.
// Parameters have the form name=value and are separated by commas, in any order. Missing parameters have their defaults.
//
//	sbm:n=60,classes=3,degree=6,homophily=0.2,signal=1,seed=1
//	ring:n=12   barbell:k=8   bipartite:a=5,b=7,p=0.5   grid:rows=4,cols=6
//
// [FillMissing] adds features that the generator does not compute. Generate returns the errors of [ParseSpec] and of the generator.
func Generate(spec string) (*Graph, error) {
	gen, values, err := ParseSpec(spec)
	if err != nil {
		return nil, err
	}
	g, err := gen.make(values)
	if err != nil {
		return nil, err
	}
	return FillMissing(g), nil
}

// ParseSpec parses a specification for Generate. It returns the generator and the values of all its parameters by name.
// It fails for an unknown generator and for wrong parameters (parse). For wrong parameters it still returns the generator.
func ParseSpec(spec string) (Generator, map[string]float64, error) {
	name, params, _ := strings.Cut(strings.TrimSpace(spec), ":")
	var names []string // the known names, for the error
	for _, gen := range Generators() {
		if gen.Name == name {
			values, err := gen.parse(params)
			return gen, values, err
		}
		names = append(names, gen.Name)
	}
	return Generator{}, nil, fmt.Errorf("graph: no generator %q; there are %s", name, strings.Join(names, ", "))
}

// Spec returns the specification with the given values, such as "ring:n=8". Parameters that are missing in values have their default.
// Spec leaves out parameters with their default, so that equal values have equal specifications.
func (gen *Generator) Spec(values map[string]float64) string {
	var parts []string
	for _, p := range gen.Params {
		v, isGiven := values[p.Name]
		if isGiven && v != p.Default {
			parts = append(parts, p.Name+"="+plain(v))
		}
	}
	if len(parts) == 0 {
		return gen.Name
	}
	return gen.Name + ":" + strings.Join(parts, ",")
}

// parse returns the values of all parameters, by name, for the text of a specification after the colon. Missing ones have their default.
// parse fails for a part that is not name=value, for a parameter that is unknown or given twice, and for a value that is not allowed.
func (gen *Generator) parse(text string) (map[string]float64, error) {
	values := map[string]float64{}
	var names []string
	for _, p := range gen.Params {
		values[p.Name] = p.Default
		names = append(names, p.Name)
	}
	isGiven := map[string]bool{}
	for _, part := range strings.Split(text, ",") {
		if strings.TrimSpace(part) == "" { // a specification without parameters, or two commas
			continue
		}
		before, after, hasValue := strings.Cut(part, "=")
		name, value := strings.TrimSpace(before), strings.TrimSpace(after)
		k := slices.Index(names, name)
		if k < 0 || !hasValue {
			return nil, fmt.Errorf("graph: %s: %q is not name=value with one of the names %s", gen.Name, part, strings.Join(names, ", "))
		}
		// A second value must not replace the first without a message.
		if isGiven[name] {
			return nil, fmt.Errorf("graph: %s: %s is given twice", gen.Name, name)
		}
		isGiven[name] = true
		p := gen.Params[k]
		v, err := strconv.ParseFloat(value, 64)
		isInRange := err == nil && v >= p.Min && v <= p.Max // false for NaN, too
		isOfType := !p.Integer || v == math.Trunc(v)
		if !isInRange || !isOfType {
			kind := words.Either(p.Integer, "a whole number", "a number")
			return nil, fmt.Errorf("graph: %s: %s=%s is not %s from %s to %s", gen.Name, name, value, kind, plain(p.Min), plain(p.Max))
		}
		values[name] = v
	}
	return values, nil
}

// plain returns a number as text without an exponent.
func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
