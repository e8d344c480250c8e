package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Edges with a mark between their ends, such as A -> B, A -- B, A - B or 1-2, and list marks before rows, such as 1. or -.

// arrow is a mark between two ends.
type arrow struct {
	mark string
	// direction is 1 from left to right, -1 from right to left, 0 without a direction.
	direction int
	// spaced reports that the mark needs spaces around it, because names may contain it.
	spaced bool
}

// arrows are the marks in the order of their tests: a longer mark precedes its parts.
var arrows = []arrow{{"<-->", 0, false}, {"<->", 0, false}, {"<=>", 0, false}, {"-->", 1, false}, {"->", 1, false}, {"==>", 1, false},
	{"=>", 1, false}, {"<--", -1, false}, {"<-", -1, false}, {"→", 1, false}, {"⇒", 1, false}, {"⟶", 1, false}, {"➔", 1, false},
	{"←", -1, false}, {"↔", 0, false}, {"⇄", 0, false}, {"⟷", 0, false}, {"---", 0, true}, {"--", 0, true}, {"—", 0, true}, {"–", 0, true},
	{"-", 0, true}}

// splitArrows splits a line at its arrows. parts has one more element than directions.
func splitArrows(s string) (parts []string, directions []int) {
	from := 0
	for k := 0; k < len(s); k++ {
		for _, a := range arrows {
			end := k + len(a.mark)
			if !strings.HasPrefix(s[k:], a.mark) {
				continue
			}
			if hasSpaces := k > 0 && s[k-1] == ' ' && end < len(s) && s[end] == ' '; hasSpaces || !a.spaced {
				parts, directions = append(parts, strings.TrimSpace(s[from:k])), append(directions, a.direction)
				from, k = end, end-1
				break
			}
		}
	}
	return append(parts, strings.TrimSpace(s[from:])), directions
}

// isArrowRow reports whether a line consists of nodes separated by arrows. After a single arrow the node may be missing.
func isArrowRow(s string) bool {
	parts, ways := splitArrows(strings.TrimRight(s, " ;"))
	return len(ways) > 0 && !slices.Contains(parts[:len(parts)-1], "") && (parts[len(parts)-1] != "" || len(parts) == 2)
}

// arrowRows returns lines of nodes with arrows or hyphens as rows of a table, nil for other lines.
// directed reports that some arrows have a direction. Every arrow without a direction then becomes two edges, with a doubt.
func arrowRows(d []byte) (rows []byte, directed bool, doubts []Doubt) {
	if !firstRowsMatch(d, isArrowRow) {
		return hyphenRows(d)
	}
	d, doubts = cutLineLabels(d)
	// hasCommas reports first ends with commas, hasWeights a number after a comma in every line, hasDashes a single dash in every line.
	// undirected counts arrows without a direction.
	hasCommas, hasWeights, hasDashes, undirected := false, true, true, 0
	// The form of weights depends on all lines. It is determined before a line is rewritten.
	cutEnd := endCutter(d)
	// nodes are the first ends, numbers the numbers after commas. hasNames reports a second end that is no number.
	nodes, numbers, hasNames := map[string]bool{}, map[string]bool{}, false
	for _, s := range contentLines(d, "#%") {
		parts, ways := splitArrows(strings.TrimRight(string(s), " ;"))
		for _, w := range ways {
			directed, undirected = directed || w != 0, undirected+oneIf(w == 0)
		}
		hasDashes = hasDashes && len(ways) == 1 && bytes.Contains(s, []byte(" - "))
		ends := strings.Split(parts[len(parts)-1], ",")
		hasCommas = hasCommas || strings.ContainsAny(parts[0], ",;")
		nodes[parts[0]], hasNames = len(nodes) < MaxNodes, hasNames || !isNumber(strings.TrimSpace(ends[0]))
		if hasWeights = hasWeights && len(ends) == 2 && isNumber(strings.TrimSpace(ends[1])); hasWeights {
			numbers[strings.TrimSpace(ends[1])] = len(numbers) < MaxNodes
		}
	}
	// Among numbers, a number that begins a line is a node and not a weight.
	for s := range numbers {
		hasWeights = hasWeights && (hasNames || !nodes[s])
	}
	if hasWeights && !hasNames {
		doubts = append(doubts, Doubt{Rule: "weights", Text: "The numbers behind a comma were taken as weights of the edges: they may be nodes."})
	}
	// Commas before the dash are those of a table with a dash in its cells.
	if hasDashes && hasCommas {
		return nil, false, nil
	}
	if directed && undirected > 0 {
		doubts = append(doubts, Doubt{Rule: "direction", Text: fmt.Sprintf("Some arrows have a direction, %d have none: an edge without "+
			"was taken as one in both directions.", undirected)})
	}
	// secondEnds returns the nodes after the last arrow, each with a tab before its value.
	secondEnds := func(s string) []string {
		if end, value, ok := strings.Cut(s, ","); hasWeights && ok {
			return []string{strings.TrimSpace(end) + "\t" + strings.TrimSpace(value)}
		}
		if hasCommas {
			return []string{cutValue(s)}
		}
		var list []string
		for _, s := range strings.FieldsFunc(s, isListMark) {
			s = strings.TrimSpace(s)
			if name, value, ok := cutEnd(s); ok {
				list = append(list, name+"\t"+value)
			} else {
				list = append(list, cutValue(s))
			}
		}
		return list
	}
	return mapRows(d, func(s string) string {
		parts, ways := splitArrows(strings.TrimRight(s, " ;"))
		var out []string
		for k, way := range ways {
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
				case way < 0:
					out = append(out, strings.TrimRight(name+"\t"+left+"\t"+value, "\t"))
				case way == 0 && directed:
					out = append(out, left+"\t"+right, name+"\t"+left)
				default:
					out = append(out, left+"\t"+right)
				}
			}
		}
		return strings.Join(out, "\n")
	}, isArrowRow), directed, doubts
}

