package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Edges with a mark between their ends, A -> B, A -- B, A - B or 1-2, and marks in front of list rows, 1. or -.

// arrow is a mark between two ends.
type arrow struct {
	mark string
	// direction is 1 from left to right, -1 from right to left, 0 for both.
	direction int
	// spaced marks need spaces around them, since names may contain the mark.
	spaced bool
}

// arrows are in the order of their tests: longer marks before their parts.
var arrows = []arrow{{"<-->", 0, false}, {"<->", 0, false}, {"<=>", 0, false}, {"-->", 1, false}, {"->", 1, false}, {"==>", 1, false},
	{"=>", 1, false}, {"<--", -1, false}, {"<-", -1, false}, {"→", 1, false}, {"⇒", 1, false}, {"⟶", 1, false}, {"➔", 1, false},
	{"←", -1, false}, {"↔", 0, false}, {"⇄", 0, false}, {"⟷", 0, false}, {"---", 0, true}, {"--", 0, true}, {"—", 0, true}, {"–", 0, true},
	{"-", 0, true}}

// splitArrows splits a line at its arrows. parts has one more element than the directions.
func splitArrows(s string) (parts []string, ways []int) {
	from := 0
	for k := 0; k < len(s); k++ {
		for _, a := range arrows {
			if end := k + len(a.mark); strings.HasPrefix(s[k:], a.mark) &&
				(!a.spaced || k > 0 && s[k-1] == ' ' && end < len(s) && s[end] == ' ') {
				parts, ways = append(parts, strings.TrimSpace(s[from:k])), append(ways, a.direction)
				from, k = end, end-1
				break
			}
		}
	}
	return append(parts, strings.TrimSpace(s[from:])), ways
}

// isArrowRow reports whether a line is nodes separated by arrows. The last node may be missing.
func isArrowRow(s string) bool {
	parts, ways := splitArrows(strings.TrimRight(s, " ;"))
	return len(ways) > 0 && !slices.Contains(parts[:len(parts)-1], "") && (parts[len(parts)-1] != "" || len(parts) == 2)
}

// arrowRows returns lines of nodes with arrows or hyphens as rows of a table, nil for other lines.
// directed reports that arrows have a direction. If only some have one, each other arrow becomes two edges, and a doubt is added.
func arrowRows(d []byte) (rows []byte, directed bool, doubts []Doubt) {
	if !firstRowsMatch(d, isArrowRow) {
		return hyphenRows(d)
	}
	d, doubts = cutLineLabels(d)
	// A number after a comma is a weight, unless no node has a name and one of these numbers begins a line.
	one, weighed, dashes, both := false, true, true, 0
	// The form of weights is decided on all lines before any is rewritten.
	values := endCutter(d)
	nodes, numbers, named := map[string]bool{}, map[string]bool{}, false
	for _, s := range contentLines(d, "#%") {
		parts, ways := splitArrows(strings.TrimRight(string(s), " ;"))
		for _, w := range ways {
			directed, both = directed || w != 0, both+oneIf(w == 0)
		}
		dashes = dashes && len(ways) == 1 && bytes.Contains(s, []byte(" - "))
		ends := strings.Split(parts[len(parts)-1], ",")
		one = one || strings.ContainsAny(parts[0], ",;")
		nodes[parts[0]], named = len(nodes) < MaxNodes, named || !isNumber(strings.TrimSpace(ends[0]))
		if weighed = weighed && len(ends) == 2 && isNumber(strings.TrimSpace(ends[1])); weighed {
			numbers[strings.TrimSpace(ends[1])] = len(numbers) < MaxNodes
		}
	}
	for s := range numbers {
		weighed = weighed && (named || !nodes[s])
	}
	if weighed && !named {
		doubts = append(doubts, Doubt{Rule: "weights", Text: "The numbers behind a comma were taken as weights of the edges: they may be nodes."})
	}
	if dashes && one {
		// A table with a dash in its cells.
		return nil, false, nil
	}
	if directed && both > 0 {
		doubts = append(doubts, Doubt{Rule: "direction", Text: fmt.Sprintf("Some arrows have a direction, %d have none: an edge without "+
			"was taken as one in both directions.", both)})
	}
	// ends returns the nodes behind the last arrow, each with a tab before its value.
	ends := func(s string) []string {
		if end, value, ok := strings.Cut(s, ","); weighed && ok {
			return []string{strings.TrimSpace(end) + "\t" + strings.TrimSpace(value)}
		}
		if one {
			return []string{cutValue(s)}
		}
		var list []string
		for _, s := range strings.FieldsFunc(s, isListMark) {
			s = strings.TrimSpace(s)
			if name, value, ok := values(s); ok {
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
			from, to := []string{parts[k]}, []string{parts[k+1]}
			if k+2 == len(parts) {
				to = ends(parts[k+1])
			}
			if len(to) == 0 {
				out = append(out, parts[k]+"\t")
			}
			for _, b := range to {
				if a := from[0]; way < 0 {
					b, value, _ := strings.Cut(b, "\t")
					out = append(out, strings.TrimRight(b+"\t"+a+"\t"+value, "\t"))
				} else if out = append(out, a+"\t"+b); way == 0 && directed {
					b, _, _ := strings.Cut(b, "\t")
					out = append(out, b+"\t"+a)
				}
			}
		}
		return strings.Join(out, "\n")
	}, isArrowRow), directed, doubts
}

