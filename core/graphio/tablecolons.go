package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// A name and its neighbours in a line, Ann: Bob, Carol, with or without weights: Bob (3), Bob:3, Bob=3.

// listMarks separate neighbours.
const listMarks = ",;，；、"

func isListMark(r rune) bool { return strings.ContainsRune(listMarks, r) }

// cutWeight splits a neighbour into name and weight, in brackets or behind a colon or an equals sign; ok is false without a weight.
func cutWeight(s string) (name, weight string, ok bool) {
	s = strings.TrimSpace(s)
	k := strings.LastIndexAny(s, ":=")
	if n := len(s); n > 0 && strings.IndexByte(")]", s[n-1]) >= 0 {
		k, s = strings.LastIndexAny(s, "(["), s[:n-1]
	}
	if k < 1 {
		return "", "", false
	}
	name, weight = strings.TrimSpace(s[:k]), decimalPoint(strings.TrimSpace(s[k+1:]))
	return name, weight, name != "" && !strings.ContainsAny(name, ":=([") && isNumber(weight)
}

// areWeighted reports whether there are neighbours and all have a weight.
func areWeighted(list []string) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(s string) bool { _, _, ok := cutWeight(s); return !ok })
}

// nameList is a line: a name and its neighbours.
type nameList struct {
	head string
	rest []string
	// colon reports that a colon follows the name.
	colon bool
}

// cutList splits a line into a name and its neighbours; ok is false for other lines.
// A colon ends the name. Without a colon all neighbours must have weights.
func cutList(s string) (l nameList, ok bool) {
	trimmed := func(s string) (out []string) {
		for _, p := range strings.FieldsFunc(s, isListMark) {
			out = appendNonEmpty(out, strings.TrimSpace(p))
		}
		return out
	}
	if strings.ContainsAny(s, "\t\"") {
		return l, false
	}
	s = strings.Replace(s, "：", ":", 1)
	// Weights on all neighbours are as good as a colon.
	for _, parts := range [][]string{trimmed(s), strings.Fields(s)} {
		if len(parts) > 1 && areWeighted(parts[1:]) && !strings.ContainsAny(parts[0], ":=(") {
			return nameList{head: parts[0], rest: parts[1:]}, true
		}
	}
	head, behind, ok := strings.Cut(s, ":")
	l = nameList{strings.TrimSpace(head), trimmed(behind), true}
	if words := strings.Fields(behind); len(l.rest) == 1 && len(words) > 1 && areWeighted(words) {
		l.rest = words
	}
	return l, ok && l.head != "" && !strings.ContainsAny(l.head, listMarks) && (!strings.Contains(behind, ":") || areWeighted(l.rest))
}