// endCutter returns a function that separates a second end from its weight, or from a label after a colon.
// The function returns false for all ends if some second end lacks a value, or if no second end is also a first end.
func endCutter(d []byte) func(s string) (end, value string, ok bool) {
	cutLabel := func(s string) (end, value string, ok bool) {
		end, value, ok = strings.Cut(s, ": ")
		return strings.TrimSpace(end), strings.TrimSpace(value), ok && end != "" && value != ""
	}
	for _, cut := range []func(s string) (end, value string, ok bool){cutWeight, cutLabel} {
		firsts, seconds, hasValue := map[string]bool{}, map[string]bool{}, false
		all := firstRowsMatch(d, func(s string) bool {
			parts, _ := splitArrows(strings.TrimRight(s, " ;"))
			firsts[parts[0]] = true
			for _, p := range strings.FieldsFunc(parts[len(parts)-1], isListMark) {
				end, _, ok := cut(strings.TrimSpace(p))
				if !ok {
					return false
				}
				seconds[end], hasValue = true, true
			}
			// A first end with a value would be a name that contains the mark.
			_, _, hasFirst := cut(parts[0])
			return !hasFirst
		})
		for s := range seconds {
			if all && hasValue && firsts[s] {
				return cut
			}
		}
	}
	return func(string) (string, string, bool) { return "", "", false }
}

// cutValue returns the second end of an edge and its value with a tab between them, or s if it has no value.
// The value is a number after a colon, a label in brackets, a score, or words after several spaces.
func cutValue(s string) string {
	for _, mark := range []string{"   ", "  ", "\t", " : ", ": ", " [", " ("} {
		if end, value, ok := strings.Cut(s, mark); ok && end != "" {
			value = strings.TrimSpace(strings.Trim(strings.TrimSpace(value), "[]()"))
			// White space and brackets separate any value, colons and parentheses only a quantity.
			if strings.TrimSpace(mark) == "" || isQuantity(value) || mark == " [" {
				return strings.TrimSpace(end) + "\t" + value
			}
		}
	}
	if k := strings.LastIndexByte(s, ' '); k > 0 && isScore(s[k+1:]) {
		return strings.TrimSpace(s[:k]) + "\t" + s[k+1:]
	}
	return s
}

// isQuantity reports whether a text is a number, or a number with a unit such as 350 mi or € 20.
func isQuantity(s string) bool {
	parts := strings.Fields(s)
	// Amounts of money have their currency at the number.
	number := func(s string) bool { return isNumber(decimalPoint(strings.Trim(s, "€$£¥%"))) }
	return len(parts) > 0 && len(parts) < 3 && (number(parts[0]) || number(parts[len(parts)-1]))
}

// cutLineLabels removes a label before a colon if all lines have one, such as the name of a train line before its stations.
// A doubt names the first label, unless some lines have more than two nodes.
func cutLineLabels(d []byte) (out []byte, doubts []Doubt) {
	// chains reports a line with more than two nodes.
	first, chains := "", false
	cutLabel := func(s string) (head, rest string, ok bool) {
		parts, _ := splitArrows(s)
		head, _, ok = strings.Cut(parts[0], ": ")
		return head, strings.TrimSpace(strings.TrimPrefix(s, head+": ")), ok && head != ""
	}
	labelled := func(s string) bool {
		head, rest, ok := cutLabel(s)
		_, ways := splitArrows(rest)
		if first == "" {
			first = head
		}
		chains = chains || len(ways) > 1
		return ok
	}
	if !firstRowsMatch(d, labelled) {
		return d, nil
	}
	if !chains {
		doubts = []Doubt{{Rule: "labels", Text: "What stands before a colon, such as " + quote(first) + ", was left out as the name of a line: " +
			"it may be a part of the first end."}}
	}
	return mapRows(d, func(s string) string { _, rest, _ := cutLabel(s); return rest }, func(s string) bool {
		_, _, ok := cutLabel(s)
		return ok
	}), doubts
}

