package graphio

import (
	"slices"
	"strings"
	"unicode"
)

// Sentences with different words between names, such as Ann is the mother of Bob and Bob is Carl's brother.

// isDubiousName reports whether a text is improbable as a name. opening are the first words of all lines.
// The text has a word in lower case before a capital or an opening word, or it has a possessive.
func isDubiousName(name string, opening map[string]bool) bool {
	words := strings.Fields(name)
	for k, w := range words[:len(words)-1] {
		next := words[k+1]
		isWord := unicode.IsLower([]rune(w)[0]) && !opening[w]
		beginsName := unicode.IsUpper([]rune(next)[0]) || opening[next]
		if withoutPossessive(w) != w || isWord && beginsName {
			return true
		}
	}
	return withoutPossessive(name) != name
}

// sentenceWords are function words of several languages. They are rarely nodes.
var sentenceWords = wordSet("is are was the of to for with by from ist sind der die das von mit für est sont le la de du es son el " +
	"con che " +
	"di")

// doubtSentences adds a doubt if a line, whose words are read as nodes, has a function word between other words.
func (t *table) doubtSentences(d []byte) {
	for _, s := range textLines(d, "#%", 200) {
		words := strings.Fields(s)
		// Lines with separators of cells are no sentences.
		if len(words) < 4 || strings.ContainsAny(s, ",;\t|\"'=") {
			continue
		}
		if k := slices.IndexFunc(words[1:len(words)-1], func(w string) bool { return sentenceWords[w] }); k >= 0 {
			t.doubts = append(t.doubts, Doubt{Rule: "sentences", Text: "The word " + quote(words[k+1]) + " stands between others in a line: the " +
				"lines may be sentences, of which not all words are nodes."})
			return
		}
	}
}

// openingWords returns the first words of all lines.
func openingWords(list []sentence) map[string]bool {
	opening := map[string]bool{}
	for _, s := range list {
		opening[s.words[0]] = true
	}
	return opening
}

// relationRows returns sentences as pairs of names, with a doubt. rows is nil for other lines.
// Every line begins with a name. It ends with another name, or with a name in the possessive and further words.
// The words between the names are the relation. A name begins with a letter that is not lower case, or begins another line.
func relationRows(list []sentence) (rows []string, doubts []Doubt) {
	opening, names := openingWords(list), map[string]bool{}
	isName := func(w string) bool {
		first := []rune(w)[0]
		return unicode.IsLetter(first) && !unicode.IsLower(first) || opening[w] || opening[withoutPossessive(w)]
	}
	isWords := func(words []string) bool {
		return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return w == "," || isNumber(w) || isName(w) })
	}
	// ends counts the names in all lines, names are the different ones.
	ends := 0
	for _, s := range list {
		// The relation has the indices from to to-1: the name before it is on the left, the name after it on the right.
		w := s.words
		from := slices.IndexFunc(w, func(s string) bool { return !isName(s) })
		if from < 1 {
			return nil, nil
		}
		to := from + slices.IndexFunc(w[from:], isName)
		if to < from || !isWords(w[from:to]) {
			return nil, nil
		}
		// A possessive on the right, as in Carl's brother: the words after it belong to the relation.
		right := w[to:]
		owner := slices.IndexFunc(right, func(s string) bool { return withoutPossessive(s) != s })
		if owner >= 0 && (owner+1 == len(right) || isWords(right[owner+1:])) {
			right = append(slices.Clone(right[:owner]), withoutPossessive(right[owner]))
		}
		left := withoutPossessive(strings.Join(w[:from], " "))
		var pairs []string
		for _, b := range namesIn(right) {
			if slices.ContainsFunc(strings.Fields(b), func(s string) bool { return !isName(s) }) {
				return nil, nil
			}
			names[left], names[b], ends = true, true, ends+2
			pairs = append(pairs, strings.TrimRight(left+"\t"+b+"\t"+s.amount, "\t"))
		}
		if len(pairs) == 0 {
			return nil, nil
		}
		rows = append(rows, strings.Join(pairs, "\n"))
	}
	// Names that hardly repeat are no nodes.
	if len(list) < 3 || 5*len(names) > 4*ends {
		return nil, nil
	}
	return rows, []Doubt{{Rule: "sentences", Text: "The words between two names in a line, different from line to line, were taken as " +
		"how the " +
		"two belong together: the lines may say something else."}}
}
