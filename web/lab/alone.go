package lab

import (
	"slices"

	"sheafscope/wasm/client"
)

// Alone are the test nodes of a split that one of its runs calls by their label and every other by another class.
type Alone struct {
	Split string
	// Jobs are the runs of the split, Nodes what each of them alone gets right.
	Jobs  []int
	Nodes [][]int
}

// Alone lists the splits of which at least two runs have ended well and none is still to come.
func (r *Results) Alone(labels []int) (list []Alone) {
	for from, to := 0, 0; from < len(r.Jobs); from = to {
		a, open := Alone{Split: r.Jobs[from].Split}, false
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
					right = len(a.Jobs) // two of them
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

// showRun gives the page a run at its best epoch, with a node that it alone gets right.
func (r *Results) showRun(on Subject, m OpenRun) []Command {
	if on.Graph == nil || m.Job < 0 || m.Job >= len(r.Jobs) {
		return nil
	}
	for _, a := range r.Alone(on.Graph.Labels) {
		for k, job := range a.Jobs {
			if job == m.Job && slices.Contains(a.Nodes[k], m.Node) {
				q := r.Jobs[job].Request.Run
				q.Position = r.result(job).Outcome.Position
				return []Command{Show{Recipe: q, Among: a.Nodes[k], Node: m.Node, Name: "right in " + r.Jobs[job].Label + " alone"}}
			}
		}
	}
	return nil
}

// result is what is known of a job.
func (r *Results) result(job int) client.JobState {
	if job < len(r.Report.Results) {
		return r.Report.Results[job]
	}
	return client.JobState{}
}
