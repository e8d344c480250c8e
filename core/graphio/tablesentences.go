package graphio

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// Sentences as edges: Ann knows Bob and Carl. The words that every line has between names are no names.

// andWords join the last of several names, or the two ends of an edge.
var andWords = strings.Fields("and und et y e og och en i a oraz ja ve и та und/oder &")

// sentence is a line as words, without its full stop. amount is a number at its end.
type sentence struct {
	words  []string
	amount string
}

// Limits of texts written by hand, in bytes. Every name of a list below headings is searched in the whole text.
const (
	maxSentences = 1 << 20
	maxHeadings  = 1 << 16
)

// cutSentence returns the words of a line. A comma is a word.
func cutSentence(s string) []string {
	s = strings.TrimRight(s, " .;!")
	return strings.Fields(strings.ReplaceAll(strings.ReplaceAll(s, ", ", " , "), ",\t", " , "))
}

// isColonWord reports whether a word has a colon and is no score.
func isColonWord(s string) bool { return strings.ContainsAny(s, ":：") && !isScore(s) }

// sentenceRows returns sentences as pairs of names with an amount behind them, nil where lines have no common words between names.
// doubts name any uncertainty.
func sentenceRows(d []byte) (rows []byte, doubts []Doubt) {
	if len(d) > maxSentences {
		return nil, nil
	}
	var list []sentence
	plain, colons, stops := true, true, 0
	for _, text := range textLines(d, "#%", MaxEdges) {
		w := cutSentence(text)
		if len(w) < 3 || len(text) > 4*MaxName || strings.ContainsAny(text, "\t|\"=[]{}") {
			return nil, nil
		}
		plain = plain && len(w) == 3 && !strings.ContainsAny(text, ",.;")
		colons = colons && (strings.Contains(text, ": ") || slices.ContainsFunc(w, isColonWord))
		stops += oneIf(text[len(text)-1] == '.')
		list = append(list, sentence{words: w})
	}
	if len(list) < 2 || plain || colons {
		// Three words a line are triples, and names before a colon are lists.
		return nil, nil
	}
	// written puts the rows in place of the sentences, so that lines keep their numbers.
	written := func(out []string, doubts []Doubt) ([]byte, []Doubt) {
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
		return written(relationRows(list))
	}
	said := strings.Join(list[0].words[from:to], " ")
	seen, again, odd := map[string]bool{}, false, shared || stops > 0 && stops < len(list)
	var out []string
	mixed, opens := false, openingWords(list)
	// star is the word behind the common words in the first line; stars reports that all lines have it.
	star, stars := "", true
	for k := range list {
		s := &list[k]
		p := placeOf(s.words, list[0].words[from:to])
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
			star = strings.Fields(rights[0])[0]
		}
		stars = stars && strings.Fields(rights[0])[0] == star
		var pairs []string
		for _, a := range lefts {
			for _, b := range rights {
				pairs = append(pairs, strings.TrimRight(a+"\t"+b+"\t"+s.amount, "\t"))
			}
		}
		for _, n := range slices.Concat(lefts, rights) {
			again = again || seen[n]
			seen[n] = len(seen) < MaxNodes
			mixed = mixed || isDubiousName(n, opens)
			odd = odd || len(strings.Fields(n)) > 4 || isNumber(strings.Fields(n)[0]) && strings.Contains(n, " ")
		}
		out = append(out, strings.Join(pairs, "\n"))
	}
	if mixed {
		if rows, doubts := relationRows(list); rows != nil {
			return written(rows, doubts)
		}
	}
	if odd = odd || mixed; odd && !again {
		return nil, nil
	}
	// Several signs of chance call for a doubt.
	if odd || stars || !again || len(list) < 3 {
		doubts = append(doubts, Doubt{Rule: "sentences", Text: "The words " + quote(said) + " stand in every line and were taken as those " +
			"between the two ends of an edge: the lines may say something else."})
	}
	return written(out, doubts)
}

