package graphio

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/order"
	"sheafscope/core/words"
)

// This file turns the attributes of the nodes into names, classes and features.
// Files of this package describe their attributes. For other files, guess.go chooses the attributes.

// meta is the description that the writers of this package add to a file, so that reading returns the written graph.
// Every node of the file has up to five attributes, besides the quantities of an export:
//   - name, if the graph has names
//   - class, a number; -1 means that the class is unknown
//   - class_name, the name of the class, which is not read again
//   - features, "column:value" for every non-zero feature, separated by spaces
//   - set, which is train, val or test, if there is a split
type meta struct {
	// Writer is metaWriter. Classes and Features are the numbers of classes and features.
	Writer       string   `json:"writer"`
	Name         string   `json:"name"`
	Classes      int      `json:"classes"`
	ClassNames   []string `json:"class_names,omitempty"`
	Features     int      `json:"features"`
	FeatureNames []string `json:"feature_names,omitempty"`
}

// metaWriter is the value of meta.Writer in files of this package.
const metaWriter = "sheafscope"

// newMeta returns the description of g.
func newMeta(g *graph.Graph) *meta {
	return &meta{metaWriter, g.Name, g.Classes, g.ClassNames, g.X.Cols, g.FeatureNames}
}

// parseMeta returns the description in a JSON text, such as {"writer":"sheafscope","name":"karate","classes":2,"features":34}.
// It returns nil if the text is no description of this package.
func parseMeta(text string) *meta {
	// The search avoids parsing the descriptions of other programs.
	if !strings.Contains(text, metaWriter) {
		return nil
	}
	var m meta
	if json.Unmarshal([]byte(text), &m) != nil || m.Writer != metaWriter {
		return nil
	}
	return &m
}

// isConsistent reports whether the counts are within the limits, and each list of names is nil or complete.
func (m *meta) isConsistent() bool {
	inLimits := m.Classes >= 0 && m.Classes <= MaxClasses && m.Features >= 0 && m.Features <= MaxFeatures
	classesAgree := m.ClassNames == nil || len(m.ClassNames) == m.Classes
	featuresAgree := m.FeatureNames == nil || len(m.FeatureNames) == m.Features
	return inLimits && classesAgree && featuresAgree
}

// describedAttributes sets names, labels and features of g from the attributes of a file of this package.
// A value that contradicts the description is an error.
func (a *assembly) describedAttributes(g *graph.Graph) {
	const remedy = "export the graph again"
	m := a.meta
	// The counts decide allocations, and the file may be damaged.
	if !m.isConsistent() {
		a.fail(0, remedy, "the description of classes and features is damaged")
		return
	}
	g.Name = cmp.Or(cleanName(m.Name), g.Name)
	g.Classes, g.ClassNames, g.FeatureNames = m.Classes, cleanNames(m.ClassNames), cleanNames(m.FeatureNames)
	// Without the attribute name, the names remain those that buildGraph has made of the ids.
	if c := a.find("name"); c != nil {
		a.setNames(g, c)
	}
	// A node without a class keeps the label -1 of graph.Build. Without an attribute class, value returns "" for every node.
	class := a.find("class")
	for i := range g.N {
		text := class.value(i)
		if text == "" {
			continue
		}
		y, err := strconv.Atoi(text)
		if err != nil || y < -1 || y >= g.Classes {
			a.fail(a.lines[i], remedy, "the class %s is not a number from -1 to %d", quote(text), g.Classes-1)
			return
		}
		g.Labels[i] = y
	}
	a.listedFeatures(g, a.find("features"), m.Features)
}

// setDefaults gives every node without a value the default of the attribute. defaults maps keys to their default values.
// The default "" changes nothing, and without nodes no attribute is added. Too many columns or values are an error.
func (a *assembly) setDefaults(defaults map[string]string) {
	// The order of a Go map is random; sorted keys make the order of the new columns fixed.
	for _, key := range order.Keys(defaults) {
		value := defaults[key]
		if len(a.ids) == 0 || value == "" {
			continue
		}
		if a.byKey[key] == nil {
			// setAttribute counts the cell of node 0. The cells of the further nodes are counted here.
			a.cells += len(a.ids) - 1
			if a.cells > maxCells {
				a.fail(0, "take fewer columns or nodes", "more than %d attribute values", maxCells)
				return
			}
			a.setAttribute(0, key, value)
			if a.err != nil {
				return
			}
			// The column is allocated once: appending would take three times the memory. The loop below sets node 0 again.
			a.byKey[key].values = make([]string, len(a.ids))
		}
		c := a.byKey[key]
		for i := range a.ids {
			if c.value(i) == "" {
				a.setAttribute(i, key, value)
			}
		}
	}
}

