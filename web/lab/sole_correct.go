package lab

import (
	"slices"

	"sheafscope/wasm/client"
)

// SoleCorrect lists the test nodes of a split that exactly one of the split's runs predicts correctly.
type SoleCorrect struct {
	Split string
	// Jobs are the indices of the split's runs. Nodes[k] are the nodes that only Jobs[k] predicts correctly.
	Jobs  []int
	Nodes [][]int
}

// SoleCorrect returns the sole correct nodes of each split that has at least two successful runs and no unfinished run.
func (r *Results) SoleCorrect(labels []int) (list []SoleCorrect) {
	for from, to := 0, 0; from < len(r.Jobs); from = to {
		// The jobs of a split follow each other.
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
			correct, last := 0, 0 // number of correct runs, and the last of them
			for k, job := range a.Jobs {
				if int(r.result(job).Outcome.Pred[i]) == labels[i] {
					correct, last = correct+1, k
				}
			}
			if correct == 1 {
				a.Nodes[last] = append(a.Nodes[last], int(i))
			}
		}
		list = append(list, a)
	}
	return list
}

// showRun returns the command that loads a run at its best epoch, and selects a node that only this run predicts correctly.
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

// result returns the state of a job. Before the first report it is zero.
func (r *Results) result(job int) client.JobState {
	if job < len(r.Report.Results) {
		return r.Report.Results[job]
	}
	return client.JobState{}
}
