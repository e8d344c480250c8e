// Splits of the nodes into training, validation and test set.

package graph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// Sizes of the validation and test sets of [PerClass], as in the public Planetoid split (Yang et al. 2016).
const (
	PerClassVal  = 500
	PerClassTest = 1000
)

// PlanetoidSplit is the name of the split that a Planetoid set implies.
// It trains on the rows of x (20 a class), validates on the next 500 nodes and tests on the ids of test.index.
const PlanetoidSplit = "public Planetoid split"

// PerClass draws k training nodes of every class.
// A third of the other labelled nodes, at most [PerClassVal], is the validation set; the rest, at most [PerClassTest], the test set.
// A class with fewer than k + 2 nodes trains on all but two; classes of 3 and 2 nodes keep one, of 1 node none.
// k < 1 and a graph without labels are errors.
func PerClass(g *Graph, k int, seed uint64) (Split, error) {
	s := Split{Name: fmt.Sprintf("per-class:%d", k)}
	if k < 1 {
		return s, fmt.Errorf("graph: split %s: the number per class must be at least 1", s.Name)
	}
	classes, err := byClass(g, s.Name, seed)
	if err != nil {
		return s, err
	}
	var rest []int
	// byClass has shuffled the nodes of each class.
	for _, nodes := range classes {
		take := min(k, spared(len(nodes)))
		s.Train = append(s.Train, nodes[:take]...)
		rest = append(rest, nodes[take:]...)
	}
	slices.Sort(rest)
	shuffle(rest, rng.New(seed, "split rest"))
	// The validation set is half of the test set, up to the limits.
	val := min(PerClassVal, len(rest)/3)
	test := min(PerClassTest, len(rest)-val)
	s.Val, s.Test = rest[:val:val], rest[val:val+test:val+test]
	s.sort()
	return s, nil
}

// spared returns the largest number of training nodes of a class with n nodes.
func spared(n int) int { return max(n-2, (n+1)/2) }

// RandomStratified draws fractions of the labelled nodes as training, validation and test set, class by class.
// In each class the sizes equal the fractions to within one node.
// The total sizes are the rounded fractions, unless a class is too small.
// Every class has a training node for train > 0.
// Negative fractions, a sum above 1 or of 0, and a graph without labels are errors.
func RandomStratified(g *Graph, train, val, test float64, seed uint64) (Split, error) {
	s := Split{Name: fmt.Sprintf("random:%g,%g,%g", train, val, test)}
	sum := train + val + test
	if !(train >= 0 && val >= 0 && test >= 0) || !(sum > 0) || sum > 1+1e-9 {
		return s, fmt.Errorf("graph: split %s: the fractions must not be negative and must add up to at most 1", s.Name)
	}
	classes, err := byClass(g, s.Name, seed)
	if err != nil {
		return s, err
	}
	// Rounding running totals instead of classes keeps the total error below one node.
	seen, doneTrain, doneVal, doneAll := 0, 0, 0, 0
	round := func(x float64) int { return int(float64(x) + 0.5 + 1e-9) }
	for _, nodes := range classes {
		seen += len(nodes)
		a := round(train*float64(seen)) - doneTrain
		// A class without a training node cannot be learned.
		if train > 0 {
			a = max(a, 1)
		}
		a = clamp(a, 0, len(nodes))
		all := clamp(round(sum*float64(seen))-doneAll, a, len(nodes))
		b := clamp(round((train+val)*float64(seen))-doneTrain-doneVal, a, all)
		s.Train = append(s.Train, nodes[:a]...)
		s.Val = append(s.Val, nodes[a:b]...)
		s.Test = append(s.Test, nodes[b:all]...)
		doneTrain, doneVal, doneAll = doneTrain+a, doneVal+b-a, doneAll+all
	}
	s.sort()
	return s, nil
}

// Explicit returns the split of the given nodes. A node outside 0..n-1 or in two sets is an error.
func Explicit(n int, train, val, test []int) (Split, error) {
	s := Split{Name: "explicit", Train: slices.Clone(train), Val: slices.Clone(val), Test: slices.Clone(test)}
	s.sort()
	return s, s.Check(n)
}

// Untrained returns the classes with nodes in the graph but none in the training set.
func (s *Split) Untrained(g *Graph) (classes []int) {
	trained := make([]bool, g.Classes)
	for _, i := range s.Train {
		if y := g.Labels[i]; y >= 0 {
			trained[y] = true
		}
	}
	for c, n := range g.ClassSizes() {
		if n > 0 && !trained[c] {
			classes = append(classes, c)
		}
	}
	return classes
}

// UntrainedText returns a sentence on the classes without training nodes, "" for none.
func (s *Split) UntrainedText(g *Graph) string {
	var list []string
	sizes := g.ClassSizes()
	for _, c := range s.Untrained(g) {
		unit := words.Either(sizes[c] == 1, " node)", " nodes)")
		list = append(list, g.className(c)+" ("+itoa(sizes[c])+unit)
	}
	if len(list) == 0 {
		return ""
	}
	end := words.Either(len(list) > 1, ", so they cannot be learned.", ", so it cannot be learned.")
	return "The training set of this split has no node of " + strings.Join(list, ", ") + end
}

