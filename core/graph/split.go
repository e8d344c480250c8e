// This file divides the nodes into training, validation and test set.

package graph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/order"
	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// Sizes of the validation and test sets of [PerClass], as in the public Planetoid split (Yang et al. 2016).
const (
	PerClassVal  = 500
	PerClassTest = 1000
)

// PlanetoidSplit is the name of the split that the files of a Planetoid data set (Cora, CiteSeer, PubMed) imply.
// The training nodes are the rows of the file x, 20 of each class. The validation nodes are the next 500 nodes. The file test.index has the
// test nodes.
const PlanetoidSplit = "public Planetoid split"

// PerClass draws k training nodes of every class.
// A third of the other labelled nodes, at most [PerClassVal], is the validation set. The test set is the rest, but at most [PerClassTest]
// nodes. A small class may have fewer training nodes (maxTraining).
// PerClass returns an error if k < 1 or if the graph has no labels.
func PerClass(g *Graph, k int, seed uint64) (Split, error) {
	s := Split{Name: fmt.Sprintf("per-class:%d", k)}
	if k < 1 {
		return s, fmt.Errorf("graph: split %s: the number per class must be at least 1", s.Name)
	}
	classes, err := byClass(g, s.Name, seed)
	if err != nil {
		return s, err
	}
	var others []int // labelled nodes that are no training nodes
	for _, nodes := range classes {
		count := min(k, maxTraining(len(nodes))) // of the nodes, which are in random order
		s.Train = append(s.Train, nodes[:count]...)
		others = append(others, nodes[count:]...)
	}
	order.Ints(others) // so that the order after shuffle depends only on the set of these nodes
	shuffle(others, rng.New(seed, "split rest"))
	val := min(PerClassVal, len(others)/3)
	test := min(PerClassTest, len(others)-val)
	// The third index limits the capacity, so that an append to Val cannot overwrite Test.
	s.Val, s.Test = others[:val:val], others[val:val+test:val+test]
	s.sort()
	return s, nil
}

// maxTraining returns the largest number of training nodes of a class with n nodes: n − 2, but at least half of n, rounded up.
// So at least two nodes remain for validation and test, unless the class has fewer than four.
func maxTraining(n int) int { return max(n-2, (n+1)/2) }

// RandomStratified draws fractions of the labelled nodes as training, validation and test set, class by class.
//
// Rounding errors do not add up over the classes: in one class, a set differs from its fraction by fewer than two nodes.
// If train > 0, every class with nodes has a training node. With small classes the differences may then be larger.
//
// RandomStratified returns an error if a fraction is negative, if the sum is 0 or above 1, or if the graph has no labels.
func RandomStratified(g *Graph, train, val, test float64, seed uint64) (Split, error) {
	s := Split{Name: fmt.Sprintf("random:%g,%g,%g", train, val, test)}
	sum := train + val + test
	areFractions := train >= 0 && val >= 0 && test >= 0 // false for NaN, too
	sumFits := sum > 0 && sum <= 1+1e-9                 // the tolerance admits rounding errors of the sum
	if !areFractions || !sumFits {
		return s, fmt.Errorf("graph: split %s: the fractions must not be negative, and their sum must be above 0 and at most 1", s.Name)
	}
	classes, err := byClass(g, s.Name, seed)
	if err != nil {
		return s, err
	}
	// The numbers of training nodes, of training and validation nodes, and of all drawn nodes are rounded fractions of the classes so far,
	// less the nodes that s has already. Rounding class by class would add up the errors of all classes.
	// round rounds halves up. A rounding error may make a half slightly smaller, so 1e-9 is added.
	round := func(x float64) int { return int(float64(x) + 0.5 + 1e-9) }
	seen := 0 // nodes of the classes so far
	for _, nodes := range classes {
		seen += len(nodes)
		drawnTrain, drawnVal := len(s.Train), len(s.Val)
		drawn := drawnTrain + drawnVal + len(s.Test)
		// Training nodes of the class end before nodes[endTrain], validation nodes before nodes[endVal], and test nodes before nodes[end].
		endTrain := round(train*float64(seen)) - drawnTrain
		if train > 0 { // a class without a training node cannot be learned
			endTrain = max(endTrain, 1)
		}
		endTrain = clamp(endTrain, 0, len(nodes))
		end := clamp(round(sum*float64(seen))-drawn, endTrain, len(nodes))
		endVal := clamp(round((train+val)*float64(seen))-drawnTrain-drawnVal, endTrain, end)
		s.Train = append(s.Train, nodes[:endTrain]...)
		s.Val = append(s.Val, nodes[endTrain:endVal]...)
		s.Test = append(s.Test, nodes[endVal:end]...)
	}
	s.sort()
	return s, nil
}

// Explicit returns the split of the given nodes, in any order. It returns an error for a node outside 0..n-1, and for a node that occurs
// twice in the three lists.
func Explicit(n int, train, val, test []int) (Split, error) {
	s := Split{Name: "explicit", Train: slices.Clone(train), Val: slices.Clone(val), Test: slices.Clone(test)}
	s.sort()
	return s, s.Check(n)
}

// Untrained returns the classes that have nodes in the graph, but no node in the training set.
func (s *Split) Untrained(g *Graph) (classes []int) {
	trained := s.trained(g)
	for c, n := range g.ClassSizes() {
		if n > 0 && trained[c] == 0 {
			classes = append(classes, c)
		}
	}
	return classes
}

