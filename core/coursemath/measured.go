package coursemath

import (
	_ "embed" // what was measured
	"strconv"
	"strings"
)

//go:embed texts/measured.txt
var measuredText string

// Measured is how many of the PuzzleTest people a model names rightly, on the graphs of the seeds 1, 2, ….
type Measured struct {
	Model string
	Right []int
}

// PuzzleTest is how many people the puzzle counts.
const PuzzleTest = 60

// PuzzleAccuracies are what the text of chapter 0 says of ten graphs.
func PuzzleAccuracies() (out []Measured) {
	for r := range records(measuredText) {
		m := Measured{Model: r["model"]}
		for w := range strings.FieldsSeq(r["right"]) {
			n, _ := strconv.Atoi(w) // the tests see that it is a number
			m.Right = append(m.Right, n)
		}
		out = append(out, m)
	}
	return out
}

// Mean is the mean accuracy in per cent.
func (m Measured) Mean() float64 {
	sum := 0
	for _, n := range m.Right {
		sum += n
	}
	return 100 * float64(sum) / float64(PuzzleTest*len(m.Right))
}
