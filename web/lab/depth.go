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

// This file handles the study of depth: the accuracy of networks by their number of layers. A row is a network's curve, with a point for
// each number of layers. The page downloads stored rows, and the pool of workers trains the networks on request.

// DepthNodes is the largest number of nodes of a graph on which the page trains the networks of the study of depth.
const DepthNodes = 1000

// depthEpochs is the largest number of epochs of a training of the study on the page.
const depthEpochs = 100

// Depth is the study of depth. It trains the networks of a model ([DepthNets]) with 1 to 32 layers, over the splits or seeds of a graph.
type Depth struct {
	Batch
	// Model is the displayed model. Set is the data set of the displayed stored rows, "" if runs of the page are displayed.
	Model, Set string
	// Stored are the rows that the page downloads, nil before the download.
	Stored []figures.DepthRow
	// On is the name of the graph of the runs on the page, and Of is their model. Both are "" before the first run.
	On, Of string
	jobs   []depthJob // the runs on the page, in the order of Batch.Requests
}

// depthJob is a run of the study.
type depthJob struct {
	net    figures.DepthNet // the model and its kind of maps
	layers int
}

// DepthModels returns the models of the study. A network with identity maps is not listed: it belongs to the model with learned maps.
func DepthModels() (models []string) {
	for _, net := range figures.DepthNets() {
		if net.Maps == "" { // the model's own maps
			models = append(models, net.Model)
		}
	}
	return models
}

// DepthNets returns the networks of a model. The first network has the maps of the model. The second, if the study has it, is a network of
// the same family with identity maps. The family is the name of the model up to the first hyphen. For an unknown family DepthNets returns
// nil.
func DepthNets(model string) (nets []figures.DepthNet) {
	family, _, _ := strings.Cut(model, "-")
	for _, net := range figures.DepthNets() {
		netFamily, _, _ := strings.Cut(net.Model, "-")
		switch {
		case net.Maps == "" && net.Model == model: // first, wherever the study lists it
			nets = append([]figures.DepthNet{net}, nets...)
		case net.Maps != "" && netFamily == family:
			nets = append(nets, net)
		}
	}
	return nets
}

// Rows returns the displayed rows, in the order of DepthNets. It returns nil if the stored rows of the data set lack the first network of
// DepthNets. It also returns nil if runs of the page are displayed, and the page has no runs of the model.
func (d *Depth) Rows() (rows []figures.DepthRow) {
	fromPage := d.Set == ""
	if fromPage && d.Of != d.Model {
		return nil
	}
	for k, net := range DepthNets(d.Model) {
		if fromPage { // also a row without points, before its first run has ended
			rows = append(rows, d.row(net))
			continue
		}
		if k > 0 && len(rows) == 0 { // the first network is not stored
			return nil
		}
		for _, stored := range d.Stored {
			if stored.Dataset == d.Set && stored.Net == net.Name {
				rows = append(rows, stored)
			}
		}
	}
	return rows
}

// row returns the row of a network from the finished runs of the page: a point for each number of layers with at least one successful run.
func (d *Depth) row(net figures.DepthNet) figures.DepthRow {
	r := figures.DepthRow{Dataset: d.On, Net: net.Name}
	for _, layers := range figures.Depths {
		var runs []train.Outcome
		for k, job := range d.jobs {
			result := d.Report.Results[k]
			succeeded := result.Done && result.Err == ""
			if job == (depthJob{net, layers}) && succeeded {
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

// depth handles the messages of the study of depth. It ignores a model without DepthNets, a damaged line of the stored rows, and a start
// without a graph or on a graph above DepthNodes nodes. A busy pool refuses a start with an announcement.
func (s State) depth(page Subject, m Msg) (State, []Command) {
	d := &s.Depth
	switch m := m.(type) {
	// The choice of the displayed rows, and the download of rows.
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
		nothingShown := d.Set == "" && d.Of == "" // neither stored rows nor runs of the page
		if nothingShown && len(d.Stored) > 0 {
			d.Set = d.firstSet(page)
		}

	// The runs of the page.
	case StartDepth:
		switch {
		case page.Graph == nil || page.Graph.N > DepthNodes:
			return s, nil
		case s.Busy():
			return s, []Command{Announce{busyText}}
		}
		s.Work = ForDepth
		queries := d.startBatch(page)
		return s, []Command{RunJobs{queries}, Announce{"The networks are trained, the shallow ones first."}}
	}
	return s, nil
}

// firstSet returns the data set whose stored rows are displayed first: the data set of the page if it has a stored row of the displayed
// model, and otherwise the data set of the first stored row. There must be a stored row.
func (d *Depth) firstSet(page Subject) string {
	present := strings.TrimPrefix(page.Recipe.Graph, data.Prefix)
	for _, r := range d.Stored {
		if r.Dataset == present && r.Net == d.Model { // a network with the maps of its model has the name of the model
			return present
		}
	}
	return d.Stored[0].Dataset
}

// startBatch sets the batch, over at most PaperRuns splits or seeds, and returns its queries. The queries of a split follow each other, by
// the number of layers, so that every curve soon has its first points.
func (d *Depth) startBatch(page Subject) (queries []proto.Query) {
	setups, _, _ := RunsOver(page, PaperRuns)

	// The runs on the page are displayed from now on: Set is "".
	d.jobs, d.On, d.Of, d.Set = nil, page.Graph.Name, d.Model, ""
	for _, r := range setups {
		for _, layers := range figures.Depths {
			for _, net := range DepthNets(d.Model) {
				settings := merged(net.Set(layers), map[string]string{"epochs": strconv.Itoa(depthEpochs)})
				// From the start, and with the settings of net in place of the method and the search of the page's run.
				r.Position, r.Model, r.Method, r.Settings, r.Tuned = 0, net.Model, "", settings, recipe.Tuned{}
				queries = append(queries, proto.Query{Unit: proto.JobDepth, Run: r, Files: page.Files})
				d.jobs = append(d.jobs, depthJob{net, layers})
			}
		}
	}
	d.Batch = newBatch(page, queries)
	return queries
}
