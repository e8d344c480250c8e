package graphio

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// Sentences as edges, such as Ann knows Bob and Carl. Words that all lines have between names are not names.

// andWords are words between the last two of several names, or between the two ends of an edge.
var andWords = strings.Fields("and und et y e og och en i a oraz ja ve и та und/oder &")

// sentence is a line as a list of words, without its full stop. amount is the number at its end, "" without one.
type sentence struct {
	words  []string
	amount string
}

// Limits of texts written by hand, in bytes. The limit for headings is smaller, because every name is searched in the whole text.
const (
	maxSentences = 1 << 20
	maxHeadings  = 1 << 16
)

// cutSentence returns the words of a line. A comma is a word of its own.
func cutSentence(s string) []string {
	s = strings.TrimRight(s, " .;!")
	return strings.Fields(strings.ReplaceAll(strings.ReplaceAll(s, ", ", " , "), ",\t", " , "))
}

// isColonWord reports whether a word contains a colon and is no score such as 3:1.
func isColonWord(s string) bool { return strings.ContainsAny(s, ":：") && !isScore(s) }

// sentenceRows returns sentences as rows: two names and an amount. rows is nil if the lines have no common words between names.
// Uncertain readings add doubts.
func sentenceRows(d []byte) (rows []byte, doubts []Doubt) {
	if len(d) > maxSentences {
		return nil, nil
	}
	// isTriples reports three words in every line, hasColons a colon in every line. stops counts lines with a full stop.
	var list []sentence
	isTriples, hasColons, stops := true, true, 0
	for _, text := range textLines(d, "#%", MaxEdges) {
		w := cutSentence(text)
		if len(w) < 3 || len(text) > 4*MaxName || strings.ContainsAny(text, "\t|\"=[]{}") {
			return nil, nil
		}
		isTriples = isTriples && len(w) == 3 && !strings.ContainsAny(text, ",.;")
		hasColons = hasColons && (strings.Contains(text, ": ") || slices.ContainsFunc(w, isColonWord))
		stops += oneIf(text[len(text)-1] == '.')
		list = append(list, sentence{words: w})
	}
	// Triples, and lists after a colon, have readers of their own.
	if len(list) < 2 || isTriples || hasColons {
		return nil, nil
	}
	// replace puts the rows in place of the sentences: lines keep their numbers.
	replace := func(out []string, doubts []Doubt) ([]byte, []Doubt) {
		if out == nil {
			return nil, nil
		}
		k := 0
		return mapRows(d, func(string) string { k++; return out[k-1] }, func(s string) bool {
			return s != "" && s[0] != '#' && s[0] != '%'
		}), doubts
	}
	cutAmounts(list)
	from, to, shared := commonWords(list)
	if from == to {
		return replace(relationRows(list))
	}
	common := list[0].words[from:to]
	// seen are the names; isRepeated reports that a name occurs in two places. isOdd collects signs against sentences.
	seen, isRepeated, isOdd := map[string]bool{}, false, shared || stops > 0 && stops < len(list)
	var out []string
	// isMixed reports a name that may contain other words.
	isMixed, opening := false, openingWords(list)
	// centre is the word after the common words in the first line. isStar reports that all lines have it.
	centre, isStar := "", true
	for k := range list {
		s := &list[k]
		p := placeOf(s.words, common)
		if p < 1 || p+to-from >= len(s.words) {
			return nil, nil
		}
		if slices.Contains(andWords, s.words[len(s.words)-1]) {
			return nil, nil
		}
		lefts, rights := namesIn(s.words[:p]), namesIn(s.words[p+to-from:])
		if len(lefts) == 0 || len(rights) == 0 {
			return nil, nil
		}
		if k == 0 {
			centre = strings.Fields(rights[0])[0]
		}
		isStar = isStar && strings.Fields(rights[0])[0] == centre
		// Every name before the common words is joined with every name after them.
		var pairs []string
		for _, a := range lefts {
			for _, b := range rights {
				pairs = append(pairs, strings.TrimRight(a+"\t"+b+"\t"+s.amount, "\t"))
			}
		}
		for _, n := range slices.Concat(lefts, rights) {
			isRepeated = isRepeated || seen[n]
			seen[n] = len(seen) < MaxNodes
			isMixed = isMixed || isDubiousName(n, opening)
			isOdd = isOdd || len(strings.Fields(n)) > 4 || isNumber(strings.Fields(n)[0]) && strings.Contains(n, " ")
		}
		out = append(out, strings.Join(pairs, "\n"))
	}
	// Other words between the names make each line a relation of its own.
	if isMixed {
		if rows, doubts := relationRows(list); rows != nil {
			return replace(rows, doubts)
		}
	}
	if isOdd = isOdd || isMixed; isOdd && !isRepeated {
		return nil, nil
	}
	// Each of these signs may mean that the common words are a coincidence.
	if isOdd || isStar || !isRepeated || len(list) < 3 {
		phrase := quote(strings.Join(common, " "))
		doubts = append(doubts, Doubt{Rule: "sentences", Text: "The words " + phrase + " stand in every line and were taken as those " +
			"between the two ends of an edge: the lines may say something else."})
	}
	return replace(out, doubts)
}

