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
	// paragraph matches a comment that cites an equation of SGPC. Group 1 of mention is a list of numbers, and number matches one number of
	// it or a range “24–26”.
	paragraph = regexp.MustCompile(`(?s)SGPC[^\n]{0,40}?:? ?[^\n]*equations? .*`)
	mention   = regexp.MustCompile(`(?:equations? |eq\. )((?:\d+(?:[,–-]| and |, )?\s?)+)`)
	number    = regexp.MustCompile(`\d+(?:–\d+)?`)
)

// TestEquationNumbers: every line comment in core that cites an equation of the paper has an existing number, and one of the words of this
// equation. At least 25 citations are found, or the patterns are wrong.
func TestEquationNumbers(t *testing.T) {
	cited := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, block := range comments(string(text)) {
			// A table of the network marks each line with "(eq. N)". Other comments name the paper, and count as a whole.
			lines := []string{block}
			if strings.Contains(block, "(eq. ") {
				lines = strings.Split(block, "\n")
			} else if !paragraph.MatchString(block) {
				continue
			}
			for _, line := range lines {
				for _, m := range mention.FindAllStringSubmatch(line, -1) {
					for _, span := range number.FindAllString(m[1], -1) {
						low, high, _ := strings.Cut(span, "–")
						if high == "" {
							high = low
						}
						first, _ := strconv.Atoi(low)
						last, _ := strconv.Atoi(high)
						for n := first; n <= last; n++ {
							cited++
							if words := equations[n]; words == "" || !regexp.MustCompile("(?i)"+words).MatchString(line) {
								t.Errorf("%s cites equation %d in a comment without the words %q:\n%s", path, n, words, line)
							}
						}
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