// colonRows returns an adjacency list as pairs with tabs where names have spaces, commas separate them, or weights follow them.
// A neighbour must itself precede a colon. Otherwise neighbours must repeat, with a doubt.
func (t *table) colonRows(d []byte) []byte {
	heads, spaces, shared, rows, weighed, lists := map[string]bool{}, false, false, 0, 0, 0
	is := func(s string) bool {
		l, ok := cutList(s)
		again := heads[l.head]
		heads[l.head] = true
		spaces = spaces || l.colon && (strings.Contains(l.head, " ") || len(l.rest) > 1)
		rows, lists, weighed = rows+1, lists+oneIf(len(l.rest) > 0), weighed+oneIf(areWeighted(l.rest))
		return ok && !again
	}
	if !firstRowsMatch(d, is) || 2*lists < rows || !spaces && weighed < lists {
		return d
	}
	if weighed < lists {
		weighed = 0
	}
	ends := func(s string) (head string, rest [][2]string, ok bool) {
		l, ok := cutList(s)
		for _, p := range l.rest {
			if name, weight, is := cutWeight(p); is && weighed > 0 {
				rest = append(rest, [2]string{name, weight})
			} else {
				rest = append(rest, [2]string{p})
			}
		}
		return l.head, rest, ok
	}
	// owner cuts common words around a name; bare holds the names without them.
	owner, bare := commonOwner(heads), map[string]bool{}
	for s := range heads {
		bare[owner(s)] = true
	}
	count, again, owned := map[string]int{}, 0, false
	for _, s := range contentLines(d, "#%") {
		_, rest, _ := ends(string(s))
		for _, p := range rest {
			shared, owned = shared || heads[p[0]], owned || bare[p[0]]
			if count[p[0]]++; count[p[0]] == 2 && !isNumber(p[0]) {
				again++
			}
		}
	}
	switch {
	case shared:
		owner = strings.TrimSpace
	case owned:
		t.doubts = append(t.doubts, Doubt{Rule: "lists", Text: "The words that stand before all colons were left out, as those between a name " +
			"and its list: they may be a part of the names."})
	case again < 2 || !spaces:
		return d
	default:
		owner = strings.TrimSpace
		t.doubts = append(t.doubts, Doubt{Rule: "lists", Text: "What stands behind a colon was taken as what belongs to the thing before it: " +
			"no name stands on both sides."})
	}
	t.rewritten = true
	return mapRows(d, func(s string) string {
		head, rest, _ := ends(s)
		if head = owner(head); len(rest) == 0 {
			return head + "\t"
		}
		var out []string
		for _, p := range rest {
			out = append(out, strings.TrimRight(head+"\t"+p[0]+"\t"+p[1], "\t"))
		}
		return strings.Join(out, "\n")
	}, func(s string) bool { _, ok := cutList(s); return ok })
}

// commonOwner returns a function that cuts the words common to all names before colons, as in Ann's friends or friends of Ann.
func commonOwner(heads map[string]bool) func(string) string {
	var first []string
	before, behind := 0, 0
	for s := range heads {
		words := strings.Fields(s)
		if first == nil {
			first, before, behind = words, len(words)-1, len(words)-1
		}
		k := 0
		for k < min(before, len(words)-1) && words[k] == first[k] {
			k++
		}
		before, k = k, 0
		for k < min(behind, len(words)-1) && words[len(words)-1-k] == first[len(first)-1-k] {
			k++
		}
		behind = k
	}
	return func(s string) string {
		words := strings.Fields(s)
		if len(words) <= before+behind || before+behind == 0 || len(heads) < 2 {
			return s
		}
		return withoutOwner(strings.Join(words[before:len(words)-behind], " "))
	}
}

// withoutOwner returns a name without the mark of possession: Ann's, James'.
func withoutOwner(s string) string {
	for _, mark := range []string{"'s", "’s", "'", "’"} {
		if name, ok := strings.CutSuffix(s, mark); ok && name != "" {
			return name
		}
	}
	return s
}

// boldNames removes marks of bold, italics and code around the first name of all lines.
func boldNames(d []byte) []byte {
	for _, mark := range []string{"**", "__", "`", "*"} {
		parts := func(s string) (front, name, rest string, ok bool) {
			k := 0
			for _, m := range []string{"- ", "* ", "• ", "+ "} {
				if strings.HasPrefix(s, m) {
					k = len(m)
				}
			}
			if !strings.HasPrefix(s[k:], mark) {
				return "", "", "", false
			}
			name, rest, ok = strings.Cut(s[k+len(mark):], mark)
			return s[:k], name, rest, ok && name != "" && name[0] != ' '
		}
		bold := func(s string) bool { _, _, _, ok := parts(s); return ok }
		if bytes.Contains(d, []byte(mark)) && firstRowsMatch(d, bold) {
			return mapRows(d, func(s string) string {
				front, name, rest, _ := parts(s)
				if strings.HasSuffix(name, ":") { // **Ann:** Bob
					name = strings.TrimRight(name, ":") + ":"
				}
				return front + name + strings.ReplaceAll(rest, mark, "")
			}, bold)
		}
	}
	return d
}
