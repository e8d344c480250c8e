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

// equations are the numbered equations of the SGPC paper's body, as LaTeX counts
// them, with words of which a mention has one nearby.
var equations = map[int]string{
	1: "homophily|G_h", 2: "cost", 3: "Sinkhorn|entropic plan", 4: "flow", 5: "JKO|free marginals", 6: "maps", 7: "Laplacian",
	8: "diffusion", 9: "mixing", 10: "mixing", 11: "classes", 12: "classes", 13: "prior|posterior", 14: "posterior",
	15: "calibrated|posterior", 16: "loss", 17: "KL|loss", 18: "c_het|loss", 19: "λ₂", 20: "spectral|loss", 21: "loss", 22: "bound",
	23: "linear system", 24: "gap", 25: "iterations", 26: "κ", 27: "gap ascent", 28: "gap ascent", 29: "variance", 30: "bound",
	31: "bound", 32: "stab", 33: "risk",
}

var (
	paragraph = regexp.MustCompile(`(?s)SGPC[^\n]{0,40}?:? ?[^\n]*equations? .*`)
	mention   = regexp.MustCompile(`(?:equations? |eq\. )((?:\d+(?:[,–-]| and |, )?\s?)+)`)
	number    = regexp.MustCompile(`\d+(?:–\d+)?`)
)

// TestEquationNumbers reads every doc comment that cites an equation of the
// paper: the number exists and the comment speaks of what stands there.
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
			// The network's own table marks each line with "(eq. N)"; elsewhere the paper is named.
			lines := []string{block}
			if strings.Contains(block, "(eq. ") {
				lines = strings.Split(block, "\n")
			} else if !paragraph.MatchString(block) {
				continue
			}
			for _, line := range lines {
				for _, m := range mention.FindAllStringSubmatch(line, -1) {
					for _, span := range number.FindAllString(m[1], -1) {
						lo, hi, _ := strings.Cut(span, "–")
						if hi == "" {
							hi = lo
						}
						a, _ := strconv.Atoi(lo)
						b, _ := strconv.Atoi(hi)
						for n := a; n <= b; n++ {
							cited++
							if words := equations[n]; words == "" || !regexp.MustCompile("(?i)"+words).MatchString(line) {
								t.Errorf("%s cites equation %d (%s) in a comment that speaks of something else:\n%s", path, n, words, line)
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
		t.Errorf("found only %d mentions", cited)
	}
}

// comments cuts the blocks of line comments out of a source file.
func comments(source string) (blocks []string) {
	var block []string
	for line := range strings.Lines(source) {
		if s := strings.TrimSpace(line); strings.HasPrefix(s, "//") {
			block = append(block, s)
			continue
		}
		if len(block) > 0 {
			blocks = append(blocks, strings.Join(block, "\n"))
			block = nil
		}
	}
	return blocks
}
