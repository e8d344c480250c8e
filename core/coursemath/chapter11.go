// The exercise of chapter 11 requests the edge that decides the class of a page, a node of the data set Texas.

package coursemath

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// solvable are the numbers, from 0 on, of the splits of Texas for which exercise 11.1 has an answer.
var solvable = []int{2, 3, 7, 9}

// edgeThatDoes draws exercise 11.1: a test page that only SGPC classifies rightly, and an edge without which SGPC is wrong, too.
// An answer that names an edge needs the further run "cut", which evaluates the trained SGPC without this edge.
func edgeThatDoes(r *rng.Stream, v *Variant) {
	split := strconv.Itoa(solvable[r.Intn(len(solvable))])
	for _, model := range []string{"mlp", "gcn", "sgpc"} {
		v.Runs = append(v.Runs, Training{Name: model, Label: modelLabels[model], Graph: "data:texas", Split: "public:" + split, Model: model,
			Settings: Schedule(model)})
	}
	v.Question = "On split " + split + " of Texas, find a test page whose class only SGPC gets right, and an edge without " +
		"which it no longer does. Click the page, then the edge."
	v.needs = func(answer string) []Training {
		_, edge, ok := pageAndEdge(answer)
		if !ok { // the check rejects such an answer
			return nil
		}
		cut := v.Runs[2] // the run of SGPC, the last of the three models
		cut.Name, cut.Label, cut.Without = "cut", "SGPC without the edge", [][2]int{edge}
		return []Training{cut}
	}
	v.check = func(answer string, runs outcomes) Marking {
		page, edge, ok := pageAndEdge(answer)
		if !ok {
			return failed("Name a page and an edge, as “node 57 edge 12 57”.")
		}
		sgpc := runs.find("sgpc")
		for _, o := range runs {
			if len(o.Predictions) == 0 || len(o.Predictions) != len(sgpc.Labels) {
				return failed("A network has no predictions for this graph; train it again.")
			}
		}
		if page >= len(sgpc.Labels) {
			return failed("There is no page " + strconv.Itoa(page) + " in this graph.")
		}
		// The first violated condition of the exercise decides the reason.
		isRight := func(run string) bool { return runs.find(run).Predictions[page] == sgpc.Labels[page] }
		switch {
		case !slices.Contains(sgpc.Test, page):
			return wrong("That page is not among the test pages: the networks have seen its class, or chosen by it. Take one from the test set.")
		case !slices.Contains(sgpc.Edges, edge):
			return failed("There is no edge between pages " + strconv.Itoa(edge[0]) + " and " + strconv.Itoa(edge[1]) + ".")
		case !isRight("sgpc"):
			othersAreWrong := !isRight("mlp") && !isRight("gcn")
			return wrong("A page on which models differ, perhaps, but SGPC is wrong there" + words.Either(othersAreWrong, " too", "") +
				". Let the figure ring the mistakes of SGPC.")
		case isRight("mlp"):
			return wrong("SGPC is right there, but so is the MLP, which sees no edge: the words of the page alone give its class away. Look for " +
				"one that the MLP gets wrong.")
		case isRight("gcn"):
			return wrong("SGPC is right and the MLP wrong, so edges help there; but the GCN's average is enough. Look for a page " +
				"that the GCN gets wrong too.")
		case isRight("cut"):
			return wrong("The page is well chosen: only SGPC gets it right. But without that edge it still does. Look at what each " +
				"neighbour contributes, and try another edge.")
		}
		return right("Yes. The MLP and the GCN are wrong on page " + strconv.Itoa(page) + ", SGPC is right, and without that edge " +
			"it is wrong too.")
	}
}

// pageAndEdge parses an answer such as "node 57 edge 12 57", and returns the ends of the edge in ascending order.
// ok is false for an answer of another form or with a negative number.
func pageAndEdge(answer string) (page int, edge [2]int, ok bool) {
	fields := strings.Fields(answer)
	hasForm := len(fields) == 5 && fields[0] == "node" && fields[2] == "edge"
	if !hasForm {
		return 0, edge, false
	}
	var numbers [3]int // the page and both ends of the edge
	for k, text := range []string{fields[1], fields[3], fields[4]} {
		number, err := strconv.Atoi(text)
		if err != nil || number < 0 {
			return 0, edge, false
		}
		numbers[k] = number
	}
	i, j := numbers[1], numbers[2]
	return numbers[0], [2]int{min(i, j), max(i, j)}, true
}