// cutAmounts removes words and numbers at the end of all lines, such as 289 km, 3-1 or are friends. A number becomes the amount.
func cutAmounts(list []sentence) {
	// Each pass removes one word.
	for range 3 {
		last := func(s sentence) string { return s.words[len(s.words)-1] }
		// The last words of all lines are the same word, or all are numbers. All lines must have further words.
		same, numbers, long := true, true, true
		for _, s := range list {
			same = same && last(s) == last(list[0])
			hasScore := isScore(strings.Trim(last(s), "()"))
			hasNumber := isNumber(decimalPoint(strings.Trim(last(s), "()€$£%")))
			numbers = numbers && (hasScore || hasNumber && !isNumber(s.words[0]))
			long = long && len(s.words) > 3
		}
		// A word with a capital is a name: a node that all edges may share.
		if !long || !numbers && (!same || unicode.IsUpper([]rune(last(list[0]))[0])) {
			return
		}
		for k := range list {
			s := &list[k]
			if numbers {
				s.amount = strings.Trim(last(*s), "()€$£%")
			}
			if s.words = s.words[:len(s.words)-1]; s.words[len(s.words)-1] == "," {
				s.words = s.words[:len(s.words)-1]
			}
		}
	}
}

// commonWords returns the range of the common words in the first line: all lines have them between names.
// The range is empty without such words. Words such as "and" count only if there are no other common words.
// shared reports that in all lines the same name follows the common words.
func commonWords(list []sentence) (from, to int, shared bool) {
	first := list[0].words
	// isCommon reports whether every line has word k, neither first nor last.
	isCommon := func(k int) bool {
		w := first[k]
		if k == 0 || k >= len(first)-1 || w == "," || isNumber(w) {
			return false
		}
		for _, s := range list {
			if p := slices.Index(s.words, w); p < 1 || p == len(s.words)-1 {
				return false
			}
		}
		return true
	}
	for k := range first {
		if !isCommon(k) {
			continue
		}
		end := k + 1
		for end < len(first) && isCommon(end) && allContain(list, first[k:end+1]) {
			end++
		}
		for end > k && !namesFollow(list, first[k:end]) {
			// The last word is a name at the begin of all lists.
			end, shared = end-1, true
		}
		if end == k {
			continue
		}
		isJoin := end == k+1 && slices.Contains(andWords, strings.ToLower(first[k]))
		for end > k && slices.ContainsFunc(list, func(s sentence) bool {
			p := placeOf(s.words, first[k:end]) + end - k
			return p < len(s.words) && (s.words[p] == "," || slices.Contains(andWords, s.words[p]))
		}) {
			end, shared = end-1, true // The last word is a name at the begin of a list.
		}
		if end == k {
			continue
		}
		// Other words replace a word such as "and".
		if from == to || !isJoin && slices.Contains(andWords, strings.ToLower(first[from])) && to == from+1 {
			from, to = k, end
		}
	}
	return from, to, shared
}

