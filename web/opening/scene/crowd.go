package scene

// This file has the descriptions of all people at level Look, which the page shows beside a person. A pull is the part of a neighbour in
// the person's score; a positive pull is to the first camp (class).

import (
	"fmt"
	"strings"
)

// Crowd returns a description of the pulls on every person, for example "3 rivals and the bias pull to amber, 2 friends and its own part to
// blue: amber, wrong". The list has the order of the nodes. Crowd fails only if [Network.Evaluate] fails.
func (n *Network) Crowd() ([]string, error) {
	r, err := n.Evaluate(Change{Flipped: -1}) // −1: no change
	if err != nil {
		return nil, err
	}
	var list []string
	for u := range n.Graph.N {
		list = append(list, r.crowd(u, n.Graph.Labels[u]))
	}
	return list, nil
}

// crowd returns the description of the pulls on person u, whose class is label. It has a part for each camp to which a neighbour, the own
// part or the bias pulls. The predicted camp comes first, and always has a part: the score is the sum of all pulls, so that one of
// them has its sign.
func (r *Evaluation) crowd(u, label int) string {
	counts := r.neighbours(u)
	var parts []string
	order := []int{r.Pred[u], 1 - r.Pred[u]} // the predicted camp, then the other camp
	for _, camp := range order {
		subjects := subjectsOf(counts[camp])
		if camp == campOf(r.Own(u)) {
			subjects = append(subjects, "its own part")
		}
		if camp == campOf(r.Bias()) {
			subjects = append(subjects, "the bias")
		}
		if len(subjects) == 0 {
			continue
		}
		// Only the first part of the sentence has a verb.
		firstIsSingular := strings.HasPrefix(subjects[0], "1 ") || strings.HasPrefix(subjects[0], "its") || subjects[0] == "the bias"
		isSingular := len(subjects) == 1 && firstIsSingular
		verb := " pull to "
		if len(parts) > 0 {
			verb = " to "
		} else if isSingular {
			verb = " pulls to "
		}
		// Commas join the subjects, and "and" precedes the last subject.
		last := len(subjects) - 1
		joined := subjects[last]
		if last > 0 {
			joined = strings.Join(subjects[:last], ", ") + " and " + joined
		}
		parts = append(parts, joined+verb+Camps[camp])
	}
	right := "right"
	if r.Pred[u] != label {
		right = "wrong"
	}
	return upper(strings.Join(parts, ", ") + ": " + Camps[r.Pred[u]] + ", " + right)
}

// neighbours returns the number of neighbours of person u, by camp of the pull and by rival (1) or friend (0).
func (r *Evaluation) neighbours(u int) (counts [2][2]int) {
	for _, t := range r.Ties(u) {
		rival := 0
		if r.rival(u, t.Node) {
			rival = 1
		}
		counts[campOf(t.Pull)][rival]++
	}
	return counts
}

// campOf returns the camp to which a part of the score pulls: 1 for a negative part, and 0 for any other.
func campOf(part float64) int {
	if part < 0 {
		return 1
	}
	return 0
}

// subjectsOf returns the numbers of rivals and friends that pull to a camp, for example "3 rivals" and "1 friend". counts has the number of
// friends, then the number of rivals. A number of 0 is omitted.
func subjectsOf(counts [2]int) (list []string) {
	for _, rival := range []int{1, 0} {
		if k := counts[rival]; k > 0 {
			noun := kin(rival == 1)
			if k > 1 {
				noun += "s"
			}
			list = append(list, fmt.Sprint(k, " ", noun))
		}
	}
	return list
}
