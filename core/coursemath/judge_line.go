package coursemath

import (
	"cmp"
	"strconv"
	"strings"
)

// JudgeLine returns the judgement of a line with a completion code, by a function of [Checker]; number is the number of the line.
// A name before or after the code takes precedence over the name in the code.
func JudgeLine(check func(code string) Judgement, line string, number int) Judgement {
	name, code := SplitName(strings.TrimSpace(line))
	r := check(code)
	if rs := []rune(name); len(rs) > maxName {
		name = string(rs[:maxName]) + "…"
	}
	r.Line, r.Name = number, cmp.Or(name, r.Name)
	return r
}

// SplitName splits a line such as “Ada: CODE” or “CODE Ada” into name and code.
// A code may contain blanks where its first word alone is no valid code.
func SplitName(line string) (name, code string) {
	const around = " \t:,;"
	name, rest, ok := strings.Cut(line, "SGPC")
	if !ok {
		return "", line
	}
	code = "SGPC" + rest
	// A code copied from a mail may contain blanks, so the text is cut only where the first word is a valid code.
	if k := strings.IndexAny(code, around); k >= 0 {
		if _, err := Decode(code[:k]); err == nil {
			name, code = name+code[k:], code[:k]
		}
	}
	return strings.Trim(name, around), code
}

// SameAnswers returns a key that is equal for codes with the same answers to the same variants.
// It returns "" below three answers, which may agree by chance.
func (r Judgement) SameAnswers() string {
	var b strings.Builder
	given := 0
	for _, c := range r.Exercises {
		if c.Given {
			given++
			b.WriteString(c.ID + " " + c.Answer + "\n")
		}
	}
	if given < 3 {
		return ""
	}
	return strconv.Itoa(r.Edition) + " " + strconv.FormatUint(r.Seed, 10) + "\n" + b.String()
}
