package lab

import (
	"slices"

	"sheafscope/wasm/client"
)

// SoleCorrect lists, for a split, the test nodes that exactly one of its runs predicts rightly.
type SoleCorrect struct {
	Split string
	// Jobs are the indices of the split's runs. Nodes[k] are the nodes that Jobs[k] alone predicts rightly.
	Jobs  []int
	Nodes [][]int
}

// SoleCorrect lists the splits with at least two successful runs and no pending one.
func (r *Results) SoleCorrect(labels []int) (list []SoleCorrect) {
	for from, to := 0, 0; from < len(r.Jobs); from = to {
		a, open := SoleCorrect{Split: r.Jobs[from].Split}, false
		for ; to < len(r.Jobs) && r.Jobs[to].Split == a.Split; to++ {
			switch res := r.result(to); {
			case !res.Done:
				open = true
			case len(res.Outcome.Pred) == len(labels):
				a.Jobs = append(a.Jobs, to)
			}
		}
		if open || len(a.Jobs) < 2 {
			continue
		}
		a.Nodes = make([][]int, len(a.Jobs))
		for _, i := range r.result(a.Jobs[0]).Outcome.Tested {
			right := -1
			for k, job := range a.Jobs {
				switch {
				case int(r.result(job).Outcome.Pred[i]) != labels[i]:
				case right < 0:
					right = k
				default:
					right = len(a.Jobs) // more than one run is right
				}
			}
			if right >= 0 && right < len(a.Jobs) {
				a.Nodes[right] = append(a.Nodes[right], int(i))
			}
		}
		list = append(list, a)
	}
	return list
}

// showRun returns the command that loads a run at its best epoch and selects a node that it alone predicts rightly.
func (r *Results) showRun(on Subject, m OpenRun) []Command {
	if on.Graph == nil || m.Job < 0 || m.Job >= len(r.Jobs) {
		return nil
	}
	for _, a := range r.SoleCorrect(on.Graph.Labels) {
		for k, job := range a.Jobs {
			if job == m.Job && slices.Contains(a.Nodes[k], m.Node) {
				q := r.Jobs[job].Request.Run
				q.Position = r.result(job).Outcome.Position
				return []Command{ShowRun{Recipe: q, Among: a.Nodes[k], Node: m.Node, Name: "right in " + r.Jobs[job].Label + " alone"}}
			}
		}
	}
	return nil
}

// result returns the state of a job, the zero value before the first report.
func (r *Results) result(job int) client.JobState {
	if job < len(r.Report.Results) {
		return r.Report.Results[job]
	}
	return client.JobState{}
}
