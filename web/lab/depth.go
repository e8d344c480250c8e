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

// DepthNodes is the largest number of nodes of a graph on which the page trains the networks of the study of depth.
const DepthNodes = 1000

// depthEpochs is the largest number of epochs of a run.
const depthEpochs = 100

// Depth is the study of depth. It trains a model with 1 to 32 layers, with learned and with identity maps, over the splits of a graph.
type Depth struct {
	Batch
	// Model is the displayed model. Set is the data set of the displayed stored rows, "" if runs of the page are displayed.
	Model, Set string
	// Stored are the rows that the page downloads, nil before the download.
	Stored []figures.DepthRow
	// On is the graph and Of the model of the runs on the page.
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

// DepthNets returns the networks of a model. The network with the maps of the model comes first. If the study has a network of the same
// family with identity maps, it is second.
func DepthNets(model string) (out []figures.DepthNet) {
	family, _, _ := strings.Cut(model, "-")
	for _, n := range figures.DepthNets() {
		netFamily, _, _ := strings.Cut(n.Model, "-")
		if n.Maps == "" && n.Model == model {
			out = append([]figures.DepthNet{n}, out...)
		} else if n.Maps != "" && netFamily == family {
			out = append(out, n)
		}
	}
	return out
}

// Rows returns the displayed rows, the row with learned maps first. If that row is missing, it returns nil.
func (d *Depth) Rows() (out []figures.DepthRow) {
	if d.Set == "" && d.Of != d.Model {
		return nil
	}
	for k, n := range DepthNets(d.Model) {
		if d.Set == "" {
			out = append(out, d.row(n))
			continue
		}
		if k > 0 && len(out) == 0 { // the stored rows lack learned maps
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
			result := d.Report.Results[k]
			if j.net == n && j.layers == layers && result.Done && result.Err == "" {
				runs = append(runs, result.Outcome.Outcome)
			}
		}
		if len(runs) > 0 {
			r.Points = append(r.Points, figures.NewDepthPoint(layers, runs))
		}
	}
	return r
}

// Failed returns the error of the first failed run, "" if no run has failed.
func (d *Depth) Failed() string {
	for _, result := range d.Report.Results {
		if result.Err != "" {
			return result.Err
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
		// At first the rows of the page's data set are displayed or, without such rows, the first ones.
		if d.Set == "" && d.Of == "" && len(d.Stored) > 0 {
			d.Set = d.Stored[0].Dataset
			present := strings.TrimPrefix(on.Recipe.Graph, data.Prefix)
			for _, r := range d.Stored {
				if r.Dataset == present && r.Net == d.Model {
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

// startBatch lists the runs split by split, and for each split the shallow networks first. Every curve then has its first points early.
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
