package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// This file rewrites edges with a mark between their ends as rows of a table: A -> B, A -- B, A - B or 1-2.
// The caller is cleanRows.
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// arrow is a mark between the two ends of an edge.
type arrow struct {
	mark string
	// direction is 1 for an arrow to the right, -1 for an arrow to the left, and 0 for a mark without a direction.
	direction int
	// spaced reports that the mark needs spaces around it, because names may contain it.
	spaced bool
}

// arrows are the marks in the order of their tests: a longer mark precedes its parts.
var arrows = []arrow{{"<-->", 0, false}, {"<->", 0, false}, {"<=>", 0, false}, {"-->", 1, false}, {"->", 1, false}, {"==>", 1, false},
	{"=>", 1, false}, {"<--", -1, false}, {"<-", -1, false}, {"→", 1, false}, {"⇒", 1, false}, {"⟶", 1, false}, {"➔", 1, false},
	{"←", -1, false}, {"↔", 0, false}, {"⇄", 0, false}, {"⟷", 0, false}, {"---", 0, true}, {"--", 0, true}, {"—", 0, true}, {"–", 0, true},
	{"-", 0, true}}

// splitArrows splits a line at its arrows. parts are the texts between the arrows, and directions are the directions of the arrows.
// parts has one more element than directions.
func splitArrows(s string) (parts []string, directions []int) {
	partStart := 0
	for k := 0; k < len(s); k++ {
		for _, a := range arrows {
			end := k + len(a.mark)
			if !strings.HasPrefix(s[k:], a.mark) {
				continue
			}
			hasSpaces := k > 0 && s[k-1] == ' ' && end < len(s) && s[end] == ' '
			if !a.spaced || hasSpaces {
				parts = append(parts, strings.TrimSpace(s[partStart:k]))
				directions = append(directions, a.direction)
				// The loop continues after the mark.
				partStart, k = end, end-1
				break
			}
		}
	}
	return append(parts, strings.TrimSpace(s[partStart:])), directions
}

// isArrowRow reports whether a line consists of nodes separated by arrows. The node after a single arrow may be missing.
func isArrowRow(s string) bool {
	// A semicolon may end a line, as in DOT.
	parts, directions := splitArrows(strings.TrimRight(s, " ;"))
	last := len(parts) - 1
	if len(directions) == 0 || slices.Contains(parts[:last], "") {
		return false
	}
	return parts[last] != "" || len(directions) == 1
}

