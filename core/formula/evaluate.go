// This file evaluates a formula on a graph. A line of a formula, such as "class = sign(x*y)", defines the classes or a feature of the
// nodes, or a name for later lines.

package formula

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/order"
	"sheafscope/core/rng"
)

// Names returns the names of the quantities of a graph.
//
// Each node has the coordinates x and y of the first drawing in [−1, 1], its degree, and its number i from 0.
// "camp" is its class in the base graph, from 0. "noise" is standard normal, and each occurrence of "noise" draws new numbers.
// The number of nodes n and the constant pi are the same for all nodes.
func Names() []string { return []string{"x", "y", "degree", "camp", "i", "noise", "n", "pi"} }

// isQuantity reports whether a name is one of [Names].
func isQuantity(name string) bool { return slices.Contains(Names(), name) }

// Apply returns the graph with the classes and features of a formula. If the formula has no line "class", the graph keeps its classes. If
// the formula has no line "feature", the graph keeps its features. Every error is an *Error.
func Apply(g *graph.Graph, input Given) (*graph.Graph, error) {
	lines, fault := parse(input.Lines)
	if fault != nil {
		return nil, fault
	}
	e := evaluation{g: g, input: input, values: map[string][]float64{}}
	features := 0 // number of lines that define a feature
	for _, l := range lines {
		nodeValues, err := e.evaluateLine(l)
		if err != nil {
			return nil, err
		}
		e.values[l.target] = nodeValues
		if l.feature > 0 {
			features++
		}
	}
	labels, names, err := e.classes(lines)
	if err != nil {
		return nil, err
	}
	// The columns are in the order of the numbers of the features, which must be 1, 2, … without a gap.
	var columns [][]float64
	var titles []string
	for k := range features {
		index := slices.IndexFunc(lines, func(l line) bool { return l.feature == k+1 })
		if index < 0 {
			// No single line is at fault, so the position is the start of the formula.
			return nil, &Error{1, 1, "there is no feature " + strconv.Itoa(k+1) + "; their numbers run from 1"}
		}
		columns = append(columns, e.values[lines[index].target])
		titles = append(titles, lines[index].text)
	}
	out := g.WithData(labels, names, columns, titles)
	out.Name += ", by formula"
	return out, nil
}

// evaluation is the state while the lines of a formula are evaluated.
type evaluation struct {
	g     *graph.Graph
	input Given
	// values has the values of the nodes for each evaluated line. The key is the target of the line, such as "class" or "feature 1".
	values map[string][]float64
	// noises is the number of occurrences of "noise" so far. Each occurrence has its own random stream.
	noises int
}

// classes returns the class of every node and the names of the classes: the different values of the line "class" in ascending order.
// The labels are indices in names. Both are nil if the formula has no line "class". More than MaxClasses classes are an error.
func (e *evaluation) classes(lines []line) (labels []int, names []string, err error) {
	index := slices.IndexFunc(lines, func(l line) bool { return l.target == "class" })
	if index < 0 {
		return nil, nil, nil
	}
	// The different values, ascending.
	nodeValues := e.values["class"]
	sorted := slices.Clone(nodeValues)
	order.Floats(sorted)
	distinct := slices.Compact(sorted)
	if len(distinct) > MaxClasses {
		return nil, nil, &Error{lines[index].number, 1, "the class has " + strconv.Itoa(len(distinct)) + " different values; at most " +
			strconv.Itoa(MaxClasses) + ": sign, floor and < make few of many"}
	}
	// The class of a node is the index of its value.
	for _, v := range nodeValues {
		label, _ := slices.BinarySearch(distinct, v)
		labels = append(labels, label)
	}
	// The name of a class is its value with four digits, or with more digits if names would repeat, and with the typographic minus.
	// Rounding keeps the ascending order, so equal names would be neighbours.
	repeats := true
	for digits := 4; repeats; digits++ {
		names, repeats = nil, false
		for k, v := range distinct {
			names = append(names, strings.ReplaceAll(strconv.FormatFloat(v, 'g', digits, 64), "-", "−"))
			repeats = repeats || (k > 0 && names[k] == names[k-1])
		}
	}
	return labels, names, nil
}