// trained returns the number of training nodes of every class.
func (s *Split) trained(g *Graph) []int {
	counts := make([]int, g.Classes)
	for _, i := range s.Train {
		if y := g.Labels[i]; y >= 0 { // -1 is an unknown class
			counts[y]++
		}
	}
	return counts
}

// UntrainedText returns a sentence on the classes of [Split.Untrained], or "" if there are none.
func (s *Split) UntrainedText(g *Graph) string {
	var list []string // a text for each class, such as "class 3 (4 nodes)"
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

// className returns the name of class c. If the class has no name or has its number as name, className returns "class 3" for class 3.
func (g *Graph) className(c int) string {
	if c < len(g.ClassNames) && g.ClassNames[c] != itoa(c) {
		return g.ClassNames[c]
	}
	return "class " + itoa(c)
}

// Sets returns the training, validation and test set, in this order.
func (s *Split) Sets() [3][]int { return [3][]int{s.Train, s.Val, s.Test} }

// Of returns the set of each of n nodes: [NoSet], [TrainSet], [ValSet] or [TestSet].
func (s *Split) Of(n int) []int {
	sets := make([]int, n)
	for k, nodes := range s.Sets() {
		for _, i := range nodes {
			sets[i] = TrainSet + k // TrainSet, ValSet and TestSet are consecutive numbers
		}
	}
	return sets
}

// Check returns an error for the first node that is outside 0..n-1, out of order in its set, or listed already.
func (s *Split) Check(n int) error {
	seen := make([]bool, n)
	for k, set := range s.Sets() { // k is 0 for the training set, 1 for the validation set, and 2 for the test set
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
//
// seed determines the nodes of the first two forms. ParseSplit fails for any other form, and if the function of the form fails.
func ParseSplit(g *Graph, spec string, seed uint64) (Split, error) {
	// The text after the colon has a form of its own for each kind of split.
	kind, text, _ := strings.Cut(strings.TrimSpace(spec), ":")
	bad := func(why string) (Split, error) {
		return Split{}, fmt.Errorf("graph: split %q: %s; write for example per-class:20, random:0.48,0.32,0.20 or explicit:0-4,9/5/6-8", spec,
			why)
	}
	switch kind {
	case "per-class":
		k, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return bad("the number per class is not an integer")
		}
		return PerClass(g, k, seed)
	case "random":
		parts := strings.Split(text, ",")
		if len(parts) != 3 {
			return bad("three fractions are needed")
		}
		var fractions [3]float64 // of training, validation and test nodes
		for k, part := range parts {
			v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
			if err != nil {
				return bad(fmt.Sprintf("%q is not a number", part))
			}
			fractions[k] = v
		}
		return RandomStratified(g, fractions[0], fractions[1], fractions[2], seed)
	case "explicit":
		parts := strings.Split(text, "/")
		if len(parts) != 3 {
			return bad("three lists of nodes separated by / are needed")
		}
		var sets [3][]int
		for k, part := range parts {
			ids, err := parseRanges(part, g.N)
			if err != nil {
				return bad(err.Error())
			}
			sets[k] = ids
		}
		return Explicit(g.N, sets[0], sets[1], sets[2])
	}
	return bad("unknown kind of split")
}

// parseRanges returns the ids of a list of nodes and ranges such as "0-4,9", in a graph of n nodes. Empty elements give no id.
// parseRanges fails for any other text, for an id outside 0..n-1, and for more ids than nodes.
func parseRanges(text string, n int) ([]int, error) {
	var ids []int
	for _, element := range strings.Split(text, ",") {
		part := strings.TrimSpace(element)
		if part == "" {
			continue
		}
		firstText, lastText, isRange := strings.Cut(part, "-")
		first, err := strconv.Atoi(firstText)
		last := first // a single node is a range of one node
		if err == nil && isRange {
			last, err = strconv.Atoi(lastText)
		}
		areNodes := err == nil && 0 <= first && first <= last && last < n
		if !areNodes {
			return nil, fmt.Errorf("%q is not a node or range of nodes in 0..%d", part, n-1)
		}
		// This limits the list, which could be very long for a short text with overlapping ranges.
		if len(ids)+last-first+1 > n {
			return nil, fmt.Errorf("more nodes than the graph has")
		}
		for i := first; i <= last; i++ {
			ids = append(ids, i)
		}
	}
	return ids, nil
}

// byClass returns a list for every class with nodes: the nodes of the class in random order. It fails if no node has a label. name is the
// name of the split, for the error.
func byClass(g *Graph, name string, seed uint64) ([][]int, error) {
	classes := make([][]int, g.Classes)
	labelled := 0
	for i, y := range g.Labels {
		if y >= 0 {
			classes[y] = append(classes[y], i)
			labelled++
		}
	}
	if labelled == 0 {
		return nil, fmt.Errorf("graph: split %s: no node of %q has a label", name, g.Name)
	}
	nonempty := classes[:0] // the lists that are not empty, in the memory of classes
	for c, nodes := range classes {
		if len(nodes) > 0 {
			// Each class has its own stream, so that its order does not depend on the other classes.
			shuffle(nodes, rng.New(seed, "split class", uint64(c)))
			nonempty = append(nonempty, nodes)
		}
	}
	return nonempty, nil
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
	order.Ints(s.Train)
	order.Ints(s.Val)
	order.Ints(s.Test)
}

// clamp returns x, limited to the range lo..hi.
func clamp(x, lo, hi int) int { return max(lo, min(x, hi)) }

// itoa returns i in decimal.
func itoa(i int) string { return strconv.Itoa(i) }