// arrowRows returns lines of nodes with arrows or hyphens as rows of a table. Lines without arrows are given to hyphenRows.
// rows is nil if one of the first lines has neither an arrow nor a hyphen, or if the lines are a table with commas and a dash in its cells.
// directed reports that some arrow has a direction. Every arrow without a direction then becomes two rows, with a doubt.
// Labels that are cut off, and weights that may be nodes, also give doubts.
func arrowRows(d []byte) (rows []byte, directed bool, doubts []Doubt) {
	if !firstRowsMatch(d, isArrowRow) {
		return hyphenRows(d)
	}
	d, doubts = cutLineLabels(d)
	d = decimalEnds(d)
	// hasWeights reports a number after a comma or another list mark in every line. hasDashes reports a single arrow " - " in every line.
	hasWeights, hasDashes := true, true
	// hasCommas reports that a first end has a comma or a semicolon, and hasTabs that it has a tab. hasNames reports that a second end is
	// no number.
	hasCommas, hasTabs, hasNames := false, false, false
	undirectedCount := 0 // arrows without a direction
	// nodes has the value true for first ends. Once it has MaxNodes entries, each further line sets false: its first end does not count.
	// numbers is the set of the numbers after commas.
	nodes, numbers := map[string]bool{}, map[string]bool{}
	// cutEnd separates the second ends from their values, in the form that the first lines show.
	cutEnd := endCutter(d)
	for _, s := range contentLines(d, "#%") {
		parts, directions := splitArrows(strings.TrimRight(string(s), " ;"))
		for _, direction := range directions {
			directed = directed || direction != 0
			undirectedCount += oneIf(direction == 0)
		}
		hasDashes = hasDashes && len(directions) == 1 && bytes.Contains(s, []byte(" - "))
		// The text after the last arrow may be a second end and its weight, such as B, 2.
		ends := strings.FieldsFunc(parts[len(parts)-1], isListMark)
		hasCommas = hasCommas || strings.ContainsAny(parts[0], ",;")
		hasTabs = hasTabs || strings.Contains(parts[0], "\t")
		nodes[parts[0]] = len(nodes) < MaxNodes
		hasNames = hasNames || len(ends) == 0 || !isNumber(strings.TrimSpace(ends[0]))
		hasWeights = hasWeights && len(ends) == 2 && isNumber(strings.TrimSpace(ends[1]))
		// The numbers matter only as long as every line has one.
		if hasWeights {
			numbers[strings.TrimSpace(ends[1])] = true
		}
	}
	// If all second ends are numbers, and a number after a comma is also a first end, the numbers after commas are nodes and not weights.
	for s := range numbers {
		isNode := !hasNames && nodes[s]
		hasWeights = hasWeights && !isNode
	}
	if hasWeights && !hasNames {
		doubts = append(doubts, Doubt{Rule: "weights", Text: "The numbers behind a comma or a semicolon were taken as weights of the " +
			"edges: they may be nodes."})
	}
	// A comma or a tab before the dash shows that the text is a table with a dash in its cells.
	if isTable := hasCommas || hasTabs; hasDashes && isTable {
		return nil, false, nil
	}
	if directed && undirectedCount > 0 {
		doubts = append(doubts, Doubt{Rule: "direction", Text: fmt.Sprintf("Some arrows have a direction, %d have none: an edge without "+
			"was taken as one in both directions.", undirectedCount)})
	}
	// secondEnds returns the nodes in the text after the last arrow. A tab separates a node from its value.
	secondEnds := func(s string) []string {
		ends := strings.FieldsFunc(s, isListMark)
		if hasWeights && len(ends) == 2 {
			return []string{strings.TrimSpace(ends[0]) + "\t" + strings.TrimSpace(ends[1])}
		}
		// If first ends have commas, a comma is a part of a name and separates no nodes.
		if hasCommas {
			return []string{cutValue(s)}
		}
		var list []string
		for _, part := range ends {
			node := strings.TrimSpace(part)
			if name, value, ok := cutEnd(node); ok {
				list = append(list, name+"\t"+value)
			} else {
				list = append(list, cutValue(node))
			}
		}
		return list
	}
	// rewrite returns a line as rows with an edge each, separated by line ends.
	rewrite := func(s string) string {
		parts, directions := splitArrows(strings.TrimRight(s, " ;"))
		var out []string
		for k, direction := range directions {
			left, rights := parts[k], []string{parts[k+1]}
			// Only the last part may be a list of nodes.
			if k+2 == len(parts) {
				rights = secondEnds(parts[k+1])
			}
			// A node without a neighbour.
			if len(rights) == 0 {
				out = append(out, left+"\t")
			}
			for _, right := range rights {
				name, value, _ := strings.Cut(right, "\t")
				switch {
				// In a row, the first end is on the left. An empty value leaves no tab.
				case direction < 0:
					out = append(out, strings.TrimRight(name+"\t"+left+"\t"+value, "\t"))
				// An edge in both directions is two rows. Only the first of them has the value.
				case direction == 0 && directed:
					out = append(out, left+"\t"+right, name+"\t"+left)
				default:
					out = append(out, left+"\t"+right)
				}
			}
		}
		return strings.Join(out, "\n")
	}
	return mapRows(d, rewrite, isArrowRow), directed, doubts
}

