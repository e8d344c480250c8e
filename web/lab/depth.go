package lab

import (
	"strconv"
	"strings"

	"sheafscope/core/figures"
	"sheafscope/core/json"
	"sheafscope/core/train"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// DepthNodes is the largest number of nodes of a graph on which the page trains networks of many layers.
const DepthNodes = 1000

// depthEpochs is the largest number of epochs of a run.
const depthEpochs = 100

// Depth is the study of depth: one model with 1 to 32 layers, with learned and identity maps, over the splits of a graph.
type Depth struct {
	Batch
	// Model is the shown model. Set is the data set of its stored rows, "" for runs trained on the page.
	Model, Set string
	// Stored are the rows that the page downloads, nil before.
	Stored []figures.DepthRow
	// On is the graph and Of the model of the runs trained on the page.
	On, Of string
	jobs   []depthJob
}

// depthJob is a run of the study.
type depthJob struct {
	net    figures.DepthNet
	layers int
}

// DepthModels lists the models of the study.
func DepthModels() (out []string) {
	for _, n := range figures.DepthNets() {
		if n.Maps == "" {
			out = append(out, n.Model)
		}
	}
	return out
}

// DepthNets returns the networks of a model: with learned maps first, then with identity maps where the model has others.
func DepthNets(model string) (out []figures.DepthNet) {
	kind, _, _ := strings.Cut(model, "-")
	for _, n := range figures.DepthNets() {
		of, _, _ := strings.Cut(n.Model, "-")
		if n.Maps == "" && n.Model == model {
			out = append([]figures.DepthNet{n}, out...)
		} else if n.Maps != "" && of == kind {
			out = append(out, n)
		}
	}
	return out
}

// Rows returns the shown rows, that with learned maps first; none without it.
func (d *Depth) Rows() (out []figures.DepthRow) {
	if d.Set == "" && d.Of != d.Model {
		return nil
	}
	for k, n := range DepthNets(d.Model) {
		if d.Set == "" {
			out = append(out, d.row(n))
			continue
		}
		if k > 0 && len(out) == 0 {
			return nil
		}
		for _, r := range d.Stored {
			if r.Dataset == d.Set && r.Net == n.Name {
				out = append(out, r)
			}
		}
	}
	return out
}

// row returns the row of a network from the finished runs.
func (d *Depth) row(n figures.DepthNet) figures.DepthRow {
	r := figures.DepthRow{Dataset: d.On, Net: n.Name}
	for _, layers := range figures.Depths {
		var runs []train.Outcome
		for k, j := range d.jobs {
			if q := d.Report.Results[k]; j.net == n && j.layers == layers && q.Done && q.Err == "" {
				runs = append(runs, q.Outcome.Outcome)
			}
		}
		if len(runs) > 0 {
			r.Points = append(r.Points, figures.NewDepthPoint(layers, runs))
		}
	}
	return r
}

// Failed returns the error of the first failed run, "" for none.
func (d *Depth) Failed() string {
	for _, q := range d.Report.Results {
		if q.Err != "" {
			return q.Err
		}
	}
	return ""
}

// depth handles the messages of the study of depth.
func (s State) depth(on Subject, m Msg) (State, []Command) {
	d := &s.Depth
	switch m := m.(type) {
	case ShowDepth:
		if DepthNets(m.Model) != nil {
			d.Model, d.Set = m.Model, m.Set
		}
	case StoredDepth:
		for line := range strings.Lines(m.Text) {
			var r figures.DepthRow
			if json.Unmarshal([]byte(line), &r) == nil {
				d.Stored = append(d.Stored, r)
			}
		}
		if d.Set == "" && d.Of == "" && len(d.Stored) > 0 {
			d.Set = d.Stored[0].Dataset
			for _, r := range d.Stored {
				if r.Dataset == strings.TrimPrefix(on.Recipe.Graph, data.Prefix) && r.Net == d.Model {
					d.Set = r.Dataset
				}
			}
		}
	case StartDepth:
		switch {
		case on.Graph == nil || on.Graph.N > DepthNodes:
			return s, nil
		case s.Busy():
			return s, []Command{Announce{busyText}}
		}
		s.Work = ForDepth
		queries := d.startBatch(on)
		return s, []Command{RunJobs{queries}, Announce{"The networks are trained, the shallow ones first."}}
	}
	return s, nil
}

// startBatch lists the runs, split by split and shallow ones first, so that every curve has its first point early.
func (d *Depth) startBatch(on Subject) (queries []proto.Query) {
	list, _, _ := RunsOver(on, PaperRuns)
	d.jobs, d.On, d.Of, d.Set = nil, on.Graph.Name, d.Model, ""
	for _, r := range list {
		for _, layers := range figures.Depths {
			for _, n := range DepthNets(d.Model) {
				set := merged(n.Set(layers), map[string]string{"epochs": strconv.Itoa(depthEpochs)})
				r.Position, r.Model, r.Method, r.Settings, r.Tuned = 0, n.Model, "", set, recipe.Tuned{}
				queries = append(queries, proto.Query{Unit: proto.JobDepth, Run: r, Files: on.Files})
				d.jobs = append(d.jobs, depthJob{n, layers})
			}
		}
	}
	d.Batch = newBatch(on, queries)
	return queries
}
