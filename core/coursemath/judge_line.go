package coursemath

import (
	"cmp"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// JudgeLine judges a line of a teacher's list, which has a completion code and perhaps a name; see [SplitName]. check is the result of
// [Checker], and number is the number of the line, from 1. A name in the line, cut after maxName characters, replaces the name in the code.
// A line with several codes has an error.
func JudgeLine(check func(code string) Judgement, line string, number int) Judgement {
	if strings.Count(line, codePrefix) > 1 {
		return Judgement{Line: number, Before: -1, After: -1, Error: "the line has several codes; put each on a line of its own"}
	}
	name, code := SplitName(strings.TrimSpace(line))
	j := check(code)
	j.Line, j.Name = number, cmp.Or(words.Cut(name, maxName), j.Name)
	return j
}

// SplitName splits a line such as “Ada: CODE” or “CODE Ada” into name and code. The code begins with the last codePrefix of the line or, if
// there is none, with the first “SGPC”, as codes of other versions do. If the line has no “SGPC”, the name is "" and the code is the line.
func SplitName(line string) (name, code string) {
	const boundary = " \t:,;" // characters between name and code
	start := strings.LastIndex(line, codePrefix)
	if start < 0 {
		start = strings.Index(line, "SGPC")
	}
	if start < 0 {
		return "", line
	}
	before, code := line[:start], line[start:]
	name = before
	// A code that was copied from a mail may contain blanks. So what follows its first word is a name only if this word is a valid code.
	if end := strings.IndexAny(code, boundary); end >= 0 {
		_, err := Decode(code[:end])
		if err == nil {
			name, code = before+code[end:], code[:end]
		}
	}
	return strings.Trim(name, boundary), code
}

// SameAnswers returns a key that is equal for codes with equal edition, seed and answers. It has a line for the edition and the seed, and
// a line for each answer, as in "2 17\n1.1 6\n5.2 0.35\n9.2 40\n". It ignores the seeds of exercises with other numbers.
// The key is "" for a code with fewer than three answers, since two such codes may agree by chance.
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