// endCutter returns the function that separates a second end from its weight, or from a label behind a colon.
// The function never applies where some end lacks a value, or where no second end without its value precedes an arrow.
func endCutter(d []byte) func(s string) (end, value string, ok bool) {
	label := func(s string) (end, value string, ok bool) {
		end, value, ok = strings.Cut(s, ": ")
		return strings.TrimSpace(end), strings.TrimSpace(value), ok && end != "" && value != ""
	}
	for _, cut := range []func(s string) (end, value string, ok bool){cutWeight, label} {
		firsts, seconds, some := map[string]bool{}, map[string]bool{}, false
		all := firstRowsMatch(d, func(s string) bool {
			parts, _ := splitArrows(strings.TrimRight(s, " ;"))
			firsts[parts[0]] = true
			for _, p := range strings.FieldsFunc(parts[len(parts)-1], isListMark) {
				end, _, ok := cut(strings.TrimSpace(p))
				if !ok {
					return false
				}
				seconds[end], some = true, true
			}
			_, _, first := cut(parts[0])
			return !first
		})
		for s := range seconds {
			if all && some && firsts[s] {
				return cut
			}
		}
	}
	return func(string) (string, string, bool) { return "", "", false }
}

// cutValue puts a tab between the second end of an edge and a value: a number behind a colon, a label in brackets or a score.
// Words behind several spaces are a value, too.
func cutValue(s string) string {
	for _, mark := range []string{"   ", "  ", "\t", " : ", ": ", " [", " ("} {
		if end, value, ok := strings.Cut(s, mark); ok && end != "" {
			value = strings.TrimSpace(strings.Trim(strings.TrimSpace(value), "[]()"))
			if mark[0] == ' ' && strings.TrimSpace(mark) == "" || mark == "\t" || isQuantity(value) || mark == " [" {
				return strings.TrimSpace(end) + "\t" + value
			}
		}
	}
	if k := strings.LastIndexByte(s, ' '); k > 0 && isScore(s[k+1:]) {
		return strings.TrimSpace(s[:k]) + "\t" + s[k+1:]
	}
	return s
}

// isQuantity reports whether a text is a number, perhaps with a unit: 350 mi, € 20.
func isQuantity(s string) bool {
	parts := strings.Fields(s)
	number := func(s string) bool { return isNumber(decimalPoint(strings.Trim(s, "€$£¥%"))) }
	return len(parts) > 0 && len(parts) < 3 && (number(parts[0]) || number(parts[len(parts)-1]))
}

