package formula

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/order"
	"sheafscope/core/rng"
)

// functions and signs have their numbers by their places in this list: first those of one value, from two on those of two.
var functions = [...]string{"abs", "sign", "sqrt", "exp", "log", "sin", "cos", "tanh", "floor", "neg", "min", "max", "mod", "+", "-", "*",
	"/", "^", "<", ">", "<=", ">="}

// The places of those that have a line of their own in compute.
const (
	fAbs = iota
	fSign
	fSqrt
	fExp
	fLog
	fSin
	fCos
	fTanh
	fFloor
	fNeg
	fMin
	fMax
	fMod
	fPlus
	fMinus
	fTimes
	fOver
	fPower
	fLess
	fMore
	fAtMost
)

// The places in the list where functions of two values begin, and where signs do.
const (
	signOf, two, firstSign = 9, 10, 13
)

// function returns the number of the function with a name, −1 without one.
func function(name string) int {
	k := slices.Index(functions[:], name)
	if k == signOf || k >= firstSign {
		return -1
	}
	return k
}

// values is how many values a function takes.
func values(function int) int {
	if function < two {
		return 1
	}
	return 2
}

func truth(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// compute is what a function makes of its values. Those with series are of core/linalg, so that all machines compute the same bits.
func compute(function int, a, b float64) float64 {
	switch function {
	case fAbs:
		return math.Abs(a)
	case fSign:
		return 1 - 2*truth(a < 0)
	case fSqrt:
		return math.Sqrt(a)
	case fExp:
		return linalg.Exp(a)
	case fLog:
		return linalg.Log(a)
	case fSin:
		sin, _ := linalg.LargeSincos(a)
		return sin
	case fCos:
		_, cos := linalg.LargeSincos(a)
		return cos
	case fTanh:
		return linalg.Tanh(a)
	case fFloor:
		return math.Floor(a)
	case fNeg:
		return -a
	case fMin:
		return min(a, b)
	case fMax:
		return max(a, b)
	case fMod:
		return a - float64(b*math.Floor(a/b))
	case fPlus:
		return a + b
	case fMinus:
		return a - b
	case fTimes:
		return a * b
	case fOver:
		return a / b
	case fPower:
		return power(a, b)
	case fLess:
		return truth(a < b)
	case fMore:
		return truth(a > b)
	case fAtMost:
		return truth(a <= b)
	}
	return truth(a >= b)
}

// power is a^b: by products for a whole b of at most 64 in size, otherwise of a positive a alone.
func power(a, b float64) float64 {
	if b != math.Trunc(b) || math.Abs(b) > 64 {
		if a <= 0 {
			return math.NaN()
		}
		return linalg.Pow(a, b)
	}
	out := 1.0
	for range int(math.Abs(b)) {
		out *= a
	}
	if b < 0 {
		return 1 / out
	}
	return out
}

// Names are the quantities of every node of a graph: its place x, y in the first drawing, from −1 to 1; its degree; its class in the base
// graph, from 0; its number i, from 0; a standard normal number of its own, another wherever the word stands; and the number of nodes.
func Names() []string { return []string{"x", "y", "degree", "camp", "i", "noise", "n", "pi"} }

func reserved(name string) bool { return slices.Contains(Names(), name) }

// Functions are the names of the functions.
func Functions() []string {
	return slices.Concat(functions[:signOf], functions[two:firstSign])
}

// Apply gives a graph the classes and features of formulas. A fault is an *Error.
func Apply(g *graph.Graph, on Given) (*graph.Graph, error) {
	lines, fault := parse(on.Lines)
	if fault != nil {
		return nil, fault
	}
	e := evaluation{g: g, on: on, known: map[string][]float64{}}
	features := 0
	for _, l := range lines {
		v, err := e.line(l)
		if err != nil {
			return nil, err
		}
		e.known[l.target] = v
		if l.feature > 0 {
			features++
		}
	}
	labels, names, err := e.classes(lines)
	if err != nil {
		return nil, err
	}
	var columns [][]float64
	var titles []string
	for k := range features {
		of := slices.IndexFunc(lines, func(l line) bool { return l.feature == k+1 })
		if of < 0 {
			return nil, &Error{1, 1, "there is no feature " + strconv.Itoa(k+1) + "; their numbers run from 1"}
		}
		columns, titles = append(columns, e.known[lines[of].target]), append(titles, lines[of].text)
	}
	out := g.WithData(labels, names, columns, titles)
	out.Name += ", by formula"
	return out, nil
}

// evaluation holds the quantities known so far, a number a node.
type evaluation struct {
	g     *graph.Graph
	on    Given
	known map[string][]float64
	noise int
}

// classes are the class of every node and the names of classes: the values of the line "class" in their order. Without that line both
// are nil.
func (e *evaluation) classes(lines []line) (labels []int, names []string, err error) {
	k := slices.IndexFunc(lines, func(l line) bool { return l.target == "class" })
	if k < 0 {
		return nil, nil, nil
	}
	v := e.known["class"]
	values := slices.Clone(v)
	order.Floats(values)
	if values = slices.Compact(values); len(values) > MaxClasses {
		return nil, nil, &Error{lines[k].at, 1, "the class has " + strconv.Itoa(len(values)) + " different values; at most " +
			strconv.Itoa(MaxClasses) + ": sign, floor and < make few of many"}
	}
	for _, x := range v {
		c, _ := slices.BinarySearch(values, x)
		labels = append(labels, c)
	}
	for _, x := range values {
		names = append(names, strings.Replace(strconv.FormatFloat(x, 'g', 4, 64), "-", "−", 1))
	}
	return labels, names, nil
}

// line evaluates a line for all nodes.
func (e *evaluation) line(l line) ([]float64, error) {
	var stack [][]float64
	for _, o := range l.ops {
		if o.args == 0 {
			v, err := e.quantity(l, o)
			if err != nil {
				return nil, err
			}
			stack = append(stack, v)
			continue
		}
		a := stack[len(stack)-o.args:]
		out, second := make([]float64, e.g.N), a[o.args-1]
		for i := range out {
			if out[i] = compute(o.function, a[0][i], second[i]); out[i] == 0 {
				out[i] = 0 // without a sign
			}
		}
		stack = append(stack[:len(stack)-o.args], out)
	}
	for i, x := range stack[0] {
		if !graph.FeatureFits(x) {
			return nil, &Error{l.at, 1, l.target + " is not finite, or too large, at node " + strconv.Itoa(i)}
		}
	}
	return stack[0], nil
}

// fill is a value of every node. It is not inlined, as it is called for each quantity.
//
//go:noinline
func (e *evaluation) fill(of func(i int) float64) ([]float64, error) {
	out := make([]float64, e.g.N)
	for i := range out {
		out[i] = of(i)
	}
	return out, nil
}

// quantity is a number, or a quantity with a name, of every node.
func (e *evaluation) quantity(l line, o op) ([]float64, error) {
	if v, ok := e.known[o.name]; ok {
		return v, nil
	}
	switch o.name {
	case "":
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
		e.noise++
		r := rng.New(e.on.Seed, "formula noise "+strconv.Itoa(e.noise))
		return e.fill(func(int) float64 { return r.Norm() })
	case "degree":
		d := e.g.Degrees()
		return e.fill(func(i int) float64 { return float64(d[i]) })
	case "x", "y":
		k := int(o.name[0] - 'x')
		return e.fill(func(i int) float64 { return e.on.XY[2*i+k] })
	}
	k := slices.Index(e.g.FeatureNames, o.name)
	if k < 0 {
		return nil, &Error{l.at, o.column + 1, "nothing has the name “" + o.name + "”; there are " + strings.Join(e.names(), ", ")}
	}
	return e.g.Feature(k), nil
}

// names lists what a formula may name on this graph; a feature whose name has a space is none of it.
func (e *evaluation) names() []string {
	out := Names()
	for _, name := range e.g.FeatureNames {
		if !strings.Contains(name, " ") {
			out = append(out, name)
		}
	}
	return out
}
