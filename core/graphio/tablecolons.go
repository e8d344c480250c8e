package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// Lines with a name and its neighbours, such as Ann: Bob, Carol. The neighbours may have weights: Bob (3), Bob:3 or Bob=3.

// listMarks are the separators between neighbours.
const listMarks = ",;，；、"

// isListMark reports whether a character is one of listMarks.
func isListMark(r rune) bool { return strings.ContainsRune(listMarks, r) }

// cutWeight splits a neighbour into its name and its weight. The weight is in brackets, or follows a colon or an equals sign.
// ok is false without a weight.
func cutWeight(s string) (name, weight string, ok bool) {
	s = strings.TrimSpace(s)
	// k is the position of the mark before the weight.
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

// areWeighted reports whether a list of neighbours is not empty and all neighbours have a weight.
func areWeighted(list []string) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(s string) bool { _, _, ok := cutWeight(s); return !ok })
}

// nameList is a line: a name and its neighbours.
type nameList struct {
	name       string
	neighbours []string
	// colon reports that a colon follows the name.
	colon bool
}

// cutList splits a line into a name and its neighbours. ok is false for other lines.
// A colon ends the name. Without a colon, all neighbours must have weights.
func cutList(s string) (l nameList, ok bool) {
	splitMarks := func(s string) (out []string) {
		for _, p := range strings.FieldsFunc(s, isListMark) {
			out = appendNonEmpty(out, strings.TrimSpace(p))
		}
		return out
	}
	if strings.ContainsAny(s, "\t\"") {
		return l, false
	}
	s = strings.Replace(s, "：", ":", 1)
	// Weights of all neighbours are as much evidence as a colon.
	for _, parts := range [][]string{splitMarks(s), strings.Fields(s)} {
		if len(parts) > 1 && areWeighted(parts[1:]) && !strings.ContainsAny(parts[0], ":=(") {
			return nameList{name: parts[0], neighbours: parts[1:]}, true
		}
	}
	head, behind, ok := strings.Cut(s, ":")
	l = nameList{strings.TrimSpace(head), splitMarks(behind), true}
	if words := strings.Fields(behind); len(l.neighbours) == 1 && len(words) > 1 && areWeighted(words) {
		l.neighbours = words
	}
	// A second colon must belong to a weight.
	isName := l.name != "" && !strings.ContainsAny(l.name, listMarks)
	return l, ok && isName && (!strings.Contains(behind, ":") || areWeighted(l.neighbours))
}

// colonRows returns an adjacency list as pairs separated by tabs. Other texts are returned unchanged.
// It rewrites lists of names with spaces, of names separated by commas, and of names with weights.
// Some neighbour must itself have a list. Otherwise at least two neighbours must occur in several lists, and a doubt is added.
func (t *table) colonRows(d []byte) []byte {
	// names are the names before the lists. lists counts lines with neighbours, weighted those with weights.
	names, hasSpaces, rows, weighted, lists := map[string]bool{}, false, 0, 0, 0
	isNewList := func(s string) bool {
		l, ok := cutList(s)
		isRepeated := names[l.name]
		names[l.name] = true
		hasSpaces = hasSpaces || l.colon && (strings.Contains(l.name, " ") || len(l.neighbours) > 1)
		rows, lists, weighted = rows+1, lists+oneIf(len(l.neighbours) > 0), weighted+oneIf(areWeighted(l.neighbours))
		return ok && !isRepeated
	}
	if !firstRowsMatch(d, isNewList) || 2*lists < rows || !hasSpaces && weighted < lists {
		return d
	}
	// Weights count only if all lists have them.
	hasWeights := weighted > 0 && weighted >= lists
	// split returns a name and its neighbours, each with its weight or "".
	split := func(s string) (name string, neighbours [][2]string) {
		l, _ := cutList(s)
		for _, p := range l.neighbours {
			if neighbour, weight, ok := cutWeight(p); ok && hasWeights {
				neighbours = append(neighbours, [2]string{neighbour, weight})
			} else {
				neighbours = append(neighbours, [2]string{p})
			}
		}
		return l.name, neighbours
	}
	// owner removes words that all names share, such as friends of. bareNames are the names without these words.
	owner, bareNames := commonOwner(names), map[string]bool{}
	for s := range names {
		bareNames[owner(s)] = true
	}
	// isShared reports a neighbour with a list, isOwned a neighbour with a list under its bare name.
	// repeated counts neighbours in several lists.
	count, repeated, isShared, isOwned := map[string]int{}, 0, false, false
	for _, s := range contentLines(d, "#%") {
		_, neighbours := split(string(s))
		for _, p := range neighbours {
			isShared, isOwned = isShared || names[p[0]], isOwned || bareNames[p[0]]
			if count[p[0]]++; count[p[0]] == 2 && !isNumber(p[0]) {
				repeated++
			}
		}
	}
	switch {
	case isShared:
		owner = strings.TrimSpace
	case isOwned:
		t.doubts = append(t.doubts, Doubt{Rule: "lists", Text: "The words that stand before all colons were left out, as those between a name " +
			"and its list: they may be a part of the names."})
	case repeated < 2 || !hasSpaces:
		return d
	default:
		owner = strings.TrimSpace
		t.doubts = append(t.doubts, Doubt{Rule: "lists", Text: "What stands behind a colon was taken as what belongs to the thing before it: " +
			"no name stands on both sides."})
	}
	t.rewritten = true
	return mapRows(d, func(s string) string {
		name, neighbours := split(s)
		if name = owner(name); len(neighbours) == 0 {
			return name + "\t"
		}
		var out []string
		for _, p := range neighbours {
			out = append(out, strings.TrimRight(name+"\t"+p[0]+"\t"+p[1], "\t"))
		}
		return strings.Join(out, "\n")
	}, func(s string) bool { _, ok := cutList(s); return ok })
}

// commonOwner returns a function that removes the words common to all names, as in Ann's friends or friends of Ann.
func commonOwner(names map[string]bool) func(string) string {
	// before and behind are the numbers of common words at the begin and at the end. One word of each name remains.
	var first []string
	before, behind := 0, 0
	for s := range names {
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
		if len(words) <= before+behind || before+behind == 0 || len(names) < 2 {
			return s
		}
		return withoutOwner(strings.Join(words[before:len(words)-behind], " "))
	}
}

// withoutOwner returns a name without the mark of possession at its end, as in Ann's and James'.
func withoutOwner(s string) string {
	for _, mark := range []string{"'s", "’s", "'", "’"} {
		if name, ok := strings.CutSuffix(s, mark); ok && name != "" {
			return name
		}
	}
	return s
}

// boldNames removes the marks of bold, italics or code in all lines, if they enclose the first name of every line.
func boldNames(d []byte) []byte {
	for _, mark := range []string{"**", "__", "`", "*"} {
		// cutName splits a line into its list mark, the name within the marks, and the rest.
		cutName := func(s string) (front, name, rest string, ok bool) {
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
		isBold := func(s string) bool { _, _, _, ok := cutName(s); return ok }
		if bytes.Contains(d, []byte(mark)) && firstRowsMatch(d, isBold) {
			return mapRows(d, func(s string) string {
				front, name, rest, _ := cutName(s)
				// The colon may be within the marks: **Ann:** Bob.
				if strings.HasSuffix(name, ":") {
					name = strings.TrimRight(name, ":") + ":"
				}
				return front + name + strings.ReplaceAll(rest, mark, "")
			}, isBold)
		}
	}
	return d
}