// cleanNames returns the names after cleanName. For an empty list it returns nil, which means in package graph that names are missing.
func cleanNames(names []string) []string {
	if len(names) == 0 {
		return nil
	}
	out := make([]string, len(names))
	for i, s := range names {
		out[i] = cleanName(s)
	}
	return out
}

// setClasses sets the classes of g from column c by [classValues.assign]. Too many classes are an error of the assembly.
// names is the column with the names of the classes, nil if the file has none. With names, classValues.numbered is true, and the caller
// sets the names (nameClasses).
func (a *assembly) setClasses(g *graph.Graph, c, names *column) {
	v := classValues{text: c.value, missing: c.lacksLabel(), numbered: names != nil}
	err := v.assign(g, func(i int, why string) error {
		return fault(a.file, a.lines[i], "use a column with fewer different values as class", "the column %s %s", quote(c.key), why)
	})
	a.keepError(err)
}

// classValues are the classes of all nodes as texts, from a column or an array.
type classValues struct {
	// text returns the text of node i. missing reports whether a text means that a node has no class.
	text    func(i int) string
	missing func(text string) bool
	// numbered reports that integers from 0 to MaxClasses−1 are class numbers. Classes 1 and 2 then leave class 0 empty,
	// and if the integers are only -1 and 1, -1 means that a node has no class.
	numbered bool
}

// assign sets g.Labels, g.Classes and g.ClassNames. More than MaxClasses classes are an error.
// If all classes are integers, numberIntegers numbers them. Otherwise the classes are numbered in order of appearance.
// fail makes the returned error from the node i at which the fault why was found. i is 0 for a fault of the whole column.
func (v classValues) assign(g *graph.Graph, fail func(i int, why string) error) error {
	text := v.normalText(g.N)
	// names are the distinct classes in order of appearance. number maps a class to its index in names.
	number := map[string]int{}
	var names []string
	areIntegers := true
	for i := range g.N {
		class := text(i)
		_, isKnown := number[class]
		if isKnown || v.missing(class) {
			continue
		}
		// One class beyond the limit is collected here, because numberIntegers may drop -1.
		if len(names) > MaxClasses {
			return fail(i, fmt.Sprintf("has more than %d classes", MaxClasses))
		}
		number[class] = len(names)
		names = append(names, class)
		// parseID returns a fault for a negative integer, too.
		_, why := parseID([]byte(class))
		isInteger := why == "" || why == "is negative"
		areIntegers = areIntegers && isInteger
	}
	classes := len(names)
	// Without any class, areIntegers is true, and numberIntegers returns empty results.
	if areIntegers {
		names, number, classes = v.numberIntegers(names)
	}
	if len(names) > MaxClasses {
		return fail(0, fmt.Sprintf("has more than %d classes", MaxClasses))
	}
	// A node without a class is not in number. It keeps the label -1 of graph.Build.
	for i := range g.N {
		label, isKnown := number[text(i)]
		if isKnown {
			g.Labels[i] = label
		}
	}
	// Without any class, the number of classes in g is kept.
	if classes > 0 {
		g.Classes = classes
	}
	// Integers that are class numbers themselves have no names.
	if len(names) > 0 {
		g.ClassNames = names
	}
	return nil
}

