package published

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// equations has, by the number of an equation in the body of the SGPC paper, the words of which a comment that cites it must contain one.
// The words are separated by |.
var equations = map[int]string{
	1: "homophily|G_h", 2: "cost", 3: "Sinkhorn|entropic plan", 4: "flow", 5: "JKO|free marginals", 6: "maps", 7: "Laplacian",
	8: "diffusion", 9: "mixing", 10: "mixing", 11: "classes", 12: "classes", 13: "prior|posterior", 14: "posterior",
	15: "calibrated|posterior", 16: "loss", 17: "KL|loss", 18: "c_het|loss", 19: "λ₂", 20: "spectral|loss", 21: "loss", 22: "bound",
	23: "linear system", 24: "gap", 25: "iterations", 26: "κ", 27: "gap ascent", 28: "gap ascent", 29: "variance", 30: "bound",
	31: "bound", 32: "stab", 33: "risk",
}

var (
	// paragraph matches a comment that names SGPC and then, in the same line, an equation. mention matches a citation, with its list of
	// numbers as group 1. number matches one number of such a list, or a range as “24–26”.
	paragraph = regexp.MustCompile(`(?s)SGPC[^\n]{0,40}?:? ?[^\n]*equations? .*`)
	mention   = regexp.MustCompile(`(?:equations? |eq\. )((?:\d+(?:[,–-]| and |, )?\s?)+)`)
	number    = regexp.MustCompile(`\d+(?:–\d+)?`)
)

// TestEquationNumbers: each equation number that a line comment in core cites exists, and the comment contains a word of this equation.
// In a table that marks its lines with “(eq. N)”, the line itself must contain the word. Test files are not read. The comments cite at
// least 25 numbers: fewer would mean that the patterns are wrong.
func TestEquationNumbers(t *testing.T) {
	cited := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, block := range comments(string(source)) {
			for _, text := range citingTexts(block) {
				for _, n := range citedNumbers(text) {
					cited++
					if words := equations[n]; words == "" || !regexp.MustCompile("(?i)"+words).MatchString(text) {
						t.Errorf("%s cites equation %d in a comment without one of the words %q:\n%s", path, n, words, text)
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if cited < 25 {
		t.Errorf("%d citations are found, want 25 or more", cited)
	}
}

// citingTexts returns the texts of a comment that may cite equations. A table of the network marks its lines with “(eq. N)”: each line is a
// text. Any other comment is one text if it names the paper, and none otherwise.
func citingTexts(comment string) []string {
	if strings.Contains(comment, "(eq. ") {
		return strings.Split(comment, "\n")
	}
	if paragraph.MatchString(comment) {
		return []string{comment}
	}
	return nil
}

// citedNumbers returns the equation numbers that a text cites. A range such as “24–26” gives each of its numbers.
func citedNumbers(text string) (numbers []int) {
	for _, m := range mention.FindAllStringSubmatch(text, -1) {
		for _, span := range number.FindAllString(m[1], -1) {
			low, high, isRange := strings.Cut(span, "–")
			if !isRange {
				high = low
			}
			first, _ := strconv.Atoi(low)
			last, _ := strconv.Atoi(high)
			for n := first; n <= last; n++ {
				numbers = append(numbers, n)
			}
		}
	}
	return numbers
}

// comments returns the blocks of adjacent line comments of a source file, with their slashes. A block at the end of the file is left out.
func comments(source string) (blocks []string) {
	var block []string
	for line := range strings.Lines(source) {
		text := strings.TrimSpace(line)
		if strings.HasPrefix(text, "//") {
			block = append(block, text)
			continue
		}
		if len(block) > 0 {
			blocks = append(blocks, strings.Join(block, "\n"))
			block = nil
		}
	}
	return blocks
}
