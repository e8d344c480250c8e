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
// ok is false if the neighbour has no weight.
func cutWeight(neighbour string) (name, weight string, ok bool) {
	s := strings.TrimSpace(neighbour)
	// mark is the index of the mark before the weight, end the index after the weight.
	mark, end := strings.LastIndexAny(s, ":="), len(s)
	endsWithBracket := strings.HasSuffix(s, ")") || strings.HasSuffix(s, "]")
	if endsWithBracket {
		mark, end = strings.LastIndexAny(s, "(["), len(s)-1
	}
	if mark < 1 {
		return "", "", false
	}
	name = strings.TrimSpace(s[:mark])
	weight = decimalPoint(strings.TrimSpace(s[mark+1 : end]))
	isName := name != "" && !strings.ContainsAny(name, ":=([")
	return name, weight, isName && isNumber(weight)
}

// areWeighted reports whether a list of neighbours is not empty and all neighbours have a weight.
func areWeighted(list []string) bool {
	hasNoWeight := func(s string) bool { _, _, ok := cutWeight(s); return !ok }
	return len(list) > 0 && !slices.ContainsFunc(list, hasNoWeight)
}

// nameList is a line of an adjacency list: a name and its neighbours.
type nameList struct {
	name       string
	neighbours []string
	// colon reports that a colon follows the name.
	colon bool
}

// cutList splits a line into a name and its neighbours. A colon ends the name, or all neighbours have weights.
// ok is false if the line has neither form.
func cutList(line string) (l nameList, ok bool) {
	splitMarks := func(s string) (out []string) {
		for _, p := range strings.FieldsFunc(s, isListMark) {
			out = appendNonEmpty(out, strings.TrimSpace(p))
		}
		return out
	}
	// A tab or a quote is that of a table.
	if strings.ContainsAny(line, "\t\"") {
		return l, false
	}
	// The wide colon of Chinese and Japanese texts.
	s := strings.Replace(line, "：", ":", 1)
	// Weights of all neighbours are as much evidence as a colon.
	for _, parts := range [][]string{splitMarks(s), strings.Fields(s)} {
		if len(parts) > 1 && areWeighted(parts[1:]) && !strings.ContainsAny(parts[0], ":=(") {
			return nameList{name: parts[0], neighbours: parts[1:]}, true
		}
	}
	head, list, hasColon := strings.Cut(s, ":")
	l = nameList{strings.TrimSpace(head), splitMarks(list), true}
	// Neighbours with weights may be separated by spaces only.
	words := strings.Fields(list)
	if len(l.neighbours) == 1 && len(words) > 1 && areWeighted(words) {
		l.neighbours = words
	}
	isName := l.name != "" && !strings.ContainsAny(l.name, listMarks)
	if !hasColon || !isName {
		return l, false
	}
	// A second colon must belong to a weight.
	return l, !strings.Contains(list, ":") || areWeighted(l.neighbours)
}

