package scene

import (
	"fmt"
	"strings"
)

// Crowd describes the pulls on every person, for example "3 rivals pull to amber, 2 friends to blue: amber, wrong". A person's own
// part includes the bias.
func (n *Network) Crowd() ([]string, error) {
	r, err := n.Evaluate(Change{Flipped: -1})
	if err != nil {
		return nil, err
	}
	var list []string
	for u := range n.Graph.N {
		list = append(list, r.crowd(u, n.Graph.Labels[u]))
	}
	return list, nil
}

// crowd describes the pulls on person u, whose class is label.
func (r *Evaluation) crowd(u, label int) string {
	var many [2][2]int // number of neighbours by camp and by rival
	for _, t := range r.Ties(u) {
		camp, rival := 0, 0
		if t.Pull < 0 {
			camp = 1
		}
		if r.rival(u, t.Node) {
			rival = 1
		}
		many[camp][rival]++
	}
	own := 0
	if r.Own(u)+r.Bias() < 0 {
		own = 1
	}
	var parts []string
	order := []int{r.Pred[u], 1 - r.Pred[u]} // the predicted camp first
	for _, camp := range order {
		var who []string
		for _, rival := range []int{1, 0} {
			if k := many[camp][rival]; k > 0 {
				name := kin(rival == 1)
				if k > 1 {
					name += "s"
				}
				who = append(who, fmt.Sprint(k, " ", name))
			}
		}
		if camp == own {
			who = append(who, "its own part")
		}
		if len(who) > 0 {
			pull := " pull to "
			if len(parts) > 0 {
				pull = " to "
			} else if len(who) == 1 && (strings.HasPrefix(who[0], "1 ") || who[0] == "its own part") {
				pull = " pulls to "
			}
			last := len(who) - 1
			text := who[last]
			if last > 0 {
				text = strings.Join(who[:last], ", ") + " and " + text
			}
			parts = append(parts, text+pull+Camps[camp])
		}
	}
	right := "right"
	if r.Pred[u] != label {
		right = "wrong"
	}
	text := strings.Join(parts, ", ") + ": " + Camps[r.Pred[u]] + ", " + right
	return upper(text)
}