// allContain reports whether all lines contain the words part, one after another.
func allContain(list []sentence, part []string) bool {
	return !slices.ContainsFunc(list, func(s sentence) bool { return placeOf(s.words, part) < 0 })
}

// namesFollow reports whether all lines contain the words part, and neither a comma nor a word such as "and" follows.
func namesFollow(list []sentence, part []string) bool {
	return !slices.ContainsFunc(list, func(s sentence) bool {
		p := placeOf(s.words, part)
		next := p + len(part)
		return p < 0 || next < len(s.words) && (s.words[next] == "," || slices.Contains(andWords, s.words[next]))
	})
}

// placeOf returns the position of the words part within words, -1 if words does not contain them.
func placeOf(words, part []string) int {
	for k := 0; k+len(part) <= len(words); k++ {
		if slices.Equal(words[k:k+len(part)], part) {
			return k
		}
	}
	return -1
}

// namesIn splits words into names, at commas and at words such as "and". Such a word at the begin or the end belongs to a name.
func namesIn(words []string) (names []string) {
	from := 0
	for k := 0; k <= len(words); k++ {
		if k == len(words) || words[k] == "," || k > 0 && k < len(words)-1 && slices.Contains(andWords, words[k]) {
			names = appendNonEmpty(names, strings.Trim(strings.Join(words[from:k], " "), " ,;"))
			from = k + 1
		}
	}
	return names
}

// withoutHeadings empties headings between lists and adds a doubt. A line of a list is a tie: a name, a colon or an arrow, and names.
// With list marks, a heading is a line without a mark.
// Without list marks, a heading is a line without a tie, or a name with a colon that occurs nowhere else.
func (t *table) withoutHeadings(d []byte) []byte {
	// isTie reports whether a line has a list mark. It is replaced below if the text has no list marks.
	isTie := func(s string) bool {
		return slices.ContainsFunc([]string{"- ", "* ", "• "}, func(m string) bool { return strings.HasPrefix(s, m) }) && len(s) > 2
	}
	if len(d) > maxHeadings {
		return d
	}
	line, _ := firstLine(bytes.TrimSpace(d))
	hasMarks := slices.ContainsFunc([]string{"\n- ", "\n* ", "\n• "}, func(m string) bool { return bytes.Contains(d, []byte(m)) })
	if first := string(line); !hasMarks && !isTie(first) && !strings.Contains(first, ": ") && bytes.Contains(d, []byte(": ")) {
		isTie = func(s string) bool {
			name, hasColon := strings.CutSuffix(s, ":")
			return strings.Contains(s, ": ") || hasColon && strings.Count(string(d), name) > 1 && !strings.Contains(name, " ")
		}
	}
	// afterHeading reports that the line before is a heading. shared reports that a name of a tie occurs in a list.
	headings, rows, ties, afterHeading, first, shared := 0, 0, 0, true, "", hasMarks
	for _, text := range textLines(d, "#", MaxEdges) {
		switch {
		case isTie(text) && (strings.Contains(text, ": ") || isArrowRow(strings.TrimLeft(text, "-*• ")) || strings.HasSuffix(text, ":")):
			ties, afterHeading = ties+1, false
			name, _, _ := strings.Cut(text, ":")
			shared = shared || bytes.Contains(d, []byte(": "+name)) || bytes.Contains(d, []byte(", "+name))
		case isTie(text) || rows > 0 && afterHeading || strings.Contains(strings.TrimSuffix(text, ":"), ":") || len(text) > MaxName:
			return d // A tie of another form, or a heading without a list below.
		default:
			if headings++; first == "" {
				first = text
			}
			afterHeading = true
		}
		if rows++; headings > MaxClasses {
			return d
		}
	}
	if headings == 0 || afterHeading || ties < 2 || !shared {
		return d
	}
	t.doubts = append(t.doubts, Doubt{Rule: "headings", Text: "The lines between the ties, such as " + quote(first) +
		", were taken as headings " +
		"and left out."})
	return mapRows(d, func(string) string { return "" }, func(s string) bool { return s != "" && !isTie(s) })
}
