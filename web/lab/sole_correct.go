package lab

import (
	"slices"

	"sheafscope/wasm/client"
)

// SoleCorrect lists the test nodes of a split that exactly one of the split's successful runs predicts correctly.
type SoleCorrect struct {
	Split string // the name of the split or seed
	// Jobs are the indices of the split's successful runs in Results.Jobs. Nodes[k] are the nodes that only Jobs[k] predicts correctly.
	Jobs  []int
	Nodes [][]int
}

// SoleCorrect returns the sole correct nodes of each split, in the order of the jobs. It leaves out a split with an unfinished run, and a
// split with fewer than two successful runs.
func (r *Results) SoleCorrect(labels []int) (list []SoleCorrect) {
	for start := 0; start < len(r.Jobs); {
		split := SoleCorrect{Split: r.Jobs[start].Split}
		unfinished := false
		end := start // the jobs of a split follow each other
		for ; end < len(r.Jobs) && r.Jobs[end].Split == split.Split; end++ {
			result := r.result(end)
			succeeded := result.Done && len(result.Outcome.Pred) == len(labels) // a failed run has no predictions
			unfinished = unfinished || !result.Done
			if succeeded {
				split.Jobs = append(split.Jobs, end)
			}
		}
		start = end
		if unfinished || len(split.Jobs) < 2 { // a later run may predict a node correctly, too; one run has no rival
			continue
		}
		split.Nodes = r.soleCorrectNodes(split.Jobs, labels)
		list = append(list, split)
	}
	return list
}

// soleCorrectNodes returns for each of several jobs of one split the test nodes that only this job predicts correctly.
func (r *Results) soleCorrectNodes(jobs, labels []int) [][]int {
	nodes := make([][]int, len(jobs))
	for _, i := range r.result(jobs[0]).Outcome.Tested { // all jobs of the split have the same test nodes
		count, last := 0, 0 // number of jobs that predict node i correctly, and the index of the last of these jobs
		for k, job := range jobs {
			if int(r.result(job).Outcome.Pred[i]) == labels[i] {
				count++
				last = k
			}
		}
		if count == 1 { // the last such job is the only one
			nodes[last] = append(nodes[last], int(i))
		}
	}
	return nodes
}

// showRun returns the command that loads the run of a job at its best epoch, and selects a node that only this run predicts correctly. It
// returns nil without a graph, for a job outside the table, and for any other node.
func (r *Results) showRun(page Subject, m OpenRun) []Command {
	if page.Graph == nil || m.Job < 0 || m.Job >= len(r.Jobs) {
		return nil
	}
	for _, split := range r.SoleCorrect(page.Graph.Labels) {
		k := slices.Index(split.Jobs, m.Job)
		if k < 0 || !slices.Contains(split.Nodes[k], m.Node) {
			continue
		}
		run := r.Jobs[m.Job].Request.Run
		run.Position = r.result(m.Job).Outcome.Position
		return []Command{ShowRun{Recipe: run, Among: split.Nodes[k], Node: m.Node, Name: "right in " + r.Jobs[m.Job].Label + " alone"}}
	}
	return nil
}

// result returns the state of a job. Before the first report it returns the zero value.
func (r *Results) result(job int) client.JobState {
	if job < len(r.Report.Results) {
		return r.Report.Results[job]
	}
	return client.JobState{}
}
