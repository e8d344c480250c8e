package graphio

import (
	"strings"
	"unicode"
)

// guessCharset returns the most probable encoding of a text without a mark and without a declaration.
// Words of high bytes alone are in another script: pairs of bytes, or the order of capitals, decide the encoding.
// High bytes among Latin letters are accents.
func guessCharset(d []byte) string {
	var words, mixed [][]byte
	start, high, latin := -1, 0, 0
	for k := 0; k <= len(d); k++ {
		c := byte(' ')
		if k < len(d) {
			c = d[k]
		}
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		switch {
		// A word is a run of letters and high bytes.
		case c >= 0x80 || letter:
			if start < 0 {
				start = k
			}
			high += int(c >> 7)
			latin += oneIf(letter)
		case start >= 0:
			if high > 0 && latin == 0 {
				words = append(words, d[start:k])
			} else if high > 0 {
				mixed = append(mixed, d[start:k])
			}
			start, high, latin = -1, 0, 0
		}
	}
	if pairs := pairCharset(d); pairs != "" && (len(words) >= len(mixed) || pairs == "shift_jis" || pairs == "big5") {
		// Texts in an alphabet with one byte a letter also form pairs.
		if name := alphabetCharset(words); name == "" {
			return pairs
		}
	}
	if name := alphabetCharset(words); name != "" && len(words) >= len(mixed) {
		return name
	}
	return latinCharset(append(mixed, words...))
}

// alphabetCharset returns the Cyrillic or Greek encoding that fits nine of ten words, "" for none.
// A word fits where all letters are of the script and capitals come first.
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
			letters := []rune(string(text))
			ok := err == nil
			upper := 0
			for k, r := range letters {
				ok = ok && unicode.Is(a.script, r) && (k == 0 || !unicode.IsUpper(r) || unicode.IsUpper(letters[k-1]) && upper == k)
				upper += oneIf(unicode.IsUpper(r))
			}
			fits += oneIf(ok)
		}
		if 10*fits >= 9*len(words) {
			return a.name
		}
	}
	return ""
}

// pairCharset returns the encoding with two bytes a character that fits a text, "" for none.
// The ranges of the first and the second bytes distinguish the five encodings.
func pairCharset(d []byte) string {
	pairs, low, under, first, hangul, big, kana := 0, 0, 0, 0, 0, 0, 0
	for k := 0; k < len(d); k++ {
		c := d[k]
		if c < 0x80 {
			continue
		}
		if c == 0x80 || c == 0xff || k+1 == len(d) || d[k+1] < 0x40 || d[k+1] == 0x7f || d[k+1] == 0xff {
			// A half-width kana of Shift-JIS is one byte.
			if c >= 0xa1 && c <= 0xdf {
				low++
				continue
			}
			return ""
		}
		k++
		pairs++
		low += oneIf(c < 0xa0)
		under += oneIf(d[k] < 0xa1)
		first += oneIf(c >= 0xb0 && c <= 0xd7)
		hangul += oneIf(c >= 0xb0 && c <= 0xc8)
		big += oneIf(c >= 0xa4 && c <= 0xc6)
		kana += oneIf(c == 0xa4 || c == 0xa5)
	}
	// Seven of ten pairs in the range of common characters.
	many := func(n int) bool { return pairs > 0 && 10*n >= 7*pairs }
	switch {
	case pairs == 0:
		return ""
	case 10*low > 3*pairs:
		return "shift_jis"
	case under == 0 && 5*kana > pairs:
		return "euc-jp"
	case under == 0 && hangul == pairs:
		return "euc-kr"
	case under == 0 && many(first):
		return "gbk"
	case under > 0 && many(big):
		return "big5"
	case many(first):
		return "gbk"
	}
	return ""
}

// latinCharset returns the Latin encoding with the fewest errors in the words.
// A high byte that is no letter counts two, a capital inside a word one.
func latinCharset(words [][]byte) string {
	best, least := "", 0
	for _, name := range strings.Fields("windows-1252 windows-1250 iso-8859-2 windows-1254 macintosh ibm850") {
		odd := 0
		for _, w := range words {
			text, _ := charsets[charsetIndex(name)].NewDecoder().Bytes(w)
			for k, r := range []rune(string(text)) {
				// The first encoding wins a tie: Windows-1252 is the most frequent.
				odd += 2*oneIf(r > 0x7f && !unicode.IsLetter(r)) + oneIf(k > 0 && r > 0x7f && unicode.IsUpper(r))
			}
		}
		if best == "" || odd < least {
			best, least = name, odd
		}
	}
	return best
}
