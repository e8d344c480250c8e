// This file parses the scores of models that chapter 0 quotes. They were measured once.

package coursemath

import (
	_ "embed" // the stored scores
	"strconv"
	"strings"
)

//go:embed texts/measured.txt
var measuredText string

// PuzzleScores are the stored scores of a model. Right[k] is the number of test people that the model classifies correctly on the graph
// with seed k+1, at most [PuzzleTest].
type PuzzleScores struct {
	Model string
	Right []int
}

// PuzzleTest is the number of test people, who are nodes, in each graph of friends and rivals.
const PuzzleTest = 60

// PuzzleAccuracies returns the stored scores of the models of chapter 0 on ten graphs.
func PuzzleAccuracies() (out []PuzzleScores) {
	for r := range records(measuredText) {
		scores := PuzzleScores{Model: r["model"]}
		for word := range strings.FieldsSeq(r["right"]) {
			n, _ := strconv.Atoi(word) // a test checks that the embedded text holds numbers
			scores.Right = append(scores.Right, n)
		}
		out = append(out, scores)
	}
	return out
}

// Mean returns the mean accuracy over the stored graphs, in per cent.
func (m PuzzleScores) Mean() float64 {
	sum := 0
	for _, n := range m.Right {
		sum += n
	}
	return 100 * float64(sum) / float64(PuzzleTest*len(m.Right))
}