// colonRows returns an adjacency list as pairs separated by tabs. Any other text is returned unchanged.
// The lists have names with spaces, names separated by commas, or names with weights.
// At least one neighbour must itself have a list. If no neighbour has one, at least two neighbours must occur in several lists,
// and a doubt is added.
func (t *table) colonRows(d []byte) []byte {
	// names are the names before the lists. hasTextList reports a colon after a name with spaces, or before several neighbours.
	names, hasTextList := map[string]bool{}, false
	// lists is the number of rows with neighbours, weighted the number of rows in which all neighbours have weights.
	rows, lists, weighted := 0, 0, 0
	isNewList := func(s string) bool {
		l, ok := cutList(s)
		isRepeated := names[l.name]
		names[l.name] = true
		isText := strings.Contains(l.name, " ") || len(l.neighbours) > 1
		hasTextList = hasTextList || l.colon && isText
		rows++
		lists += oneIf(len(l.neighbours) > 0)
		weighted += oneIf(areWeighted(l.neighbours))
		return ok && !isRepeated
	}
	if !firstRowsMatch(d, isNewList) || 2*lists < rows {
		return d
	}
	// Weights count only if all lists have weights. Other readers read lists of single words without weights.
	allWeighted := weighted >= lists
	if !hasTextList && !allWeighted {
		return d
	}
	hasWeights := allWeighted && weighted > 0
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
	// bareName removes words that all names share, such as friends of. bareNames are the names without these words.
	bareName, bareNames := commonOwner(names), map[string]bool{}
	for s := range names {
		bareNames[bareName(s)] = true
	}
	// isName reports that a neighbour is a name before a list, isBareName that a neighbour is such a name without the common words.
	isName, isBareName := false, false
	// repeated is the number of neighbours, other than numbers, that occur several times.
	count, repeated := map[string]int{}, 0
	for _, s := range contentLines(d, "#%") {
		_, neighbours := split(string(s))
		for _, p := range neighbours {
			neighbour := p[0]
			isName = isName || names[neighbour]
			isBareName = isBareName || bareNames[neighbour]
			count[neighbour]++
			if count[neighbour] == 2 && !isNumber(neighbour) {
				repeated++
			}
		}
	}
	switch {
	case isName:
		bareName = strings.TrimSpace
	case isBareName:
		t.doubts = append(t.doubts, Doubt{Rule: "lists", Text: "The words that stand before all colons were left out, as those between a name " +
			"and its list: they may be a part of the names."})
	case repeated < 2 || !hasTextList:
		return d
	default:
		bareName = strings.TrimSpace
		t.doubts = append(t.doubts, Doubt{Rule: "lists", Text: "What stands behind a colon was taken as what belongs to the thing before it: " +
			"no name stands on both sides."})
	}
	t.rewritten = true
	// rewrite returns a line as rows with a pair each. A name without neighbours is a row with an empty second cell.
	rewrite := func(s string) string {
		listName, neighbours := split(s)
		name := bareName(listName)
		if len(neighbours) == 0 {
			return name + "\t"
		}
		var out []string
		for _, p := range neighbours {
			neighbour, weight := p[0], p[1]
			out = append(out, strings.TrimRight(name+"\t"+neighbour+"\t"+weight, "\t"))
		}
		return strings.Join(out, "\n")
	}
	isList := func(s string) bool { _, ok := cutList(s); return ok }
	return mapRows(d, rewrite, isList)
}

// commonOwner returns a function that removes from a name the words that all names share, as in Ann's friends or friends of Ann.
func commonOwner(names map[string]bool) func(string) string {
	// prefix and suffix are the numbers of common words at the begin and at the end of all names. One word of each name remains.
	var first []string
	prefix, suffix := 0, 0
	for s := range names {
		words := strings.Fields(s)
		last := len(words) - 1
		if first == nil {
			first, prefix, suffix = words, last, last
		}
		k := 0
		for k < min(prefix, last) && words[k] == first[k] {
			k++
		}
		prefix = k
		k = 0
		for k < min(suffix, last) && words[last-k] == first[len(first)-1-k] {
			k++
		}
		suffix = k
	}
	common := prefix + suffix
	return func(s string) string {
		words := strings.Fields(s)
		// The words of a single name are not common to several names.
		if len(words) <= common || common == 0 || len(names) < 2 {
			return s
		}
		return withoutPossessive(strings.Join(words[prefix:len(words)-suffix], " "))
	}
}

// withoutPossessive returns a name without the mark of possession at its end, as in Ann's and James'.
func withoutPossessive(s string) string {
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
		// cutName splits a line into its list mark, the name within the marks, and the text after the name.
		cutName := func(s string) (listMark, name, after string, ok bool) {
			start := 0
			for _, m := range []string{"- ", "* ", "• ", "+ "} {
				if strings.HasPrefix(s, m) {
					start = len(m)
				}
			}
			if !strings.HasPrefix(s[start:], mark) {
				return "", "", "", false
			}
			name, after, ok = strings.Cut(s[start+len(mark):], mark)
			return s[:start], name, after, ok && name != "" && name[0] != ' '
		}
		isBold := func(s string) bool { _, _, _, ok := cutName(s); return ok }
		removeMarks := func(s string) string {
			listMark, name, after, _ := cutName(s)
			// The colon may be within the marks: **Ann:** Bob. Repeated colons become one.
			if strings.HasSuffix(name, ":") {
				name = strings.TrimRight(name, ":") + ":"
			}
			return listMark + name + strings.ReplaceAll(after, mark, "")
		}
		if bytes.Contains(d, []byte(mark)) && firstRowsMatch(d, isBold) {
			return mapRows(d, removeMarks, isBold)
		}
	}
	return d
}
