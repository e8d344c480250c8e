package results

import (
	"slices"

	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// aloneNodes bounds the listed nodes of a run.
const aloneNodes = 24

// Alone lists the test nodes that exactly one model predicts rightly, by split.
type Alone struct {
	Rows []AloneRow `json:"rows"`
	Note string     `json:"note"`
}

// AloneRow is a split without pending runs.
type AloneRow struct {
	Split string     `json:"split"`
	Runs  []AloneRun `json:"runs"`
}

// AloneRun is the run of a job with the nodes that it alone predicts rightly; More counts those not listed.
type AloneRun struct {
	Job   int         `json:"job"`
	Model string      `json:"model"`
	Nodes []AloneNode `json:"nodes"`
	More  int         `json:"more,omitempty"`
}

// AloneNode is a node; Edge reports that the model predicts another class without one of its edges.
type AloneNode struct {
	view.Chip
	Edge bool `json:"edge,omitempty"`
}

// newAlone returns the list, without rows while no split has two runs.
func newAlone(s *state.State) Alone {
	m := Alone{Rows: []AloneRow{}, Note: "Test nodes that this model calls by their label and no other of the table does. " +
		"A press opens that run at the epoch that validation chose, at the node; Why? there takes its score apart."}
	if len(s.Graph.Edges) <= 2*proto.DecideEdges {
		m.Note += " A mark of two joined dots: without one of its own edges the model calls the node another class."
	}
	r, cl := &s.Lab.Results, view.Classes(s.Graph)
	for _, a := range r.SoleCorrect(s.Graph.Labels) {
		row := AloneRow{Split: a.Split, Runs: []AloneRun{}}
		for k, nodes := range a.Nodes {
			job := a.Jobs[k]
			by := func(i int) bool { return slices.Contains(r.Report.Results[job].Outcome.Decided, int32(i)) }
			run := AloneRun{Job: job, Model: r.Jobs[job].Label, Nodes: []AloneNode{}, More: max(0, len(nodes)-aloneNodes)}
			for _, first := range []bool{true, false} {
				for _, i := range nodes {
					if by(i) != first || len(run.Nodes) == aloneNodes {
						continue
					}
					c, text := cl[s.Graph.Labels[i]], ""
					if first {
						text = "; an edge decides it"
					}
					run.Nodes = append(run.Nodes, AloneNode{view.Chip{Node: i, Name: view.ShortName(s, i), Slot: c.Slot, Title: c.Name +
						otherwise(r, a, k, i, cl) + text}, first})
				}
			}
			if len(nodes) > 0 {
				row.Runs = append(row.Runs, run)
			}
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// otherwise lists the predictions of the split's other runs for a node.
func otherwise(r *lab.Results, a lab.SoleCorrect, but, node int, cl []view.Class) (text string) {
	for k, job := range a.Jobs {
		if c := int(r.Report.Results[job].Outcome.Pred[node]); k != but && c < len(cl) {
			text += "; " + r.Jobs[job].Label + " says " + cl[c].Name
		}
	}
	return text
}
