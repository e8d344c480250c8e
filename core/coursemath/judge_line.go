// Lines with a name and a completion code, as teachers collect them.

package coursemath

import (
	"cmp"
	"strconv"
	"strings"
)

// JudgeLine judges a line with a completion code. check is a function of [Checker], and number is the number of the line.
// A name before or after the code replaces the name in the code.
func JudgeLine(check func(code string) Judgement, line string, number int) Judgement {
	name, code := SplitName(strings.TrimSpace(line))
	j := check(code)
	if characters := []rune(name); len(characters) > maxName {
		name = string(characters[:maxName]) + "…"
	}
	j.Line, j.Name = number, cmp.Or(name, j.Name)
	return j
}

// SplitName splits a line such as “Ada: CODE” or “CODE Ada” into name and code. A line without a code is returned as the code.
// A code may contain blanks unless its first word is a valid code.
func SplitName(line string) (name, code string) {
	const separators = " \t:,;" // between name and code
	name, rest, ok := strings.Cut(line, "SGPC")
	if !ok {
		return "", line
	}
	code = "SGPC" + rest
	// A code that was copied from a mail may contain blanks. So the rest is a name only if the first word is a valid code.
	if k := strings.IndexAny(code, separators); k >= 0 {
		if _, err := Decode(code[:k]); err == nil {
			name, code = name+code[k:], code[:k]
		}
	}
	return strings.Trim(name, separators), code
}

// SameAnswers returns a key that is equal for codes with the same answers to the same variants.
// It returns "" for fewer than three answers, since these may agree by chance.
func (j Judgement) SameAnswers() string {
	var b strings.Builder
	given := 0
	for _, c := range j.Exercises {
		if c.Given {
			given++
			b.WriteString(c.ID + " " + c.Answer + "\n")
		}
	}
	if given < 3 {
		return ""
	}
	return strconv.Itoa(j.Edition) + " " + strconv.FormatUint(j.Seed, 10) + "\n" + b.String()
}
