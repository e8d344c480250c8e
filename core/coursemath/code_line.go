package coursemath

import (
	"cmp"
	"strconv"
	"strings"
)

// JudgeLine judges a line with a completion code, the number-th, by a function that [Checker] returned. A name before or after the code
// goes before the one in it.
func JudgeLine(check func(code string) Judgement, line string, number int) Judgement {
	name, code := Named(strings.TrimSpace(line))
	r := check(code)
	if rs := []rune(name); len(rs) > maxName {
		name = string(rs[:maxName]) + "…"
	}
	r.Line, r.Name = number, cmp.Or(name, r.Name)
	return r
}

// Named parts a line such as “Ada: CODE” or “CODE Ada” into a name and a code. A code may have blanks in it where none of it stands alone.
func Named(line string) (name, code string) {
	const around = " \t:,;"
	name, rest, ok := strings.Cut(line, "SGPC")
	if !ok {
		return "", line
	}
	code = "SGPC" + rest
	if k := strings.IndexAny(code, around); k >= 0 {
		if _, err := Decode(code[:k]); err == nil {
			name, code = name+code[k:], code[:k]
		}
	}
	return strings.Trim(name, around), code
}

// SameAnswers is a text that is equal for codes with equal answers, "" where there are fewer than three, which may be alike by chance.
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
