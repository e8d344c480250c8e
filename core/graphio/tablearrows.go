package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Edges with a mark between their two ends: A -> B, A -- B, A - B, 1-2; and what stands before the rows of a list, 1. or -.

// arrow is a mark between two ends: it goes from the left to the right with 1, back with -1, and both ways with 0. An apart one stands
// between spaces, as names may hold it.
type arrow struct {
	mark  string
	way   int
	apart bool
}

// arrows are tried in this order, longer ones before their parts.
var arrows = []arrow{{"<-->", 0, false}, {"<->", 0, false}, {"<=>", 0, false}, {"-->", 1, false}, {"->", 1, false}, {"==>", 1, false},
	{"=>", 1, false}, {"<--", -1, false}, {"<-", -1, false}, {"→", 1, false}, {"⇒", 1, false}, {"⟶", 1, false}, {"➔", 1, false},
	{"←", -1, false}, {"↔", 0, false}, {"⇄", 0, false}, {"⟷", 0, false}, {"---", 0, true}, {"--", 0, true}, {"—", 0, true}, {"–", 0, true},
	{"-", 0, true}}

// splitArrows divides a line at its arrows; parts holds one more text than ways.
func splitArrows(s string) (parts []string, ways []int) {
	from := 0
	for k := 0; k < len(s); k++ {
		for _, a := range arrows {
			if end := k + len(a.mark); strings.HasPrefix(s[k:], a.mark) &&
				(!a.apart || k > 0 && s[k-1] == ' ' && end < len(s) && s[end] == ' ') {
				parts, ways = append(parts, strings.TrimSpace(s[from:k])), append(ways, a.way)
				from, k = end, end-1
				break
			}
		}
	}
	return append(parts, strings.TrimSpace(s[from:])), ways
}

// isArrowRow reports whether a line is nodes with arrows between; the node behind the last one may be missing.
func isArrowRow(s string) bool {
	parts, ways := splitArrows(strings.TrimRight(s, " ;"))
	return len(ways) > 0 && !slices.Contains(parts[:len(parts)-1], "") && (parts[len(parts)-1] != "" || len(parts) == 2)
}

// arrowRows writes lines of nodes with arrows between as the rows of a table, nil when they are none. directed reports whether the arrows
// give the edges a direction; where only some do, the others go both ways, with a doubt.
func arrowRows(d []byte) (rows []byte, directed bool, doubts []Doubt) {
	if !sampled(d, isArrowRow) {
		return hyphenRows(d)
	}
	d, doubts = chainLabels(d)
	// A number behind a comma is a weight, and not another node.
	one, weighed, dashes, both := false, true, true, 0
	values := behindEnds(d)
	nodes, numbers, named := map[string]bool{}, map[string]bool{}, false
	for _, s := range filled(d, "#%") {
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
		return nil, false, nil // a table with a dash in its cells
	}
	if directed && both > 0 {
		doubts = append(doubts, Doubt{Rule: "direction", Text: fmt.Sprintf("Some arrows have a direction, %d have none: an edge without "+
			"was taken as one in both directions.", both)})
	}
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

// behindEnds returns how the second ends of all edges are divided from a weight, or from a label behind a colon; it divides none where not
// all have one, or where no end without it stands before an arrow.
func behindEnds(d []byte) func(s string) (end, value string, ok bool) {
	label := func(s string) (end, value string, ok bool) {
		end, value, ok = strings.Cut(s, ": ")
		return strings.TrimSpace(end), strings.TrimSpace(value), ok && end != "" && value != ""
	}
	for _, cut := range []func(s string) (end, value string, ok bool){cutWeight, label} {
		firsts, seconds, some := map[string]bool{}, map[string]bool{}, false
		all := sampled(d, func(s string) bool {
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

// cutValue puts a tab between the second end of an edge and what stands behind it: a number behind a colon, a label in brackets, a score,
// or further words behind several spaces.
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

// isQuantity reports whether a text is a number, perhaps with a unit behind it or before: 350 mi, € 20.
func isQuantity(s string) bool {
	parts := strings.Fields(s)
	number := func(s string) bool { return isNumber(decimalPoint(strings.Trim(s, "€$£¥%"))) }
	return len(parts) > 0 && len(parts) < 3 && (number(parts[0]) || number(parts[len(parts)-1]))
}

// chainLabels takes off what stands before a colon at the beginning of all lines, as the name of a line of trains before its stations. A
// doubt names it unless the lines have more than two nodes.
func chainLabels(d []byte) (out []byte, doubts []Doubt) {
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
	if !sampled(d, labelled) {
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

// isScore reports whether a text is two whole numbers with a colon or a dash between, as in 3:1.
func isScore(s string) bool {
	a, b, ok := strings.Cut(s, ":")
	if !ok {
		a, b, ok = strings.Cut(s, "-")
	}
	return ok && isWhole(a) && isWhole(b)
}

// isHyphenPair reports whether a line is two words with a hyphen between, 1-2.
func isHyphenPair(s string) bool {
	a, b, ok := strings.Cut(strings.TrimSpace(s), "-")
	return ok && a != "" && b != "" && !strings.ContainsAny(s, " \t,;|:/.\"") && !strings.Contains(b, "-")
}

// hyphenRows reads pairs with a hyphen between, with a doubt, where a word stands in several: others are names with a hyphen.
func hyphenRows(d []byte) (rows []byte, directed bool, doubts []Doubt) {
	if !sampled(d, isHyphenPair) {
		return nil, false, nil
	}
	words, n := map[string]bool{}, 0
	for _, s := range filled(d, "#%") {
		a, b, _ := strings.Cut(string(s), "-")
		words[a], words[b] = true, true
		if n += 2; n > MaxNodes {
			break
		}
	}
	if 5*len(words) > 4*n {
		return nil, false, nil
	}
	return mapRows(d, func(s string) string { return strings.Replace(s, "-", "\t", 1) }, isHyphenPair), false, []Doubt{{Rule: "hyphens",
		Text: "The words before and behind a hyphen were taken as the two ends of an edge: they may be one name."}}
}

// inLines writes several pairs in a single line, 1-2, 2-3 or a,b; b,c, one in a line.
func inLines(d []byte) []byte {
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

// markedRows takes off what stands before all rows of a list: the same mark, or numbers that count them, 1. and 2. or 1) and 2).
func markedRows(d []byte) []byte {
	for _, mark := range []string{"- ", "* ", "• ", "> ", "Edge "} {
		if has := func(s string) bool { return strings.HasPrefix(s, mark) }; sampled(d, has) {
			return mapRows(d, func(s string) string { return strings.TrimSpace(s[len(mark):]) }, has)
		}
	}
	numbered := func(s string) (number, rest string, ok bool) {
		if k := strings.IndexAny(s, ".)"); k > 0 && k+1 < len(s) && s[k+1] == ' ' && isWhole(s[:k]) {
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
	if !sampled(d, counts) {
		return d
	}
	return mapRows(d, func(s string) string { _, rest, _ := numbered(s); return rest },
		func(s string) bool { _, _, ok := numbered(s); return ok })
}
