package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// This file rewrites lists of neighbours as rows of a table. A line has a name and its neighbours, such as Ann: Bob, Carol.
// The neighbours may have weights, as in Bob (3), Bob:3 or Bob=3. cleanRows (tableclean.go) uses it.
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// listMarks are the separators between neighbours.
const listMarks = ",;，；、"

// isListMark reports whether a character is one of listMarks.
func isListMark(r rune) bool { return strings.ContainsRune(listMarks, r) }

// cutWeight splits a neighbour into its name and its weight. The weight is in brackets at the end, or after the last colon or equals sign.
// A decimal comma of the weight becomes a point.
// ok is false if the neighbour has no weight, or if its name has a colon, an equals sign or an opening bracket, too.
func cutWeight(neighbour string) (name, weight string, ok bool) {
	s := strings.TrimSpace(neighbour)
	// mark is the index of the mark before the weight. end is the index after the weight.
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

// areWeighted reports whether all neighbours of a list have a weight. It returns false for an empty list.
func areWeighted(list []string) bool {
	hasNoWeight := func(s string) bool { _, _, ok := cutWeight(s); return !ok }
	return len(list) > 0 && !slices.ContainsFunc(list, hasNoWeight)
}

// decimalWeights returns a list with points in place of the decimal commas of its weights, as in Bob (3,5) and Bob: 3,5.
// A digit stands on both sides of such a comma. A mark of cutWeight precedes the number.
// Neither a comma and a digit nor such a mark may follow the number.
func decimalWeights(s string) string {
	const digits, marks = "0123456789", ":=(["
	out := []byte(s)
	for k := range out {
		if s[k] != ',' {
			continue
		}
		left, right := strings.TrimRight(s[:k], digits), strings.TrimLeft(s[k+1:], digits)
		hasDigits := len(left) < k && len(right) < len(s)-k-1
		before, after := strings.TrimRight(left, " +-"), strings.TrimLeft(right, " ")
		isWeight := before != "" && strings.IndexByte(marks, before[len(before)-1]) >= 0
		isOther := after != "" && strings.IndexByte(marks, after[0]) >= 0
		isList := len(right) > 1 && right[0] == ',' && strings.IndexByte(digits, right[1]) >= 0
		if hasDigits && isWeight && !isOther && !isList {
			out[k] = '.'
		}
	}
	return string(out)
}

// nameList is a line of an adjacency list: a name and its neighbours.
type nameList struct {
	name       string
	neighbours []string
	// colon reports that a colon follows the name.
	colon bool
}

// cutList splits a line into a name and its neighbours. Without a colon after the name, all neighbours must have weights.
// ok is false if the line is no such list.
func cutList(line string) (l nameList, ok bool) {
	splitMarks := func(s string) (out []string) {
		s = decimalWeights(s)
		for _, p := range strings.FieldsFunc(s, isListMark) {
			out = appendNonEmpty(out, strings.TrimSpace(p))
		}
		return out
	}
	// A line with a tab or a quote is a row of a table.
	if strings.ContainsAny(line, "\t\"") {
		return l, false
	}
	// Chinese and Japanese texts have a wide colon.
	s := strings.Replace(line, "：", ":", 1)
	// A list without a colon after the name is a name without a colon, "=" or "(", and parts with weights. Marks or spaces separate them.
	for _, parts := range [][]string{splitMarks(s), strings.Fields(s)} {
		if len(parts) > 1 && areWeighted(parts[1:]) && !strings.ContainsAny(parts[0], ":=(") {
			return nameList{name: parts[0], neighbours: parts[1:]}, true
		}
	}
	head, list, hasColon := strings.Cut(s, ":")
	l = nameList{strings.TrimSpace(head), splitMarks(list), true}
	// In a list with a colon, spaces alone may separate neighbours with weights.
	words := strings.Fields(list)
	if len(l.neighbours) == 1 && len(words) > 1 && areWeighted(words) {
		l.neighbours = words
	}
	isName := l.name != "" && !strings.ContainsAny(l.name, listMarks)
	if !hasColon || !isName {
		return l, false
	}
	// Any further colon must belong to a weight.
	return l, !strings.Contains(list, ":") || areWeighted(l.neighbours)
}

// colonRows rewrites an adjacency list as rows of a name, a neighbour and perhaps a weight, separated by tabs. It then sets t.rewritten.
// Any other text is returned unchanged.
//
// The first rows must be lists of different names, and at least half of these lists must have neighbours.
// At least one list must have a colon, and a name with spaces or several neighbours. Without such a list, all neighbours must have weights.
// Some neighbour must also be the name of one of the first lists. In place of this condition, each of two others suffices with a doubt:
//   - some neighbour is a name without the words that all names share, such as Ann for the list friends of Ann;
//   - two neighbours that are no numbers occur several times, and the first rows have the list with a colon described above.
func (t *table) colonRows(d []byte) []byte {
	// names are the names of the first lists. hasTextList reports that a list has a colon and a name with spaces or several neighbours.
	names, hasTextList := map[string]bool{}, false
	// rows counts the first rows, lists the rows with neighbours, and weighted the rows whose neighbours all have weights.
	rows, lists, weighted := 0, 0, 0
	// isNewList reports whether a row is a list with a new name. It also updates the variables above.
	isNewList := func(s string) bool {
		l, ok := cutList(s)
		isRepeated := names[l.name]
		names[l.name] = true
		isText := strings.Contains(l.name, " ") || len(l.neighbours) > 1
		isTextList := l.colon && isText
		hasTextList = hasTextList || isTextList
		rows++
		lists += oneIf(len(l.neighbours) > 0)
		weighted += oneIf(areWeighted(l.neighbours))
		return ok && !isRepeated
	}
	if !firstRowsMatch(d, isNewList) || 2*lists < rows {
		return d
	}
	// Lists of single words without weights are left to isLists.
	allWeighted := weighted >= lists
	if !hasTextList && !allWeighted {
		return d
	}
	// Weights are separated from the names only if all lists have weights. If no list has neighbours, allWeighted is true, too.
	hasWeights := allWeighted && weighted > 0
	// split returns the name of a list and its neighbours. A neighbour is a pair of name and weight. The weight is "" if it is not separated.
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
	// bareName removes the words that all names share, such as friends of. bareNames are the names without these words.
	bareName, bareNames := commonOwner(names), map[string]bool{}
	for s := range names {
		bareNames[bareName(s)] = true
	}
	hasName, hasBareName := false, false
	// count has the number of occurrences of each neighbour. repeated counts the neighbours, other than numbers, that occur several times.
	count, repeated := map[string]int{}, 0
	for _, s := range contentLines(d, "#%") {
		_, neighbours := split(string(s))
		for _, p := range neighbours {
			neighbour := p[0]
			hasName = hasName || names[neighbour]
			hasBareName = hasBareName || bareNames[neighbour]
			count[neighbour]++
			if count[neighbour] == 2 && !isNumber(neighbour) {
				repeated++
			}
		}
	}
	switch {
	case hasName:
		bareName = strings.TrimSpace // the common words belong to the names
	case hasBareName:
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
	// rewrite returns a list as rows, one for each neighbour. A name without neighbours is a row with an empty second cell.
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

// commonOwner returns a function that removes from a name as many words as all names share at their start and at their end.
// From Ann's friends or friends of Ann it returns Ann. With fewer than two names, or without shared words, a name stays unchanged.
func commonOwner(names map[string]bool) func(string) string {
	// prefix and suffix are the numbers of common words at the start and at the end of all names. first has the words of one name.
	// last, the index of the last word of a name, is also the limit of each number: one word must remain.
	var first []string
	prefix, suffix := 0, 0
	for s := range names {
		words := strings.Fields(s)
		last := len(words) - 1
		if first == nil {
			first, prefix, suffix = words, last, last
		}
		// equal is the number of equal words at the start of s and of first, and then at the end.
		equal := 0
		for equal < min(prefix, last) && words[equal] == first[equal] {
			equal++
		}
		prefix, equal = equal, 0
		for equal < min(suffix, last) && words[last-equal] == first[len(first)-1-equal] {
			equal++
		}
		suffix = equal
	}
	common := prefix + suffix
	return func(s string) string {
		words := strings.Fields(s)
		// A name also stays unchanged if it would lose all its words.
		if len(words) <= common || common == 0 || len(names) < 2 {
			return s
		}
		// A name of a later row may lack the shared words.
		hasPrefix := slices.Equal(words[:prefix], first[:prefix])
		if !hasPrefix || !slices.Equal(words[len(words)-suffix:], first[len(first)-suffix:]) {
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

// boldNames removes the marks of bold, italics or code from all lines that begin with a name within these marks, or with a list mark and
// such a name. If one of the first lines begins otherwise, the text is returned unchanged.
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