// cutAmounts removes words and numbers that end all lines: 289 km, 3-1, are friends. A number becomes the amount.
func cutAmounts(list []sentence) {
	for range 3 {
		last := func(s sentence) string { return s.words[len(s.words)-1] }
		same, numbers, long := true, true, true
		for _, s := range list {
			same = same && last(s) == last(list[0])
			score := isScore(strings.Trim(last(s), "()"))
			numbers = numbers && (score || isNumber(decimalPoint(strings.Trim(last(s), "()€$£%"))) && !isNumber(s.words[0]))
			long = long && len(s.words) > 3
		}
		// A capital word is a name, which all edges may share.
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

// commonWords returns the range in the first line of the words that all lines have between names; an empty range for none.
// Words that join names count only without other words. shared reports that one name follows the words in all lines.
func commonWords(list []sentence) (from, to int, shared bool) {
	first := list[0].words
	common := func(k int) bool {
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
		if !common(k) {
			continue
		}
		end := k + 1
		for end < len(first) && common(end) && allContain(list, first[k:end+1]) {
			end++
		}
		for end > k && !namesFollow(list, first[k:end]) {
			// The last word is a name in all lists.
			end, shared = end-1, true
		}
		if end == k {
			continue
		}
		joins := end == k+1 && slices.Contains(andWords, strings.ToLower(first[k]))
		for end > k && slices.ContainsFunc(list, func(s sentence) bool {
			p := placeOf(s.words, first[k:end]) + end - k
			return p < len(s.words) && (s.words[p] == "," || slices.Contains(andWords, s.words[p]))
		}) {
			end, shared = end-1, true // this is a name in all lists
		}
		if end == k {
			continue
		}
		if from == to || !joins && slices.Contains(andWords, strings.ToLower(first[from])) && to == from+1 {
			from, to = k, end
		}
	}
	return from, to, shared
}

// allContain reports whether some words occur in all lines.
func allContain(list []sentence, part []string) bool {
	return !slices.ContainsFunc(list, func(s sentence) bool { return placeOf(s.words, part) < 0 })
}

// namesFollow reports whether some words occur in all lines, never directly before a word that joins names.
func namesFollow(list []sentence, part []string) bool {
	return !slices.ContainsFunc(list, func(s sentence) bool {
		p := placeOf(s.words, part)
		next := p + len(part)
		return p < 0 || next < len(s.words) && (s.words[next] == "," || slices.Contains(andWords, s.words[next]))
	})
}

// placeOf returns the position of some words within others, -1 for none.
func placeOf(words, part []string) int {
	for k := 0; k+len(part) <= len(words); k++ {
		if slices.Equal(words[k:k+len(part)], part) {
			return k
		}
	}
	return -1
}

// namesIn splits words into names, at commas and at words such as "and".
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

// withoutHeadings empties headings between lists, with a doubt, where list lines are names with ties behind a colon or an arrow.
// Without list marks a heading is a line without ties, or a name with a colon that occurs nowhere else.
func (t *table) withoutHeadings(d []byte) []byte {
	isTie := func(s string) bool {
		return slices.ContainsFunc([]string{"- ", "* ", "• "}, func(m string) bool { return strings.HasPrefix(s, m) }) && len(s) > 2
	}
	if len(d) > maxHeadings {
		return d
	}
	line, _ := firstLine(bytes.TrimSpace(d))
	marks := slices.ContainsFunc([]string{"\n- ", "\n* ", "\n• "}, func(m string) bool { return bytes.Contains(d, []byte(m)) })
	if open := string(line); !marks && !isTie(open) && !strings.Contains(open, ": ") && bytes.Contains(d, []byte(": ")) {
		isTie = func(s string) bool {
			head, behind := strings.CutSuffix(s, ":")
			return strings.Contains(s, ": ") || behind && strings.Count(string(d), head) > 1 && !strings.Contains(head, " ")
		}
	}
	heads, rows, ties, before, first, shared := 0, 0, 0, true, "", marks
	for _, text := range textLines(d, "#", MaxEdges) {
		switch {
		case isTie(text) && (strings.Contains(text, ": ") || isArrowRow(strings.TrimLeft(text, "-*• ")) || strings.HasSuffix(text, ":")):
			ties, before = ties+1, false
			head, _, _ := strings.Cut(text, ":")
			shared = shared || bytes.Contains(d, []byte(": "+head)) || bytes.Contains(d, []byte(", "+head))
		case isTie(text) || rows > 0 && before || strings.Contains(strings.TrimSuffix(text, ":"), ":") || len(text) > MaxName:
			return d // a heading needs a list below
		default:
			if heads++; first == "" {
				first = text
			}
			before = true
		}
		if rows++; heads > MaxClasses {
			return d
		}
	}
	if heads == 0 || before || ties < 2 || !shared {
		return d
	}
	t.doubts = append(t.doubts, Doubt{Rule: "headings", Text: "The lines between the ties, such as " + quote(first) +
		", were taken as headings " +
		"and left out."})
	return mapRows(d, func(string) string { return "" }, func(s string) bool { return s != "" && !isTie(s) })
}
