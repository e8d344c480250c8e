package graphio

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// This file reads sentences as edges, such as Ann knows Bob and Carl, and empties headings between lists of names.
// cleanRows (tableclean.go) uses it before the rows are split into cells.
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// andWords are words between the last two of several names, or between the two ends of an edge.
var andWords = strings.Fields("and und et y e og och en i a oraz ja ve и та und/oder &")

// sentence is a line as a list of words, without the full stop.
type sentence struct {
	words []string
	// amount is the number at the end of the line. It is "" if the line has no such number.
	amount string
}

// Limits of texts that are read as sentences, and of texts that are read as lists below headings, in bytes.
// The limit for headings is smaller, because every name is searched in the whole text.
const (
	maxSentences = 1 << 20
	maxHeadings  = 1 << 16
)

// cutSentence returns the words of a line without the mark at its end. A comma after a word becomes a separate word.
func cutSentence(line string) []string {
	s := strings.TrimRight(line, " .;!")
	s = strings.ReplaceAll(s, ", ", " , ")
	s = strings.ReplaceAll(s, ",\t", " , ")
	return strings.Fields(s)
}

// isColonWord reports whether a word contains a colon and is no score such as 3:1.
func isColonWord(s string) bool { return strings.ContainsAny(s, ":：") && !isScore(s) }

// sentenceRows returns sentences as rows: two names and, if the line has one, an amount, as in "Ann\tBob\t3".
// Without words that all lines have between names, relationRows decides. If a name may contain other words, relationRows is tried first.
// rows is nil if the lines are no sentences, or if they are odd (isOdd) and no name repeats. doubts are about uncertain sentences.
func sentenceRows(d []byte) (rows []byte, doubts []Doubt) {
	if len(d) > maxSentences {
		return nil, nil
	}
	var list []sentence
	// isTriples reports that every line has three words and no marks between them. hasColons reports that every line has a colon.
	// stops is the number of lines that end with a full stop.
	isTriples, hasColons, stops := true, true, 0
	for _, text := range textLines(d, "#%", MaxEdges) {
		w := cutSentence(text)
		// Two names and a word between them are three words. Very long lines, and lines with such marks, belong to other formats.
		if len(w) < 3 || len(text) > 4*MaxName || strings.ContainsAny(text, "\t|\"=[]{}") {
			return nil, nil
		}
		hasColon := strings.Contains(text, ": ") || slices.ContainsFunc(w, isColonWord)
		isTriples = isTriples && len(w) == 3 && !strings.ContainsAny(text, ",.;")
		hasColons = hasColons && hasColon
		stops += oneIf(text[len(text)-1] == '.')
		list = append(list, sentence{words: w})
	}
	// A single line is too little evidence. Triples, and lists after a colon, are read elsewhere.
	if len(list) < 2 || isTriples || hasColons {
		return nil, nil
	}
	// replace returns the text with newRows in place of the sentences of list, nil if newRows is nil. mapRows calls nextRow in their order.
	replace := func(newRows []string, doubts []Doubt) ([]byte, []Doubt) {
		if newRows == nil {
			return nil, nil
		}
		k := 0
		nextRow := func(string) string { k++; return newRows[k-1] }
		isSentence := func(s string) bool { return s != "" && s[0] != '#' && s[0] != '%' }
		return mapRows(d, nextRow, isSentence), doubts
	}
	cutAmounts(list)
	start, end, isCut := commonWords(list)
	if start == end {
		return replace(relationRows(list))
	}
	common := list[0].words[start:end]
	opening := openingWords(list)
	// seen has the names so far. isRepeated reports that a name occurs in two places.
	seen, isRepeated := map[string]bool{}, false
	// isOdd reports a sign against sentences: a name among the common words, full stops in some lines only, or an unusual name.
	onlySomeStop := stops > 0 && stops < len(list)
	isOdd := isCut || onlySomeStop
	// isMixed reports a name that may contain other words.
	isMixed := false
	// centre is the word after the common words in the first line. isStar reports that this word follows them in all lines.
	centre, isStar := "", true
	var out []string
	for k := range list {
		s := &list[k]
		left := placeOf(s.words, common)
		right := left + len(common)
		if left < 1 || right >= len(s.words) {
			return nil, nil
		}
		// A word such as "and" at the end joins no name.
		if slices.Contains(andWords, s.words[len(s.words)-1]) {
			return nil, nil
		}
		lefts, rights := namesIn(s.words[:left]), namesIn(s.words[right:])
		if len(lefts) == 0 || len(rights) == 0 {
			return nil, nil
		}
		firstWord := strings.Fields(rights[0])[0]
		if k == 0 {
			centre = firstWord
		}
		isStar = isStar && firstWord == centre
		// Every name before the common words is joined with every name after them.
		var pairs []string
		for _, a := range lefts {
			for _, b := range rights {
				pairs = append(pairs, strings.TrimRight(a+"\t"+b+"\t"+s.amount, "\t"))
			}
		}
		for _, name := range slices.Concat(lefts, rights) {
			isRepeated = isRepeated || seen[name]
			seen[name] = len(seen) < MaxNodes // false for further names, which do not count as seen
			isMixed = isMixed || isDubiousName(name, opening)
			// A name of more than four words, or a number with further words.
			words := strings.Fields(name)
			beginsWithNumber := isNumber(words[0]) && strings.Contains(name, " ")
			isOdd = isOdd || len(words) > 4 || beginsWithNumber
		}
		out = append(out, strings.Join(pairs, "\n"))
	}
	// If the lines have different words between the names, these words are the relation.
	if isMixed {
		if relations, doubts := relationRows(list); relations != nil {
			return replace(relations, doubts)
		}
	}
	isOdd = isOdd || isMixed
	if isOdd && !isRepeated {
		return nil, nil
	}
	// Odd sentences, a star, different names, or few lines may mean that the common words are a coincidence.
	if isOdd || isStar || !isRepeated || len(list) < 3 {
		phrase := quote(strings.Join(common, " "))
		doubts = append(doubts, Doubt{Rule: "sentences", Text: "The words " + phrase + " stand in every line and were taken as those " +
			"between the two ends of an edge: the lines may say something else."})
	}
	return replace(out, doubts)
}

