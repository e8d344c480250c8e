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

// PaperRuns is the number of splits on which the page trains a figure or a cell of the table.
const PaperRuns = 10

// Paper has the table and the figures of the paper: the downloaded results, and the results of runs on the page.
type Paper struct {
	// Library has the downloaded results, nil before the download.
	Library *figures.Library
	// ID is the figure of the newest runs, or TableID if they belong to a cell of the table.
	ID, Dataset, Model string
	Report             client.PoolState
	// Live has the results of runs on the page, by figure. Cells has the cells of the table, by data set and model.
	Live  map[string]Live
	Cells map[[2]string]figures.Accuracy
	// Off has the excluded variants, by figure and variant.
	Off map[[2]string]bool

	jobs []paperJob
}

// TableID is the ID of the table.
const TableID = "table1"

// Live has the results of runs on the page for one figure.
type Live struct {
	On     string // name of the graph
	Curves []figures.Curve
	Failed string // error of a failed run, "" if no run has failed
}

// paperJob is a run of a figure or of a cell. The run of a cell has no variant.
type paperJob struct {
	variant figures.Variant
	request proto.Query
}

// TrainedVariants returns the variants of a figure that need a training. A variant with Swap needs none: it changes a trained network.
func TrainedVariants(f figures.PaperFigure) []figures.Variant {
	return slices.DeleteFunc(f.Variants(), func(v figures.Variant) bool { return v.Swap != nil })
}

// paper handles the messages of the paper's experiments.
func (s State) paper(on Subject, m Msg) (State, []Command) {
	p := &s.Paper
	switch m := m.(type) {
	case StoredPaper:
		if l, err := figures.Parse([]byte(m.Text)); err == nil { // a damaged text is ignored
			p.Library = l
		}
	case ToggleVariant:
		p.Off = withKey(p.Off, [2]string{m.ID, m.Variant}, !m.On)
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
		return s.startPaper(m.ID, name, "", p.figureJobs(on, m, f, list))
	case RunCell:
		list, _ := paperRuns(on, m.Dataset)
		return s.startPaper(TableID, m.Dataset, m.Model, p.cellJobs(m, list))
	}
	return s, nil
}

// figureJobs lists the runs of a figure's variants, split by split: the confidence intervals of all variants then narrow together.
func (p *Paper) figureJobs(on Subject, m RunFigure, f figures.PaperFigure, list []recipe.Setup) (jobs []paperJob) {
	for _, r := range list {
		for _, v := range TrainedVariants(f) {
			if p.Off[[2]string{m.ID, v.Name}] {
				continue
			}
			r.Model, r.Method, r.Settings, r.Tuned = "", string(f.Method), merged(f.Set(), v.Set), recipe.Tuned{}
			jobs = append(jobs, paperJob{v, proto.Query{Unit: proto.JobMeasure, Run: r, Files: filesFor(on, m.On)}})
		}
	}
	return jobs
}

// cellJobs lists the runs of a cell of the table. SGPC has the settings of the downloaded cell.
func (p *Paper) cellJobs(m RunCell, list []recipe.Setup) (jobs []paperJob) {
	for _, r := range list {
		r.Model, r.Method, r.Settings, r.Tuned = m.Model, "", nil, recipe.Tuned{}
		if m.Model == "sgpc" && p.Library != nil {
			c, _ := p.Library.Paper.Cell(m.Dataset, m.Model)
			r.Settings = c.Settings
		}
		jobs = append(jobs, paperJob{request: proto.Query{Run: r}})
	}
	return jobs
}

// merged returns the settings a, overridden by the settings b. Like those of a table they have fixed certification.
func merged(a, b map[string]string) map[string]string {
	out := map[string]string{"certify": "fixed"}
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// paperRuns returns the setups over the splits of a graph, and the name of the graph. The given name is that of a public data set or of a
// built-in graph, or "" for the loaded graph.
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
	list, _, _ = RunsOver(on, PaperRuns)
	return list, cmp.Or(name, on.Graph.Name)
}

// filesFor returns the user's files if the name is "", which means the loaded graph. For any other name it returns nil.
func filesFor(on Subject, name string) (none []content.File) {
	if name == "" {
		return on.Files
	}
	return none
}

// startPaper starts the jobs of a figure or a cell.
func (s State) startPaper(id, dataset, model string, jobs []paperJob) (State, []Command) {
	switch {
	case s.Busy():
		return s, []Command{Announce{busyText}}
	case len(jobs) == 0:
		return s, []Command{Announce{"Choose at least one variant."}}
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

// receivePaper applies a report of the pool.
func (s State) receivePaper(r client.PoolState) (State, []Command) {
	p := &s.Paper
	if r.Total != len(p.jobs) {
		return s, nil // a report of an earlier batch
	}
	p.Report = r
	if p.ID == TableID {
		p.storeCell()
	} else {
		p.storeCurves()
	}
	if !r.Over {
		return s, nil
	}
	cmds := s.finish("The runs are over.")
	return s, cmds
}

// storeCurves computes the curves of the present figure from the finished runs.
func (p *Paper) storeCurves() {
	live := Live{On: p.Dataset}
	var results []figures.Measurement
	for k, r := range p.Report.Results {
		switch {
		case r.Err != "":
			live.Failed = r.Err
		case r.Done:
			results = append(results, figures.Measurement{Variant: p.jobs[k].variant, Dataset: p.Dataset, Outcome: r.Outcome.Outcome})
		}
	}
	live.Curves = p.Library.Figure(p.ID).Curves(results)
	if len(results) == 0 && live.Failed == "" {
		return
	}
	p.Live = withKey(p.Live, p.ID, live)
}

// storeCell computes the present cell from the finished runs.
func (p *Paper) storeCell() {
	var percents []float64
	for _, r := range p.Report.Results {
		if r.Done && r.Err == "" && r.Outcome.Test >= 0 {
			percents = append(percents, 100*r.Outcome.Test)
		}
	}
	t := tables.Summarize(percents)
	cell := figures.Accuracy{Dataset: p.Dataset, Model: p.Model, Mean: t.Mean, Std: t.Std, N: t.N}
	p.Cells = withKey(p.Cells, [2]string{p.Dataset, p.Model}, cell)
}

// PaperModels returns the models of the table: SGPC, then the peers in their order.
func PaperModels() []string { return append([]string{"sgpc"}, peer.Names()...) }