// normalText returns a function that returns the class of node i in a normal form. Equal integers, such as 07 and 7.0, have one form, and
// 0 and -0.0, too. So have True, TRUE and 1 in a column of truth values (mixedTruthSpellings). n is the number of nodes.
func (v classValues) normalText(n int) func(i int) string {
	mergeTruths := v.mixedTruthSpellings(n)
	return func(i int) string {
		s := cleanName(v.text(i))
		if mergeTruths && !v.missing(s) {
			// truthNumbers maps the words true and false to "1" and "0". The bits 1 and 0 stay as they are.
			lower := strings.ToLower(s)
			isTrue := cmp.Or(truthNumbers[lower], lower) == "1"
			return words.Either(isTrue, "true", "false")
		}
		// Below 2⁵³ a float64 holds every integer exactly. An integer has no minus zero.
		x, why := parseNumber(s)
		isWhole := why == "" && x == math.Trunc(x)
		if isWhole && math.Abs(x) < 1<<53 {
			return strconv.FormatInt(int64(x), 10)
		}
		return plainNumber([]byte(s))
	}
}

// numberIntegers numbers classes. texts are the classes, which are distinct integers. number maps the text of a class to its number.
// classes is the number of classes, with the classes that no node has. There are two numberings:
//   - Every integer is its own number. names is then nil. The integers must be in 0..MaxClasses−1. They must also have no gap from 0 on,
//     unless v.numbered is true.
//   - In all other cases the integers get the numbers 0, 1, 2, … in ascending order. names holds the integers in this order.
//
// If -1 is the smallest integer, it means that a node has no class, and gets no number. There is one exception: if the integers are only
// -1 and 1, and v.numbered is false, -1 is a class.
func (v classValues) numberIntegers(texts []string) (names []string, number map[string]int, classes int) {
	keys := make([]int64, len(texts))
	for k, s := range texts {
		// For a negative integer parseID returns its value, besides a fault.
		keys[k], _ = parseID([]byte(s))
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	hasMinusOne := len(keys) > 0 && keys[0] == -1
	isSignPair := hasMinusOne && len(keys) == 2 && keys[1] == 1 // two classes, as in data of binary classification
	if hasMinusOne && (!isSignPair || v.numbered) {
		keys = keys[1:]
	}
	number = map[string]int{}
	for k, key := range keys {
		name := strconv.FormatInt(key, 10)
		names = append(names, name)
		number[name] = k
	}
	// Without a class all results are empty.
	if len(keys) == 0 {
		return names, number, len(names)
	}
	smallest, largest := keys[0], keys[len(keys)-1]
	if smallest < 0 || largest >= MaxClasses {
		return names, number, len(names)
	}
	hasGaps := largest != int64(len(keys))-1
	if hasGaps && !v.numbered {
		return names, number, len(names)
	}
	for k, name := range names {
		number[name] = int(keys[k])
	}
	return nil, number, int(largest) + 1
}

// mixedTruthSpellings reports whether all values are truth values, and either words stand beside bits (True and 0),
// or a truth value has two spellings as a word (True and TRUE). Marks of a missing value do not count. n is the number of nodes.
func (v classValues) mixedTruthSpellings(n int) bool {
	spellings := map[string]bool{}
	hasWords := false
	for i := range n {
		s := strings.TrimSpace(v.text(i))
		isTruthWord := truthNumbers[strings.ToLower(s)] != ""
		isBit := s == "0" || s == "1"
		isTruth := isTruthWord || isBit
		if !isTruth && !v.missing(s) {
			return false
		}
		if !isTruth {
			continue
		}
		hasWords = hasWords || isTruthWord
		spellings[s] = true
	}
	// count["0"] and count["1"] are the numbers of spellings of false and of true.
	count := map[string]int{}
	for s := range spellings {
		bit := cmp.Or(truthNumbers[strings.ToLower(s)], s)
		count[bit]++
	}
	hasBits := spellings["0"] || spellings["1"]
	hasVariants := count["0"] > 1 || count["1"] > 1
	return hasWords && (hasVariants || hasBits)
}

// nameClasses sets the names of the classes from column c. A name is the first text in c, other than blanks, among the nodes of the class.
// If no class has a text, the names do not change.
func nameClasses(g *graph.Graph, c *column) {
	names := make([]string, g.Classes)
	for i, y := range g.Labels {
		if y >= 0 && names[y] == "" {
			names[y] = cleanName(c.value(i))
		}
	}
	if strings.Join(names, "") != "" {
		g.ClassNames = names
	}
}