// cutLineLabels removes labels in front of a colon where all lines have one, as the name of a train line before its stations.
// A doubt names the first label, unless lines have more than two nodes.
func cutLineLabels(d []byte) (out []byte, doubts []Doubt) {
	first, chains := "", false
	label := func(s string) (head, rest string, ok bool) {
		parts, _ := splitArrows(s)
		head, _, ok = strings.Cut(parts[0], ": ")
		return head, strings.TrimSpace(strings.TrimPrefix(s, head+": ")), ok && head != ""
	}
	labelled := func(s string) bool {
		head, rest, ok := label(s)
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
	return mapRows(d, func(s string) string { _, rest, _ := label(s); return rest }, func(s string) bool {
		_, _, ok := label(s)
		return ok
	}), doubts
}

// isScore reports whether a text is two integers with a colon or a dash between them, as 3:1.
func isScore(s string) bool {
	a, b, ok := strings.Cut(s, ":")
	if !ok {
		a, b, ok = strings.Cut(s, "-")
	}
	return ok && isInteger(a) && isInteger(b)
}

// isHyphenPair reports whether a line is two words with a hyphen between them, as 1-2.
func isHyphenPair(s string) bool {
	a, b, ok := strings.Cut(strings.TrimSpace(s), "-")
	return ok && a != "" && b != "" && !strings.ContainsAny(s, " \t,;|:/.\"") && !strings.Contains(b, "-")
}

// hyphenRows returns pairs with a hyphen as rows, with a doubt. Where few words repeat the lines are names with a hyphen: rows is nil.
func hyphenRows(d []byte) (rows []byte, directed bool, doubts []Doubt) {
	if !firstRowsMatch(d, isHyphenPair) {
		return nil, false, nil
	}
	words, n := map[string]bool{}, 0
	for _, s := range contentLines(d, "#%") {
		a, b, _ := strings.Cut(string(s), "-")
		words[a], words[b] = true, true
		if n += 2; n > MaxNodes {
			break
		}
	}
	// Ends of edges repeat, parts of names hardly.
	if 5*len(words) > 4*n {
		return nil, false, nil
	}
	return mapRows(d, func(s string) string { return strings.Replace(s, "-", "\t", 1) }, isHyphenPair), false, []Doubt{{Rule: "hyphens",
		Text: "The words before and behind a hyphen were taken as the two ends of an edge: they may be one name."}}
}

// splitPairs puts several pairs of a single line, 1-2, 2-3 or a,b; b,c, on lines of their own.
func splitPairs(d []byte) []byte {
	line := bytes.TrimSpace(d)
	if bytes.IndexByte(line, '\n') >= 0 || len(line) > 100*MaxName {
		return d
	}
	for _, mark := range []string{";", ",", " "} {
		items := strings.FieldsFunc(string(line), func(r rune) bool { return strings.ContainsRune(mark, r) })
		pair := func(s string) bool {
			return isHyphenPair(s) || isArrowRow(s) || mark == ";" && strings.Count(s, ",") == 1 && !strings.HasPrefix(s, ",")
		}
		if len(items) > 2 && !slices.ContainsFunc(items, func(s string) bool { return !pair(strings.TrimSpace(s)) }) {
			return []byte(strings.Join(items, "\n"))
		}
	}
	return d
}

// cutRowMarks removes list marks in front of all rows: a common mark, or numbers that count the rows as 1. or 1).
func cutRowMarks(d []byte) []byte {
	for _, mark := range []string{"- ", "* ", "• ", "> ", "Edge "} {
		if has := func(s string) bool { return strings.HasPrefix(s, mark) }; firstRowsMatch(d, has) {
			return mapRows(d, func(s string) string { return strings.TrimSpace(s[len(mark):]) }, has)
		}
	}
	// Numbers must count the rows: otherwise they are ids.
	numbered := func(s string) (number, rest string, ok bool) {
		if k := strings.IndexAny(s, ".)"); k > 0 && k+1 < len(s) && s[k+1] == ' ' && isInteger(s[:k]) {
			return s[:k], strings.TrimSpace(s[k+1:]), true
		}
		return "", "", false
	}
	k, first := 0, int64(0)
	counts := func(s string) bool {
		number, _, ok := numbered(s)
		v, _ := parseID([]byte(number))
		if k++; k == 1 {
			first = v
		}
		return ok && first < 2 && v == first+int64(k)-1
	}
	if !firstRowsMatch(d, counts) {
		return d
	}
	return mapRows(d, func(s string) string { _, rest, _ := numbered(s); return rest },
		func(s string) bool { _, _, ok := numbered(s); return ok })
}