// cutWeightEnd splits a line with arrows before the number at its end, which is the text after the last space, tab or bracket.
// ok is false unless the number follows an end. In 1 -> 2,3 and 1 -> 2, 3 the numbers may be nodes.
func cutWeightEnd(s string) (before, number string, ok bool) {
	text := strings.TrimRight(s, " ;")
	start := strings.LastIndexAny(strings.TrimRight(text, ")]"), " \t([") + 1
	before, number = text[:start], text[start:]
	parts, directions := splitArrows(before)
	end := strings.TrimRight(parts[len(parts)-1], listMarks)
	hasEnd := len(directions) > 0 && end != "" && !isNumber(end)
	return before, number, hasEnd && strings.Count(number, ",") < 2 && isNumber(decimalPoint(strings.TrimRight(number, ")]")))
}

// decimalEnds returns lines with arrows with a point in place of the decimal comma of a weight at their end.
// If one of the first lines does not end with a weight, the text is returned unchanged.
func decimalEnds(d []byte) []byte {
	hasWeight := func(s string) bool { _, _, ok := cutWeightEnd(s); return ok }
	if !firstRowsMatch(d, hasWeight) {
		return d
	}
	pointEnd := func(s string) string {
		before, number, _ := cutWeightEnd(s)
		return before + strings.Replace(number, ",", ".", 1)
	}
	return mapRows(d, pointEnd, hasWeight)
}

// endCutter returns a function that separates a second end from its value: a weight, or a label after a colon.
// In the first rows, every second end must have a value of the chosen form, and no first end may have one.
// At least one second end must also be a first end. If neither form meets these conditions, the function returns ok false for every text.
func endCutter(d []byte) func(s string) (end, value string, ok bool) {
	// cutLabel splits a second end such as Bob: friend.
	cutLabel := func(s string) (end, value string, ok bool) {
		end, value, ok = strings.Cut(s, ": ")
		return strings.TrimSpace(end), strings.TrimSpace(value), ok && end != "" && value != ""
	}
	for _, cut := range []func(s string) (end, value string, ok bool){cutWeight, cutLabel} {
		firsts, seconds := map[string]bool{}, map[string]bool{}
		// matches reports whether all second ends of a line have a value and the first end has no value. It also records the ends.
		matches := func(s string) bool {
			parts, _ := splitArrows(strings.TrimRight(s, " ;"))
			firsts[parts[0]] = true
			for _, p := range strings.FieldsFunc(parts[len(parts)-1], isListMark) {
				end, _, ok := cut(strings.TrimSpace(p))
				if !ok {
					return false
				}
				seconds[end] = true
			}
			// If a first end has a value, too, the mark before it is a part of the names.
			_, _, firstHasValue := cut(parts[0])
			return !firstHasValue
		}
		if !firstRowsMatch(d, matches) {
			continue
		}
		for s := range seconds {
			if firsts[s] {
				return cut
			}
		}
	}
	return func(string) (string, string, bool) { return "", "", false }
}

// cutValue returns the second end of an edge and its value with a tab between them. If s has no value, cutValue returns s.
// The value is a quantity after a colon or in parentheses, a label in square brackets, or any text after a tab or several spaces.
// A score such as 3:1 after the last space is a value, too.
func cutValue(s string) string {
	// The first of these marks that gives a value decides.
	for _, mark := range []string{"   ", "  ", "\t", " : ", ": ", " [", " ("} {
		end, after, hasMark := strings.Cut(s, mark)
		if !hasMark || end == "" {
			continue
		}
		value := strings.TrimSpace(strings.Trim(strings.TrimSpace(after), "[]()"))
		// White space and square brackets separate any value. Colons and parentheses separate only a quantity.
		separatesAny := strings.TrimSpace(mark) == "" || mark == " ["
		if separatesAny || isQuantity(value) {
			return strings.TrimSpace(end) + "\t" + value
		}
	}
	if k := strings.LastIndexByte(s, ' '); k > 0 && isScore(s[k+1:]) {
		return strings.TrimSpace(s[:k]) + "\t" + s[k+1:]
	}
	return s
}

