package node

import (
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// Selection summarises the nodes selected together, by a lasso or by a cell of the confusion matrix.
func Selection(s *state.State) view.Inspector {
	g, f := s.Graph, s.Frame
	v := view.Inspector{Title: []view.TitlePart{{Text: words.Count(len(s.View.Chosen), "node") + " selected", Slot: -2}}, Sub: s.View.ChosenAs,
		TestID: "inspector-selection"}
	inside := make([]bool, g.N)
	for _, i := range s.View.Chosen {
		inside[i] = true
	}
	sets, bySet, byClass := g.Sets(), map[string]int{}, make([]int, g.Classes)
	known, right := 0, 0
	kappa, confidence := 0.0, 0.0
	sure := view.Predicts(f) && f.Classes > 0 && len(f.Calibrated) == g.N*f.Classes
	for _, i := range s.View.Chosen {
		bySet[sets[i]]++
		y := g.Labels[i]
		if y >= 0 && y < g.Classes {
			byClass[y]++
			if view.Predicts(f) && i < len(f.Pred) {
				known++
				if f.Pred[i] == y {
					right++
				}
			}
		}
		if i < len(f.NodeKappa) {
			kappa += f.NodeKappa[i]
		}
		if sure {
			confidence += view.MaxOf(f.Calibrated[i*f.Classes : (i+1)*f.Classes])
		}
	}
	within, leaving, alike, labelled := 0, 0, 0, 0
	for e := range len(g.Edges) / 2 {
		a, b := g.Ends(e)
		switch {
		case inside[a] && inside[b]:
			within++
			if same := g.Alike(e); same >= 0 {
				labelled++
				alike += same
			}
		case inside[a] || inside[b]:
			leaving++
		}
	}
	lead := []string{}
	if known > 0 {
		lead = append(lead, "*", view.Int(right), "* of *", words.Count(known, "labelled node"), "* predicted right. ")
	}
	lead = append(lead, "*", words.Count(within, "edge"), "* between them, *", view.Int(leaving), "* to other nodes.")
	v.Lead = view.Say(lead...)
	n := float64(len(s.View.Chosen))
	nums := [][]any{view.Row("Training, validation, test", view.Int(bySet["train"])+", "+view.Int(bySet["val"])+", "+view.Int(bySet["test"]))}
	if labelled > 0 {
		nums = append(nums, view.Row("Homophily between them", view.Fix(float64(alike)/float64(labelled), 2)))
	}
	if sure {
		nums = append(nums, view.Row("Mean probability of the predicted class", view.Fix(confidence/n, 3)))
	}
	if len(f.NodeKappa) == g.N {
		nums = append(nums, view.Row([]any{"Mean ", view.M{Source: "\\bar{κ}_i"}}, view.Fix(kappa/n, 3)))
	}
	v.Add(view.Figure{ID: "selection", TestID: "selection-stats", Nums: nums})
	bars := view.Bars{Left: 112, Right: 60}
	for slot, c := range view.BySlot(g) {
		if byClass[c] > 0 {
			bars.Rows = append(bars.Rows, view.Bar{Name: view.Classes(g)[c].Name, V: view.F(byClass[c]), Text: view.Int(byClass[c]),
				Slot: new(slot)})
		}
	}
	if len(bars.Rows) > 0 {
		bars.Rows = bars.Rows[:min(12, len(bars.Rows))]
		v.Add(view.Figure{ID: "selection-labels", Title: "Labels", Alt: "Selected nodes by label", Data: bars})
	}
	title, chips := "Nodes", chipsOf(s, s.View.Chosen)
	if len(chips) < len(s.View.Chosen) {
		title = "The first " + view.Int(len(chips)) + " nodes"
	}
	v.Add(view.Figure{ID: "selection-nodes", Title: title, Sub: "choose one to see it", Data: chips})
	if s.CycleNodes() != nil {
		v.Add(edge.CycleFigure(s)...)
	}
	return v
}