// isScore reports whether a text is two integers with a colon or a hyphen between them, such as 3:1.
func isScore(s string) bool {
	a, b, ok := strings.Cut(s, ":")
	if !ok {
		a, b, ok = strings.Cut(s, "-")
	}
	return ok && isInteger(a) && isInteger(b)
}

// isHyphenPair reports whether a line is two words with a hyphen between them, such as 1-2.
func isHyphenPair(s string) bool {
	a, b, ok := strings.Cut(strings.TrimSpace(s), "-")
	return ok && a != "" && b != "" && !strings.ContainsAny(s, " \t,;|:/.\"") && !strings.Contains(b, "-")
}

// hyphenRows returns pairs with a hyphen as rows, with a doubt.
// rows is nil for other lines, and if few words repeat: such lines are names with a hyphen.
func hyphenRows(d []byte) (rows []byte, directed bool, doubts []Doubt) {
	if !firstRowsMatch(d, isHyphenPair) {
		return nil, false, nil
	}
	// words are the different words, n the number of all words.
	words, n := map[string]bool{}, 0
	for _, s := range contentLines(d, "#%") {
		a, b, _ := strings.Cut(string(s), "-")
		words[a], words[b] = true, true
		if n += 2; n > MaxNodes {
			break
		}
	}
	// The ends of edges repeat, the parts of names hardly ever.
	if 5*len(words) > 4*n {
		return nil, false, nil
	}
	return mapRows(d, func(s string) string { return strings.Replace(s, "-", "\t", 1) }, isHyphenPair), false, []Doubt{{Rule: "hyphens",
		Text: "The words before and behind a hyphen were taken as the two ends of an edge: they may be one name."}}
}

// splitPairs returns a text of a single line with several pairs, such as 1-2, 2-3 or a,b; b,c, with one pair per line.
// Other texts are returned unchanged.
func splitPairs(d []byte) []byte {
	line := bytes.TrimSpace(d)
	if bytes.IndexByte(line, '\n') >= 0 || len(line) > 100*MaxName {
		return d
	}
	for _, mark := range []string{";", ",", " "} {
		// All parts of the line must be pairs.
		items := strings.FieldsFunc(string(line), func(r rune) bool { return strings.ContainsRune(mark, r) })
		isPair := func(s string) bool {
			return isHyphenPair(s) || isArrowRow(s) || mark == ";" && strings.Count(s, ",") == 1 && !strings.HasPrefix(s, ",")
		}
		if len(items) > 2 && !slices.ContainsFunc(items, func(s string) bool { return !isPair(strings.TrimSpace(s)) }) {
			return []byte(strings.Join(items, "\n"))
		}
	}
	return d
}

// cutRowMarks removes list marks before all rows: the same mark, or numbers that count the rows, such as 1. or 1).
func cutRowMarks(d []byte) []byte {
	for _, mark := range []string{"- ", "* ", "• ", "> ", "Edge "} {
		if hasMark := func(s string) bool { return strings.HasPrefix(s, mark) }; firstRowsMatch(d, hasMark) {
			return mapRows(d, func(s string) string { return strings.TrimSpace(s[len(mark):]) }, hasMark)
		}
	}
	// Numbers that do not count the rows are ids.
	cutNumber := func(s string) (number, rest string, ok bool) {
		if k := strings.IndexAny(s, ".)"); k > 0 && k+1 < len(s) && s[k+1] == ' ' && isInteger(s[:k]) {
			return s[:k], strings.TrimSpace(s[k+1:]), true
		}
		return "", "", false
	}
	k, first := 0, int64(0)
	// The first number is 0 or 1.
	counts := func(s string) bool {
		number, _, ok := cutNumber(s)
		v, _ := parseID([]byte(number))
		if k++; k == 1 {
			first = v
		}
		return ok && first < 2 && v == first+int64(k)-1
	}
	if !firstRowsMatch(d, counts) {
		return d
	}
	return mapRows(d, func(s string) string { _, rest, _ := cutNumber(s); return rest },
		func(s string) bool { _, _, ok := cutNumber(s); return ok })
}
