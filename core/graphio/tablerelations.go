package graphio

import (
	"slices"
	"strings"
	"unicode"
)

// This file reads sentences with different words between names, such as "Ann is the mother of Bob" and "Bob is Carl's brother".
// sentenceRows (tablesentences.go) uses it.
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// isDubiousName reports whether a text is unlikely to be a name. The text has at least one word. opening are the first words of all lines.
// A dubious name has a possessive, or a word in lower case, not an opening word, before a word that begins a name. A capitalised or an
// opening word begins a name. A possessive ends with a mark such as 's, which withoutPossessive removes.
func isDubiousName(name string, opening map[string]bool) bool {
	words := strings.Fields(name)
	for k, w := range words[:len(words)-1] {
		next := words[k+1]
		isPossessive := withoutPossessive(w) != w
		isLowerCase := unicode.IsLower([]rune(w)[0]) && !opening[w]
		beginsName := unicode.IsUpper([]rune(next)[0]) || opening[next]
		precedesName := isLowerCase && beginsName
		if isPossessive || precedesName {
			return true
		}
	}
	return withoutPossessive(name) != name
}

// sentenceWords are function words of several languages. They are rarely nodes.
var sentenceWords = wordSet("is are was the of to for with by from ist sind der die das von mit für est sont le la de du es son el " +
	"con che " +
	"di")

// doubtSentences adds a doubt if a line has a function word between other words. The words of such a line are read as nodes.
// Only the first 200 lines are tested.
func (t *table) doubtSentences(d []byte) {
	for _, s := range textLines(d, "#%", 200) {
		words := strings.Fields(s)
		// A line of three words may be a triple. Lines with separators of cells are no sentences.
		if len(words) < 4 || strings.ContainsAny(s, ",;\t|\"'=") {
			continue
		}
		inner := words[1 : len(words)-1]
		k := slices.IndexFunc(inner, func(w string) bool { return sentenceWords[w] })
		if k >= 0 {
			t.doubts = append(t.doubts, Doubt{Rule: "sentences", Text: "The word " + quote(inner[k]) + " stands between others in a line: the " +
				"lines may be sentences, of which not all words are nodes."})
			return
		}
	}
}

// openingWords returns the set of the first words of all lines.
func openingWords(list []sentence) map[string]bool {
	opening := map[string]bool{}
	for _, s := range list {
		opening[s.words[0]] = true
	}
	return opening
}

// relationRows returns a text for each sentence, with a doubt. The text has a line per pair of names: "Ann\tBob", or "Ann\tBob\t3" with an
// amount.
// A sentence is a name, the words of the relation, and further names. Further words of the relation may follow a possessive such as Carl's.
// Every word of a name begins with a letter that is not lower case, or is the first word of a line, possibly as a possessive.
// rows is nil if a line is no such sentence, if there are fewer than three lines, or if too few names repeat.
func relationRows(list []sentence) (rows []string, doubts []Doubt) {
	opening := openingWords(list)
	isNameWord := func(w string) bool {
		first := []rune(w)[0]
		isCapitalised := unicode.IsLetter(first) && !unicode.IsLower(first)
		return isCapitalised || opening[w] || opening[withoutPossessive(w)]
	}
	isOtherWord := func(w string) bool { return !isNameWord(w) }
	// A relation is at least one word. None of its words is a name, a number or a comma.
	cannotRelate := func(w string) bool { return w == "," || isNumber(w) || isNameWord(w) }
	isRelation := func(words []string) bool {
		return len(words) > 0 && !slices.ContainsFunc(words, cannotRelate)
	}
	// names is the set of the different names in all lines, and ends is the number of all names.
	names, ends := map[string]bool{}, 0
	for _, s := range list {
		// The relation has the words start to end-1. The names are before and after it.
		w := s.words
		start := slices.IndexFunc(w, isOtherWord)
		// All words of the line belong to names: start is -1. It is never 0, because the first word is an opening word.
		if start < 1 {
			return nil, nil
		}
		// IndexFunc returns -1 without a name after the relation, and end is then start-1.
		end := start + slices.IndexFunc(w[start:], isNameWord)
		if end < start || !isRelation(w[start:end]) {
			return nil, nil
		}
		// In a possessive such as Carl's brother, the words after the name belong to the relation.
		right := w[end:]
		owner := slices.IndexFunc(right, func(word string) bool { return withoutPossessive(word) != word })
		isPossessive := false
		if owner >= 0 {
			isPossessive = owner+1 == len(right) || isRelation(right[owner+1:])
		}
		if isPossessive {
			right = append(slices.Clone(right[:owner]), withoutPossessive(right[owner]))
		}
		left := withoutPossessive(strings.Join(w[:start], " "))
		// Several names may follow the relation, as in Bob and Carol.
		var pairs []string
		for _, name := range namesIn(right) {
			if slices.ContainsFunc(strings.Fields(name), isOtherWord) {
				return nil, nil
			}
			names[left], names[name] = true, true
			ends += 2
			pairs = append(pairs, strings.TrimRight(left+"\t"+name+"\t"+s.amount, "\t"))
		}
		if len(pairs) == 0 {
			return nil, nil
		}
		rows = append(rows, strings.Join(pairs, "\n"))
	}
	// If the number of different names exceeds 4/5 of the number of all names, the names are unlikely to be nodes.
	if len(list) < 3 || 5*len(names) > 4*ends {
		return nil, nil
	}
	return rows, []Doubt{{Rule: "sentences", Text: "The words between two names in a line, different from line to line, were taken as " +
		"how the " +
		"two belong together: the lines may say something else."}}
}