// evaluateLine returns the value of a line for every node. It returns an error if the line contains an unknown name, and if a value is not
// finite or too large for a feature.
func (e *evaluation) evaluateLine(l line) ([]float64, error) {
	// An element of the stack has a number for each node. The operations are in postfix order, so that one element remains.
	var stack [][]float64
	for _, o := range l.ops {
		if o.arity == 0 {
			nodeValues, err := e.operand(l, o)
			if err != nil {
				return nil, err
			}
			stack = append(stack, nodeValues)
			continue
		}
		// A function of one argument has first = last.
		args := stack[len(stack)-o.arity:]
		first, last := args[0], args[o.arity-1]
		out := make([]float64, e.g.N)
		for i := range out {
			out[i] = compute(o.code, first[i], last[i])
			if out[i] == 0 {
				out[i] = 0 // turns −0 into +0
			}
		}
		stack = append(stack[:len(stack)-o.arity], out)
	}
	for i, v := range stack[0] {
		if !graph.FeatureFits(v) {
			return nil, &Error{l.number, 1, l.target + " is not finite, or too large, at node " + strconv.Itoa(i)}
		}
	}
	return stack[0], nil
}

// fill returns the value of the function valueOf at every node. The error is always nil, so that operand can return the results of fill.
// fill is not inlined: operand calls it in many places, and copies would enlarge the program that the page fetches.
//
//go:noinline
func (e *evaluation) fill(valueOf func(i int) float64) ([]float64, error) {
	out := make([]float64, e.g.N)
	for i := range out {
		out[i] = valueOf(i)
	}
	return out, nil
}

// operand returns the value of an operation without arguments at every node. The operation has a number, or the name of an earlier line, of
// a quantity of the graph or of a feature. For any other name operand returns an error, which names line l.
func (e *evaluation) operand(l line, o op) ([]float64, error) {
	if nodeValues, ok := e.values[o.name]; ok { // an earlier line
		return nodeValues, nil
	}
	// A number or a quantity of the graph. Any other name must be the name of a feature.
	switch o.name {
	case "": // a number
		return e.fill(func(int) float64 { return o.value })
	case "n":
		return e.fill(func(int) float64 { return float64(e.g.N) })
	case "pi":
		return e.fill(func(int) float64 { return math.Pi })
	case "i":
		return e.fill(func(i int) float64 { return float64(i) })
	case "camp":
		return e.fill(func(i int) float64 { return float64(e.g.Labels[i]) })
	case "noise":
		e.noises++
		r := rng.New(e.input.Seed, "formula noise "+strconv.Itoa(e.noises))
		return e.fill(func(int) float64 { return r.Norm() })
	case "degree":
		degrees := e.g.Degrees()
		return e.fill(func(i int) float64 { return float64(degrees[i]) })
	case "x", "y":
		axis := int(o.name[0] - 'x') // 0 for x, 1 for y
		return e.fill(func(i int) float64 { return e.input.XY[2*i+axis] })
	}
	index := slices.Index(e.g.FeatureNames, o.name)
	if index < 0 {
		// A position in an Error counts from 1, and o.column counts from 0.
		return nil, &Error{l.number, o.column + 1, "nothing has the name “" + o.name + "”; there are " + strings.Join(e.names(), ", ")}
	}
	return e.g.Feature(index), nil
}

// names returns the names of the quantities and the features of the graph, for an error.
// It leaves out names with a space, since the grammar cannot express them.
func (e *evaluation) names() []string {
	out := Names()
	for _, name := range e.g.FeatureNames {
		if !strings.Contains(name, " ") {
			out = append(out, name)
		}
	}
	return out
}
