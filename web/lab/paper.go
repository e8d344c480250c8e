package lab

import (
	"cmp"
	"maps"
	"slices"

	"sheafscope/core/figures"
	"sheafscope/core/graphio/content"
	"sheafscope/core/peer"
	"sheafscope/core/tables"
	"sheafscope/wasm/client"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// PaperRuns is the number of splits that a figure or a cell of the table is trained on here.
const PaperRuns = 10

// Paper is the table and the figures of the paper: what is stored with the page,
// and what was trained here since.
type Paper struct {
	// Library comes with the page's lessons, when the panel is first drawn; nil before.
	Library *figures.Library
	// ID is the figure that was trained last or is under way, TableID for a cell of the table.
	ID, Dataset, Model string
	Report             client.PoolState
	// Live are the curves trained here by figure, Cells the cells of the table by data set and model.
	Live  map[string]Live
	Cells map[[2]string]figures.Accuracy
	// Off are the variants of figures that the next run leaves out.
	Off map[[2]string]bool

	jobs []paperJob
}

// TableID is the table among the figures.
const TableID = "table1"

// Live is what was trained here of a figure.
type Live struct {
	On     string // the graph
	Curves []figures.Curve
	Failed string // why a run has failed, "" when none did
}

type paperJob struct {
	variant figures.Variant
	request proto.Query
}

// Retrained are the variants of a figure that are trained here; what is only put into a trained network is not.
func Retrained(f figures.PaperFigure) []figures.Variant {
	return slices.DeleteFunc(f.Variants(), func(v figures.Variant) bool { return v.Swap != nil })
}

// paper answers messages that begin a run or read one.
func (s State) paper(on Subject, m Msg) (State, []Command) {
	p := &s.Paper
	switch m := m.(type) {
	case StoredPaper:
		if l, err := figures.Parse([]byte(m.Text)); err == nil { // a damaged one is left out
			p.Library = l
		}
	case Toggle:
		p.Off = set(p.Off, [2]string{m.ID, m.Variant}, !m.On)
	case SaveFigure:
		curves := p.Live[m.ID].Curves
		if curves == nil && p.Library != nil {
			curves = p.Library.Stored(m.ID).Figures[m.ID]
		}
		return s, []Command{Save{"figure-" + m.ID + ".csv", figures.CSV(curves, 0)}}
	case RunFigure:
		f := p.Library.Figure(m.ID)
		list, name := paperRuns(on, m.On)
		if f.ID == "" || list == nil {
			return s, nil
		}
		var jobs []paperJob
		for _, r := range list { // split by split, so that all intervals narrow together
			for _, v := range Retrained(f) {
				if p.Off[[2]string{m.ID, v.Name}] {
					continue
				}
				r.Model, r.Method, r.Settings, r.Tuned = "", string(f.Method), with(f.Set(), v.Set), recipe.Tuned{}
				jobs = append(jobs, paperJob{v, proto.Query{Unit: proto.JobMeasure, Run: r, Files: filesFor(on, m.On)}})
			}
		}
		return s.begin(m.ID, name, "", jobs)
	case RunCell:
		list, _ := paperRuns(on, m.Dataset)
		var jobs []paperJob
		for _, r := range list {
			r.Model, r.Method, r.Settings, r.Tuned = m.Model, "", nil, recipe.Tuned{}
			if m.Model == "sgpc" && p.Library != nil {
				c, _ := p.Library.Paper.Cell(m.Dataset, m.Model)
				r.Settings = c.Settings
			}
			jobs = append(jobs, paperJob{request: proto.Query{Run: r}})
		}
		return s.begin(TableID, m.Dataset, m.Model, jobs)
	}
	return s, nil
}

// with are a's settings and b's on top. A figure's runs are certified as a table's are: not.
func with(a, b map[string]string) map[string]string {
	out := map[string]string{"certify": "fixed"}
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// paperRuns are the runs over the splits of a data set, of a built-in graph, or of the loaded graph for "".
func paperRuns(on Subject, name string) (list []recipe.Setup, label string) {
	if name != "" {
		on.Recipe = recipe.Setup{Graph: name}
		if _, err := data.Find(data.Prefix + name); err == nil {
			on.Recipe.Graph = data.Prefix + name
		}
		on.Graph = &proto.GraphInfo{Name: name}
	}
	if on.Graph == nil {
		return nil, ""
	}
	list, _, _ = Over(on, PaperRuns)
	return list, cmp.Or(name, on.Graph.Name)
}

func filesFor(on Subject, name string) (none []content.File) {
	if name == "" {
		return on.Files
	}
	return none
}

// begin gives the jobs of a figure or a cell to the pool.
func (s State) begin(id, dataset, model string, jobs []paperJob) (State, []Command) {
	switch {
	case s.Busy():
		return s, []Command{Say{busyText}}
	case len(jobs) == 0:
		return s, []Command{Say{"Choose at least one variant."}}
	}
	p := &s.Paper
	s.Work, p.ID, p.Dataset, p.Model, p.jobs = ForPaper, id, dataset, model, jobs
	p.Report = client.PoolState{Total: len(jobs), Left: -1}
	requests := make([]proto.Query, len(jobs))
	for k, j := range jobs {
		requests[k] = j.request
	}
	return s, []Command{RunJobs{requests}}
}

// papering takes a report of the pool.
func (s State) papering(r client.PoolState) (State, []Command) {
	p := &s.Paper
	if r.Total != len(p.jobs) {
		return s, nil // of an earlier batch
	}
	if p.Report = r; p.ID == TableID {
		p.tell()
	} else {
		p.draw()
	}
	if !r.Over {
		return s, nil
	}
	cmds := s.end("The runs are over.")
	return s, cmds
}

// draw makes the curves of the figure under way from the runs that are finished.
func (p *Paper) draw() {
	live := Live{On: p.Dataset}
	var results []figures.Measurement
	for k, r := range p.Report.Results {
		switch o := r.Outcome; {
		case r.Err != "":
			live.Failed = r.Err
		case r.Done:
			results = append(results, figures.Measurement{Variant: p.jobs[k].variant, Dataset: p.Dataset, Outcome: o.Outcome})
		}
	}
	live.Curves = p.Library.Figure(p.ID).Curves(results)
	if len(results) == 0 && live.Failed == "" {
		return
	}
	p.Live = set(p.Live, p.ID, live)
}

// tell makes the cell under way from the runs that are finished.
func (p *Paper) tell() {
	var x []float64
	for _, r := range p.Report.Results {
		if r.Done && r.Err == "" && r.Outcome.Test >= 0 {
			x = append(x, 100*r.Outcome.Test)
		}
	}
	t := tables.Summarize(x)
	p.Cells = set(p.Cells, [2]string{p.Dataset, p.Model}, figures.Accuracy{Dataset: p.Dataset, Model: p.Model, Mean: t.Mean, Std: t.Std,
		N: t.N})
}

// PaperModels are the models of the table, those with a published row or a stored result first in the order of the peers.
func PaperModels() []string { return append([]string{"sgpc"}, peer.Names()...) }