// isQuantity reports whether a text is a number, or a number with a unit such as 350 mi or € 20.
func isQuantity(s string) bool {
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 2 {
		return false
	}
	// A currency or a percent sign may be written at the number without a space.
	isAmount := func(s string) bool { return isNumber(decimalPoint(strings.Trim(s, "€$£¥%"))) }
	return isAmount(words[0]) || isAmount(words[len(words)-1])
}

// cutLineLabels removes the label before a colon from lines with arrows, such as the name of a railway line before its stations.
// If one of the first rows has no label, or the text has a single row, the text is returned unchanged.
// A doubt names the first label. It is left out if one of the first rows has more than two nodes, because the labels are then certain.
func cutLineLabels(d []byte) (out []byte, doubts []Doubt) {
	firstLabel, hasChains := "", false
	// splitLabel splits a line into the label and the text after the colon. The label is before the first arrow.
	splitLabel := func(s string) (label, nodes string, ok bool) {
		parts, _ := splitArrows(s)
		label, _, ok = strings.Cut(parts[0], ": ")
		return label, strings.TrimSpace(strings.TrimPrefix(s, label+": ")), ok && label != ""
	}
	// examine reports whether a line has a label. It also sets firstLabel, and sets hasChains for a line with more than two nodes.
	examine := func(s string) bool {
		label, nodes, ok := splitLabel(s)
		_, directions := splitArrows(nodes)
		if firstLabel == "" {
			firstLabel = label
		}
		hasChains = hasChains || len(directions) > 1
		return ok
	}
	if !firstRowsMatch(d, examine) {
		return d, nil
	}
	// In lines of two nodes, the label may be a part of the first node.
	if !hasChains {
		doubts = []Doubt{{Rule: "labels", Text: "What stands before a colon, such as " + quote(firstLabel) +
			", was left out as the name of a line: it may be a part of the first end."}}
	}
	removeLabel := func(s string) string { _, nodes, _ := splitLabel(s); return nodes }
	hasLabel := func(s string) bool { _, _, ok := splitLabel(s); return ok }
	return mapRows(d, removeLabel, hasLabel), doubts
}

// isScore reports whether a text is two integers from 0 on with a colon or a hyphen between them, such as 3:1.
func isScore(s string) bool {
	a, b, ok := strings.Cut(s, ":")
	if !ok {
		a, b, ok = strings.Cut(s, "-")
	}
	return ok && isInteger(a) && isInteger(b)
}

// isHyphenPair reports whether a line is two words with a single hyphen between them, such as 1-2.
// The line has no white space, and none of the marks , ; | : / . and ".
func isHyphenPair(s string) bool {
	a, b, hasHyphen := strings.Cut(strings.TrimSpace(s), "-")
	hasOtherMark := strings.ContainsAny(s, " \t,;|:/.\"") || strings.Contains(b, "-")
	return hasHyphen && !hasOtherMark && a != "" && b != ""
}

// hyphenRows returns pairs with a hyphen as rows, with a doubt. directed is always false.
// rows is nil if one of the first lines is no such pair, if there is a single line, or if more than 4/5 of all words are different.
func hyphenRows(d []byte) (rows []byte, directed bool, doubts []Doubt) {
	if !firstRowsMatch(d, isHyphenPair) {
		return nil, false, nil
	}
	// words is the set of the different words, and count is the number of all words.
	words, count := map[string]bool{}, 0
	for _, s := range contentLines(d, "#%") {
		a, b, _ := strings.Cut(string(s), "-")
		words[a], words[b] = true, true
		count += 2
		// Slightly more than MaxNodes words are a sufficient sample.
		if count > MaxNodes {
			break
		}
	}
	// The ends of edges repeat, but the parts of names with a hyphen hardly ever do.
	if 5*len(words) > 4*count {
		return nil, false, nil
	}
	separate := func(s string) string { return strings.Replace(s, "-", "\t", 1) }
	doubts = []Doubt{{Rule: "hyphens",
		Text: "The words before and behind a hyphen were taken as the two ends of an edge: they may be one name."}}
	return mapRows(d, separate, isHyphenPair), false, doubts
}