// cutAmounts removes the endings that all lines in list have, such as "289 km", "3-1" or "are friends", at most three words of a line.
// A number in the ending becomes the amount, of several numbers the first.
func cutAmounts(list []sentence) {
	// An amount with its unit, or a short phrase, has at most three words.
	const maxRemoved = 3
	last := func(s sentence) string { return s.words[len(s.words)-1] }
	for range maxRemoved {
		// isSame reports that all lines end with the same word. areNumbers reports that all lines end with a number or a score.
		// areLong reports that all lines have three or more words before the last.
		isSame, areNumbers, areLong := true, true, true
		for _, s := range list {
			isSame = isSame && last(s) == last(list[0])
			hasScore := isScore(strings.Trim(last(s), "()"))
			hasNumber := isNumber(decimalPoint(strings.Trim(last(s), "()€$£%")))
			// If a line begins with a number, the number at the end may be a node, too.
			isAmount := hasNumber && !isNumber(s.words[0])
			areNumbers = areNumbers && (hasScore || isAmount)
			areLong = areLong && len(s.words) > 3
		}
		// A capitalised word is a name: a node that all edges may share.
		isName := unicode.IsUpper([]rune(last(list[0]))[0])
		isCommonWord := isSame && !isName
		hasEnding := areNumbers || isCommonWord
		if !areLong || !hasEnding {
			return
		}
		for k := range list {
			s := &list[k]
			if areNumbers {
				s.amount = strings.Trim(last(*s), "()€$£%")
			}
			s.words = s.words[:len(s.words)-1]
			// The comma before the removed word.
			if last(*s) == "," {
				s.words = s.words[:len(s.words)-1]
			}
		}
	}
}

// commonWords returns the range of the common words in the first line: the words from start to end-1, which all lines have between names.
// Of several ranges it returns the first, and a range of a word such as "and" only if there is no other. Without common words, the range
// is empty. isCut reports that at least one common word was left out as a name at the beginning of a list.
func commonWords(list []sentence) (start, end int, isCut bool) {
	first := list[0].words
	// isCommon reports whether every line has word k of the first line, neither as its first nor as its last word.
	isCommon := func(k int) bool {
		w := first[k]
		isInner := k > 0 && k < len(first)-1
		if !isInner || w == "," || isNumber(w) {
			return false
		}
		for _, s := range list {
			place := slices.Index(s.words, w)
			if place < 1 || place == len(s.words)-1 {
				return false
			}
		}
		return true
	}
	for k := range first {
		if !isCommon(k) {
			continue
		}
		// The longest sequence of common words from word k on.
		next := k + 1
		for next < len(first) && isCommon(next) && allContain(list, first[k:next+1]) {
			next++
		}
		// If a comma or a word such as "and" follows, the last word is a name at the beginning of a list.
		for next > k && !namesFollow(list, first[k:next]) {
			next--
			isCut = true
		}
		if next == k {
			continue
		}
		// isAnd belongs to the new range, and hasAnd to the range so far.
		isAnd := next == k+1 && slices.Contains(andWords, strings.ToLower(first[k]))
		hasAnd := end == start+1 && slices.Contains(andWords, strings.ToLower(first[start]))
		isEmpty := start == end
		isBetter := hasAnd && !isAnd
		if isEmpty || isBetter {
			start, end = k, next
		}
	}
	return start, end, isCut
}

// allContain reports whether all lines contain the words part, one after another.
func allContain(list []sentence, part []string) bool {
	return !slices.ContainsFunc(list, func(s sentence) bool { return placeOf(s.words, part) < 0 })
}

