package graphio

import (
	"strings"
	"unicode"
)

// The guess of an encoding, for texts that neither have a byte order mark nor declare an encoding.

// guessCharset returns the most probable encoding of a text. The result is a name in charsets.
// A word of high bytes (0x80 and above) without Latin letters is in another script.
// Its encoding has two bytes per character, or follows from the order of capitals. High bytes among Latin letters are accents.
func guessCharset(d []byte) string {
	foreign, accented := highWords(d)
	mostlyForeign := len(foreign) >= len(accented)
	alphabet := alphabetCharset(foreign)
	// Texts in an alphabet also form pairs, so the alphabet has priority.
	if pairs := pairCharset(d); pairs != "" && alphabet == "" && (mostlyForeign || pairs == "shift_jis" || pairs == "big5") {
		return pairs
	}
	if alphabet != "" && mostlyForeign {
		return alphabet
	}
	return latinCharset(append(accented, foreign...))
}

// highWords returns the words with high bytes: foreign are those without Latin letters, accented the others.
// A word is a run of Latin letters and high bytes.
func highWords(d []byte) (foreign, accented [][]byte) {
	start, high, latin := -1, 0, 0
	for k := 0; k <= len(d); k++ {
		// A space after the text ends the last word.
		c := byte(' ')
		if k < len(d) {
			c = d[k]
		}
		isLetter := c|0x20 >= 'a' && c|0x20 <= 'z'
		switch {
		case c >= 0x80 || isLetter:
			if start < 0 {
				start = k
			}
			high += int(c >> 7)
			latin += oneIf(isLetter)
		case start >= 0:
			if high > 0 && latin == 0 {
				foreign = append(foreign, d[start:k])
			} else if high > 0 {
				accented = append(accented, d[start:k])
			}
			start, high, latin = -1, 0, 0
		}
	}
	return foreign, accented
}

// alphabetCharset returns the Cyrillic or Greek encoding that fits at least nine of ten words, or "" if none fits.
func alphabetCharset(words [][]byte) string {
	if len(words) == 0 {
		return ""
	}
	for _, a := range []struct {
		name   string
		script *unicode.RangeTable
	}{{"windows-1251", unicode.Cyrillic}, {"koi8-r", unicode.Cyrillic}, {"windows-1253", unicode.Greek}, {"ibm866", unicode.Cyrillic}} {
		fits := 0
		for _, w := range words {
			text, err := charsets[charsetIndex(a.name)].NewDecoder().Bytes(w)
			fits += oneIf(err == nil && isWordOfScript([]rune(string(text)), a.script))
		}
		if 10*fits >= 9*len(words) {
			return a.name
		}
	}
	return ""
}

// isWordOfScript reports whether all letters of a word are of a script, and capitals precede small letters.
// In a wrong encoding of the same script capitals occur inside words.
func isWordOfScript(letters []rune, script *unicode.RangeTable) bool {
	small := false
	for _, r := range letters {
		isCapital := unicode.IsUpper(r)
		if !unicode.Is(script, r) || isCapital && small {
			return false
		}
		small = small || !isCapital
	}
	return true
}

// pairCounts counts pairs of bytes in a text with two bytes per character.
// All fields except low are numbers of pairs whose first or second byte is in a range.
type pairCounts struct {
	pairs int
	// low counts pairs with a first byte below 0xa0, and single half-width kana. They are frequent in Shift-JIS.
	low int
	// shortSecond counts second bytes below 0xa1, which EUC-JP and EUC-KR lack.
	shortSecond int
	// commonGBK, hangul, commonBig5 and kana count first bytes of frequent characters:
	// those of GBK, the syllables of EUC-KR, those of Big5, and the kana of EUC-JP.
	commonGBK, hangul, commonBig5, kana int
}

// countPairs returns the counts of a text. ok is false if a high byte has no partner.
func countPairs(d []byte) (n pairCounts, ok bool) {
	for k := 0; k < len(d); k++ {
		first := d[k]
		if first < 0x80 {
			continue
		}
		hasPartner := k+1 < len(d) && d[k+1] >= 0x40 && d[k+1] != 0x7f && d[k+1] != 0xff
		if first == 0x80 || first == 0xff || !hasPartner {
			// A half-width kana of Shift-JIS is a single byte.
			if first >= 0xa1 && first <= 0xdf {
				n.low++
				continue
			}
			return n, false
		}
		k++
		n.pairs++
		n.low += oneIf(first < 0xa0)
		n.shortSecond += oneIf(d[k] < 0xa1)
		n.commonGBK += oneIf(first >= 0xb0 && first <= 0xd7)
		n.hangul += oneIf(first >= 0xb0 && first <= 0xc8)
		n.commonBig5 += oneIf(first >= 0xa4 && first <= 0xc6)
		n.kana += oneIf(first == 0xa4 || first == 0xa5)
	}
	return n, true
}

// pairCharset returns the encoding with two bytes per character that fits a text, or "" if none fits.
// The ranges of the first and the second bytes distinguish the five encodings.
func pairCharset(d []byte) string {
	n, ok := countPairs(d)
	if !ok || n.pairs == 0 {
		return ""
	}
	// In real texts at least seven of ten characters are frequent ones.
	isMost := func(count int) bool { return 10*count >= 7*n.pairs }
	switch {
	case 10*n.low > 3*n.pairs:
		return "shift_jis"
	case n.shortSecond == 0 && 5*n.kana > n.pairs:
		return "euc-jp"
	case n.shortSecond == 0 && n.hangul == n.pairs:
		return "euc-kr"
	case n.shortSecond == 0 && isMost(n.commonGBK):
		return "gbk"
	case n.shortSecond > 0 && isMost(n.commonBig5):
		return "big5"
	case isMost(n.commonGBK):
		return "gbk"
	}
	return ""
}

// latinCharset returns the Latin encoding with the lowest penalty over all words.
// A high byte that is no letter costs two, a capital beyond ASCII inside a word costs one.
func latinCharset(words [][]byte) string {
	best, least := "", 0
	// The first encoding wins a tie, and Windows-1252 is the most frequent.
	for _, name := range strings.Fields("windows-1252 windows-1250 iso-8859-2 windows-1254 macintosh ibm850") {
		penalty := 0
		for _, w := range words {
			text, _ := charsets[charsetIndex(name)].NewDecoder().Bytes(w)
			for k, r := range []rune(string(text)) {
				isHigh := r > 0x7f
				penalty += 2*oneIf(isHigh && !unicode.IsLetter(r)) + oneIf(k > 0 && isHigh && unicode.IsUpper(r))
			}
		}
		if best == "" || penalty < least {
			best, least = name, penalty
		}
	}
	return best
}