// className returns the name of class c, "class c" for a class without a name or with its number as name.
func (g *Graph) className(c int) string {
	if c < len(g.ClassNames) && g.ClassNames[c] != itoa(c) {
		return g.ClassNames[c]
	}
	return "class " + itoa(c)
}

// Sets returns the training, validation and test set, in this order.
func (s *Split) Sets() [3][]int { return [3][]int{s.Train, s.Val, s.Test} }

// Of returns the set of each of n nodes, [NoSet] to [TestSet].
func (s *Split) Of(n int) []int {
	of := make([]int, n)
	for k, set := range s.Sets() {
		for _, i := range set {
			of[i] = TrainSet + k
		}
	}
	return of
}

// Check returns an error for the first node outside 0..n-1, out of order or in two sets.
func (s *Split) Check(n int) error {
	seen := make([]bool, n)
	for k, set := range s.Sets() {
		for p, i := range set {
			if i < 0 || i >= n {
				return fmt.Errorf("graph: split %s: node %d is not in 0..%d", s.Name, i, n-1)
			}
			if seen[i] {
				return fmt.Errorf("graph: split %s: node %d occurs twice", s.Name, i)
			}
			if p > 0 && set[p-1] > i {
				return fmt.Errorf("graph: split %s: set %d is not sorted", s.Name, k)
			}
			seen[i] = true
		}
	}
	return nil
}

// ParseSplit returns the split of a specification in one of three forms:
//
//	per-class:20            20 training nodes of every class (PerClass)
//	random:0.48,0.32,0.20   stratified fractions (RandomStratified)
//	explicit:0-4,9/5/6-8    training, validation and test nodes, ids and ranges
func ParseSplit(g *Graph, spec string, seed uint64) (Split, error) {
	kind, rest, _ := strings.Cut(strings.TrimSpace(spec), ":")
	bad := func(why string) (Split, error) {
		return Split{}, fmt.Errorf("graph: split %q: %s; write for example per-class:20, random:0.48,0.32,0.20 or explicit:0-4,9/5/6-8", spec,
			why)
	}
	switch kind {
	case "per-class":
		k, err := strconv.Atoi(strings.TrimSpace(rest))
		if err != nil {
			return bad("the number per class is not an integer")
		}
		return PerClass(g, k, seed)
	case "random":
		parts := strings.Split(rest, ",")
		if len(parts) != 3 {
			return bad("three fractions are needed")
		}
		// The fractions of training, validation and test nodes.
		var f [3]float64
		for i, p := range parts {
			v, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
			if err != nil {
				return bad(fmt.Sprintf("%q is not a number", p))
			}
			f[i] = v
		}
		return RandomStratified(g, f[0], f[1], f[2], seed)
	case "explicit":
		parts := strings.Split(rest, "/")
		if len(parts) != 3 {
			return bad("three lists of nodes separated by / are needed")
		}
		var sets [3][]int
		for i, p := range parts {
			ids, err := parseRanges(p, g.N)
			if err != nil {
				return bad(err.Error())
			}
			sets[i] = ids
		}
		return Explicit(g.N, sets[0], sets[1], sets[2])
	}
	return bad("unknown kind of split")
}

// parseRanges parses "0-4,9". Ids are checked against n before the list grows.
func parseRanges(text string, n int) ([]int, error) {
	var ids []int
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		lo, hi, isRange := strings.Cut(part, "-")
		a, err := strconv.Atoi(lo)
		b := a
		if err == nil && isRange {
			b, err = strconv.Atoi(hi)
		}
		if err != nil || a < 0 || b < a || b >= n {
			return nil, fmt.Errorf("%q is not a node or range of nodes in 0..%d", part, n-1)
		}
		// Overlapping ranges could otherwise grow without limit.
		if len(ids)+b-a+1 > n {
			return nil, fmt.Errorf("more nodes than the graph has")
		}
		for i := a; i <= b; i++ {
			ids = append(ids, i)
		}
	}
	return ids, nil
}

// byClass returns the nodes of every class in random order, without empty classes.
func byClass(g *Graph, name string, seed uint64) ([][]int, error) {
	classes := make([][]int, g.Classes)
	known := 0
	for i, y := range g.Labels {
		if y >= 0 {
			classes[y] = append(classes[y], i)
			known++
		}
	}
	if known == 0 {
		return nil, fmt.Errorf("graph: split %s: no node of %q has a label", name, g.Name)
	}
	// Empty classes need no nodes in any set.
	out := classes[:0]
	for c, nodes := range classes {
		if len(nodes) > 0 {
			// A stream per class: other classes do not change the order.
			shuffle(nodes, rng.New(seed, "split class", uint64(c)))
			out = append(out, nodes)
		}
	}
	return out, nil
}

// shuffle permutes list in place (Fisher and Yates).
func shuffle(list []int, r *rng.Stream) {
	for i := len(list) - 1; i > 0; i-- {
		j := r.Intn(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

// sort sorts the three sets.
func (s *Split) sort() {
	slices.Sort(s.Train)
	slices.Sort(s.Val)
	slices.Sort(s.Test)
}

// clamp returns x limited to lo..hi.
func clamp(x, lo, hi int) int { return max(lo, min(x, hi)) }

// itoa returns i in decimal.
func itoa(i int) string { return strconv.Itoa(i) }