// namesFollow reports whether all lines contain the words part, and neither a comma nor a word such as "and" follows directly in any line.
func namesFollow(list []sentence, part []string) bool {
	// isAgainst reports whether a line does not contain part, or has a comma or a word such as "and" directly after part.
	isAgainst := func(s sentence) bool {
		place := placeOf(s.words, part)
		if place < 0 {
			return true
		}
		next := place + len(part)
		if next >= len(s.words) {
			return false
		}
		return s.words[next] == "," || slices.Contains(andWords, s.words[next])
	}
	return !slices.ContainsFunc(list, isAgainst)
}

// placeOf returns the index in words of the first word of part. It returns -1 if words does not contain the words of part in sequence.
func placeOf(words, part []string) int {
	for k := 0; k+len(part) <= len(words); k++ {
		if slices.Equal(words[k:k+len(part)], part) {
			return k
		}
	}
	return -1
}

// namesIn splits words into names, at commas and at words such as "and". Such a word at the beginning or the end belongs to a name.
func namesIn(words []string) (names []string) {
	// start is the index of the first word of the current name.
	start := 0
	for k := 0; k <= len(words); k++ {
		isEnd := k == len(words)
		isSeparator := false
		if !isEnd {
			isAnd := k > 0 && k < len(words)-1 && slices.Contains(andWords, words[k])
			isSeparator = words[k] == "," || isAnd
		}
		if isEnd || isSeparator {
			names = appendNonEmpty(names, strings.Trim(strings.Join(words[start:k], " "), " ,;"))
			start = k + 1
		}
	}
	return names
}

// withoutHeadings empties the headings between lists and adds a doubt. A line of a list is a tie: a name, a colon or an arrow, and names.
// In a text with list marks, a tie is a line with a mark, and a heading is a line without a mark.
// A text without list marks must begin with a heading, and its ties have colons. A heading is a line without a colon, or a name before a
// colon at the end of the line, if the name occurs nowhere else.
// A text of any other form, or longer than maxHeadings, is returned unchanged.
func (t *table) withoutHeadings(d []byte) []byte {
	if len(d) > maxHeadings {
		return d
	}
	hasListMark := func(s string) bool {
		return len(s) > 2 && slices.ContainsFunc([]string{"- ", "* ", "• "}, func(m string) bool { return strings.HasPrefix(s, m) })
	}
	// hasColonTie reports whether a line has names after a colon, or is a single name with a colon at its end (a person without
	// neighbours). Such a name must occur elsewhere in the text; otherwise the line is a heading.
	hasColonTie := func(s string) bool {
		if strings.Contains(s, ": ") {
			return true
		}
		name, endsWithColon := strings.CutSuffix(s, ":")
		return endsWithColon && !strings.Contains(name, " ") && strings.Count(string(d), name) > 1
	}
	line, _ := firstLine(bytes.TrimSpace(d))
	hasMarks := slices.ContainsFunc([]string{"\n- ", "\n* ", "\n• "}, func(m string) bool { return bytes.Contains(d, []byte(m)) })
	// In a text that begins with a heading and has no line that begins with a list mark, colons make ties.
	isTie := hasListMark
	beginsWithTie := hasListMark(string(line)) || bytes.Contains(line, []byte(": "))
	if !hasMarks && !beginsWithTie && bytes.Contains(d, []byte(": ")) {
		isTie = hasColonTie
	}
	headings, rows, ties, firstHeading := 0, 0, 0, ""
	// isAfterHeading reports that the line above is a heading. It is also true before the first line.
	// isShared reports that a name before a colon also occurs in a list. A text with list marks needs no such name.
	isAfterHeading, isShared := true, hasMarks
	for _, text := range textLines(d, "#%", MaxEdges) {
		// hasNames reports the form of a tie, as in Ann: Bob, in Ann: without neighbours, or in Ann -> Bob.
		hasNames := strings.Contains(text, ": ") || strings.HasSuffix(text, ":") || isArrowRow(strings.TrimLeft(text, "-*• "))
		if isTie(text) {
			// A tie of another form is not read here.
			if !hasNames {
				return d
			}
			ties++
			isAfterHeading = false
			name, _, _ := strings.Cut(text, ":")
			isShared = isShared || bytes.Contains(d, []byte(": "+name)) || bytes.Contains(d, []byte(", "+name))
		} else {
			// A heading must have a list below. A heading with an inner colon, or a long heading, is another text.
			hasInnerColon := strings.Contains(strings.TrimSuffix(text, ":"), ":")
			followsHeading := rows > 0 && isAfterHeading
			if followsHeading || hasInnerColon || len(text) > MaxName {
				return d
			}
			headings++
			if firstHeading == "" {
				firstHeading = text
			}
			isAfterHeading = true
		}
		rows++
		// More headings than a graph may have classes belong to another text.
		if headings > MaxClasses {
			return d
		}
	}
	// The last line must be a tie.
	if headings == 0 || isAfterHeading || ties < 2 || !isShared {
		return d
	}
	t.doubts = append(t.doubts, Doubt{Rule: "headings", Text: "The lines between the ties, such as " + quote(firstHeading) +
		", were taken as headings " +
		"and left out."})
	return mapRows(d, func(string) string { return "" }, func(s string) bool { return s != "" && !isTie(s) })
}
