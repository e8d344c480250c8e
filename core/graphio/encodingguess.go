package graphio

import (
	"strings"
	"unicode"
)

// This file guesses the encoding of a text that neither has a byte order mark nor declares an encoding.

// guessCharset returns the name in charsets of the most probable encoding of a text. Cyrillic and Greek encodings have priority over
// encodings with two bytes per character. A Latin encoding always fits, and comes last.
// A high byte is a byte from 0x80 on. Among Latin letters it is a letter with an accent. A word of high bytes alone is in another script.
func guessCharset(d []byte) string {
	foreign, accented := highWords(d)
	isMostlyForeign := len(foreign) >= len(accented)
	// alphabet is the name of a Cyrillic or Greek encoding, pairs the name of an encoding with two bytes per character.
	// A name is "" if no encoding of its group fits.
	alphabet := alphabetCharset(foreign)
	pairs := pairCharset(d)
	// In Shift-JIS and Big5 the second byte of a character may be a Latin letter, so that most words may seem accented.
	mayHaveLatin := pairs == "shift_jis" || pairs == "big5"
	mayBePairs := isMostlyForeign || mayHaveLatin
	if alphabet != "" && isMostlyForeign {
		return alphabet
	}
	// The bytes of Cyrillic and Greek texts may also fit as pairs, so pairs are excluded if an alphabet fits.
	fitsPairsOnly := pairs != "" && alphabet == ""
	if fitsPairsOnly && mayBePairs {
		return pairs
	}
	return latinCharset(append(accented, foreign...))
}

// highWords returns the words with high bytes. A word is a run of Latin letters and high bytes.
// foreign are the words without Latin letters, accented the words with Latin letters.
func highWords(d []byte) (foreign, accented [][]byte) {
	// start is the index of the first byte of a word, -1 between words. high and latin count the bytes of the word.
	start, high, latin := -1, 0, 0
	for k := 0; k <= len(d); k++ {
		// A space after the text ends the last word.
		c := byte(' ')
		if k < len(d) {
			c = d[k]
		}
		isHigh := c >= 0x80
		// The bit 0x20 turns a capital into a small letter.
		isLetter := c|0x20 >= 'a' && c|0x20 <= 'z'
		switch {
		case isHigh || isLetter:
			if start < 0 {
				start = k
			}
			high += oneIf(isHigh)
			latin += oneIf(isLetter)
		case start >= 0:
			// Words without high bytes are skipped.
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

// alphabetCharset returns the first Cyrillic or Greek encoding that fits at least nine of ten words, or "" if none fits.
func alphabetCharset(words [][]byte) string {
	if len(words) == 0 {
		return ""
	}
	alphabets := []struct {
		name   string
		script *unicode.RangeTable
	}{{"windows-1251", unicode.Cyrillic}, {"koi8-r", unicode.Cyrillic}, {"windows-1253", unicode.Greek}, {"ibm866", unicode.Cyrillic}}
	for _, alphabet := range alphabets {
		fitting := 0
		for _, word := range words {
			text, err := charsets[charsetIndex(alphabet.name)].NewDecoder().Bytes(word)
			fits := err == nil && isWordOfScript([]rune(string(text)), alphabet.script)
			fitting += oneIf(fits)
		}
		if 10*fitting >= 9*len(words) {
			return alphabet.name
		}
	}
	return ""
}

// isWordOfScript reports whether all characters of a word are of a script, and no capital follows a small letter.
// The wrong encoding of a script may give letters of the script, but with capitals inside words.
func isWordOfScript(letters []rune, script *unicode.RangeTable) bool {
	hasSmall := false
	for _, r := range letters {
		isCapital := unicode.IsUpper(r)
		followsSmall := isCapital && hasSmall
		if !unicode.Is(script, r) || followsSmall {
			return false
		}
		hasSmall = hasSmall || !isCapital
	}
	return true
}

// pairCounts counts the pairs of bytes in a text with two bytes per character. No ASCII byte begins a pair.
type pairCounts struct {
	pairs int
	// low counts pairs with a first byte below 0xa0, and single half-width kana. Both are frequent in Shift-JIS.
	low int
	// shortSecond counts second bytes below 0xa1, which EUC-JP and EUC-KR lack.
	shortSecond int
	// commonGBK and commonBig5 count first bytes of the frequent Chinese characters in GBK and in Big5.
	// hangul counts first bytes of the Korean syllables in EUC-KR, and kana first bytes of Japanese kana in EUC-JP.
	// symbols counts first bytes of punctuation and symbols in EUC-KR.
	commonGBK, hangul, commonBig5, kana, symbols int
}

// countPairs returns the counts of a text. ok is false if a high byte is neither in a pair nor a half-width kana.
func countPairs(d []byte) (n pairCounts, ok bool) {
	for k := 0; k < len(d); k++ {
		first := d[k]
		if first < 0x80 {
			continue
		}
		// No encoding has a pair that begins with 0x80 or 0xff, or a second byte outside the range of hasPartner.
		hasPartner := k+1 < len(d) && d[k+1] >= 0x40 && d[k+1] != 0x7f && d[k+1] != 0xff
		isPair := first != 0x80 && first != 0xff && hasPartner
		if !isPair {
			// A half-width kana of Shift-JIS is a single byte.
			isKana := first >= 0xa1 && first <= 0xdf
			if !isKana {
				return n, false
			}
			n.low++
			continue
		}
		k++
		second := d[k]
		// Each range of first has the characters that the field of pairCounts names.
		n.pairs++
		n.low += oneIf(first < 0xa0)
		n.shortSecond += oneIf(second < 0xa1)
		n.commonGBK += oneIf(first >= 0xb0 && first <= 0xd7)
		n.hangul += oneIf(first >= 0xb0 && first <= 0xc8)
		n.commonBig5 += oneIf(first >= 0xa4 && first <= 0xc6)
		n.kana += oneIf(first == 0xa4 || first == 0xa5)
		n.symbols += oneIf(first >= 0xa1 && first <= 0xac)
	}
	return n, true
}

// pairCharset returns the encoding with two bytes per character that fits a text, or "" if none fits.
func pairCharset(d []byte) string {
	n, ok := countPairs(d)
	if !ok || n.pairs == 0 {
		return ""
	}
	// In real texts at least seven of ten characters are frequent characters of the language.
	isMost := func(count int) bool { return 10*count >= 7*n.pairs }
	hasShortSecond := n.shortSecond > 0
	switch {
	// In texts of other encodings n.low is hardly ever more than three tenths of the number of pairs.
	case 10*n.low > 3*n.pairs:
		return "shift_jis"
	// In Japanese sentences more than one of five characters is a kana. Lists of Japanese names may have none.
	case !hasShortSecond && 5*n.kana > n.pairs:
		return "euc-jp"
	// In Korean texts all characters are syllables or symbols.
	case !hasShortSecond && n.hangul > 0 && n.hangul+n.symbols == n.pairs:
		return "euc-kr"
	// In GBK the frequent characters have second bytes from 0xa1 on, so many texts have no short second byte.
	case !hasShortSecond && isMost(n.commonGBK):
		return "gbk"
	// Big5 and GBK may both have short second bytes. If both fit, the text is taken as Big5.
	case hasShortSecond && isMost(n.commonBig5):
		return "big5"
	case isMost(n.commonGBK):
		return "gbk"
	}
	return ""
}

// latinCharset returns the Latin encoding with the lowest penalty over all words.
// A high byte that is no letter costs two, a capital beyond ASCII inside a word costs one.
func latinCharset(words [][]byte) string {
	best, lowest := "", 0
	// The first encoding wins a tie, and Windows-1252 is the most frequent.
	for _, name := range strings.Fields("windows-1252 windows-1250 iso-8859-2 windows-1254 macintosh ibm850") {
		penalty := 0
		for _, word := range words {
			// The decoder of an encoding with one byte per character has no error.
			text, _ := charsets[charsetIndex(name)].NewDecoder().Bytes(word)
			penalty += latinPenalty([]rune(string(text)))
		}
		if best == "" || penalty < lowest {
			best, lowest = name, penalty
		}
	}
	return best
}

// latinPenalty returns the penalty of a decoded word, as latinCharset defines it. A high byte has become a character beyond ASCII.
func latinPenalty(word []rune) (penalty int) {
	for k, r := range word {
		isHigh := r > 0x7f
		isInnerCapital := k > 0 && unicode.IsUpper(r)
		if isHigh && !unicode.IsLetter(r) {
			penalty += 2
		}
		if isHigh && isInnerCapital {
			penalty++
		}
	}
	return penalty
}
