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

// This file handles the table and the figures of the paper. The page downloads stored results, and the pool of workers trains runs on
// request.

// PaperRuns is the largest number of splits or seeds on which the page trains a figure or a cell of the table.
const PaperRuns = 10

// Paper has the table and the figures of the paper: the downloaded results, and the results of runs on the page.
type Paper struct {
	// Library has the downloaded results, nil before the download.
	Library *figures.Library
	// ID is the figure of the newest runs, or TableID if the newest runs belong to a cell of the table.
	ID string
	// Dataset is the name of the graph of the newest runs. Model is the model of the cell, "" for a figure.
	Dataset, Model string
	// Report has the results of the newest runs, in the order of jobs.
	Report client.PoolState
	// Live has the results of runs on the page, by figure.
	Live map[string]Live
	// Cells has the cells of the table from runs on the page, by data set and model.
	Cells map[[2]string]figures.Accuracy
	// Off is true for an excluded variant, by figure and variant.
	Off map[[2]string]bool

	jobs []paperJob // the newest runs
}

// TableID is the ID of the table.
const TableID = "table1"

// Live has the results of runs on the page for one figure.
type Live struct {
	On     string // name of the graph
	Curves []figures.Curve
	Failed string // error of the last failed run, "" if no run has failed
}

// paperJob is a run of a figure or of a cell. The run of a cell has no variant.
type paperJob struct {
	variant figures.Variant
	// request is the training that the pool carries out.
	request proto.Query
}

// TrainedVariants returns the variants of a figure that need a training. A variant with Swap needs no training: it changes the trained
// network of another variant.
func TrainedVariants(f figures.PaperFigure) []figures.Variant {
	return slices.DeleteFunc(f.Variants(), func(v figures.Variant) bool { return v.Swap != nil })
}

// paper handles the messages of the paper's experiments. It ignores a damaged download, an unknown figure, and a figure of the loaded
// graph while no graph is loaded.
func (s State) paper(page Subject, m Msg) (State, []Command) {
	p := &s.Paper
	switch m := m.(type) {
	// Downloaded results, and the choice of variants.
	case StoredPaper:
		library, err := figures.Parse([]byte(m.Text))
		if err == nil {
			p.Library = library
		}
	case ToggleVariant:
		p.Off = withKey(p.Off, [2]string{m.ID, m.Variant}, !m.On)
	case SaveFigure: // the curves of the page's runs, or the downloaded curves before such a run has ended
		live, hasLive := p.Live[m.ID]
		curves := live.Curves
		if !hasLive && p.Library != nil {
			curves = p.Library.Stored(m.ID).Figures[m.ID]
		}
		return s, []Command{Save{"figure-" + m.ID + ".csv", figures.CSV(curves, 0)}} // 0: no point counts as incomplete

	// Runs of the page.
	case RunFigure:
		figure := p.Library.Figure(m.ID)
		setups, name := paperRuns(page, m.On)
		if figure.ID == "" || setups == nil { // no figure has this ID, results are not downloaded, or no graph is loaded
			return s, nil
		}
		return s.startPaper(m.ID, name, "", p.figureJobs(page, m, figure, setups))
	case RunCell:
		setups, _ := paperRuns(page, m.Dataset)
		return s.startPaper(TableID, m.Dataset, m.Model, p.cellJobs(m, setups))
	}
	return s, nil
}

// figureJobs returns the jobs of a figure: for each setup, a job of each trained variant that Off does not exclude. The jobs are in
// the order of setups, so that the confidence intervals of all variants narrow together.
func (p *Paper) figureJobs(page Subject, m RunFigure, figure figures.PaperFigure, setups []recipe.Setup) (jobs []paperJob) {
	for _, r := range setups {
		for _, v := range TrainedVariants(figure) {
			if p.Off[[2]string{m.ID, v.Name}] {
				continue
			}
			// Model "" stands for SGPC.
			r.Model, r.Method, r.Settings, r.Tuned = "", string(figure.Method), merged(figure.Set(), v.Set), recipe.Tuned{}
			jobs = append(jobs, paperJob{v, proto.Query{Unit: proto.JobMeasure, Run: r, Files: filesFor(page, m.On)}})
		}
	}
	return jobs
}

// cellJobs returns the jobs of a cell of the table, a job for each setup. SGPC has the settings of the downloaded cell. Any other model,
// and SGPC without a downloaded cell, has its default settings.
func (p *Paper) cellJobs(m RunCell, setups []recipe.Setup) (jobs []paperJob) {
	for _, r := range setups {
		r.Model, r.Method, r.Settings, r.Tuned = m.Model, "", nil, recipe.Tuned{}
		if m.Model == "sgpc" && p.Library != nil {
			cell, _ := p.Library.Paper.Cell(m.Dataset, m.Model)
			r.Settings = cell.Settings
		}
		jobs = append(jobs, paperJob{request: proto.Query{Run: r}})
	}
	return jobs
}

// merged returns the settings a, overridden by the settings b. If neither a nor b has the setting "certify", which concerns the certificate
// of SGPC, its value is "fixed", as in the stored results (core/study).
func merged(a, b map[string]string) map[string]string {
	out := map[string]string{"certify": "fixed"}
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// paperRuns returns the setups of runs over at most PaperRuns splits or seeds of a graph, and the name of the graph. name is the
// name of a public data set or of a built-in graph, or "" for the loaded graph. It returns nil, "" if name is "" and no graph is loaded.
func paperRuns(page Subject, name string) (setups []recipe.Setup, label string) {
	subject := page
	if name != "" {
		subject.Recipe = recipe.Setup{Graph: name} // default split and seed, independent of the page's run
		_, err := data.Find(data.Prefix + name)
		if err == nil { // a public data set
			subject.Recipe.Graph = data.Prefix + name
		}
		subject.Graph = &proto.GraphInfo{Name: name} // without splits in files: RunsOver returns public splits or seeds
	}
	if subject.Graph == nil {
		return nil, ""
	}
	setups, _, _ = RunsOver(subject, PaperRuns)
	return setups, cmp.Or(name, subject.Graph.Name)
}

// filesFor returns the user's files if name is "", which stands for the loaded graph, and nil for the name of any other graph.
func filesFor(page Subject, name string) []content.File {
	if name != "" {
		return nil
	}
	return page.Files
}

// startPaper starts the jobs of a figure or a cell. id, dataset and model become the fields ID, Dataset and Model of [Paper]. If
// the pool is busy or there are no jobs, it only announces the reason.
func (s State) startPaper(id, dataset, model string, jobs []paperJob) (State, []Command) {
	switch {
	case s.Busy():
		return s, []Command{Announce{busyText}}
	case len(jobs) == 0:
		return s, []Command{Announce{"Choose at least one variant."}}
	}
	p := &s.Paper
	s.Work, p.ID, p.Dataset, p.Model, p.jobs = ForPaper, id, dataset, model, jobs
	p.Report = client.PoolState{Total: len(jobs), Left: -1} // Left −1: no estimate yet
	requests := make([]proto.Query, len(jobs))
	for k, j := range jobs {
		requests[k] = j.request
	}
	return s, []Command{RunJobs{requests}}
}

// receivePaper applies a report of the pool to the present figure or cell. It ignores a report of earlier jobs, which has another number of
// jobs.
func (s State) receivePaper(r client.PoolState) (State, []Command) {
	p := &s.Paper
	if r.Total != len(p.jobs) {
		return s, nil
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
	cmds := s.finish(overText(r))
	return s, cmds
}

// Failed returns the error of the last failed run among the newest runs, "" if no run has failed.
func (p *Paper) Failed() (reason string) {
	for _, r := range p.Report.Results {
		reason = cmp.Or(r.Err, reason)
	}
	return reason
}

// storeCurves stores the curves of the present figure, computed from the successful runs, and the error of the last failed run. Before the
// first run has ended it stores nothing.
func (p *Paper) storeCurves() {
	live := Live{On: p.Dataset, Failed: p.Failed()}
	var results []figures.Measurement
	for k, r := range p.Report.Results {
		if r.Done && r.Err == "" {
			results = append(results, figures.Measurement{Variant: p.jobs[k].variant, Dataset: p.Dataset, Outcome: r.Outcome.Outcome})
		}
	}
	if len(results) == 0 && live.Failed == "" {
		return
	}
	live.Curves = p.Library.Figure(p.ID).Curves(results)
	p.Live = withKey(p.Live, p.ID, live)
}

// storeCell stores the present cell, computed from the successful runs: mean and standard deviation of the test accuracy in per cent. A run
// without labelled test nodes has the accuracy −1 and does not count. Without a run that counts, the cell has N = 0.
func (p *Paper) storeCell() {
	var percents []float64
	for _, r := range p.Report.Results {
		if r.Done && r.Err == "" && r.Outcome.Test >= 0 {
			percents = append(percents, 100*r.Outcome.Test)
		}
	}
	summary := tables.Summarize(percents)
	cell := figures.Accuracy{Dataset: p.Dataset, Model: p.Model, Mean: summary.Mean, Std: summary.Std, N: summary.N}
	p.Cells = withKey(p.Cells, [2]string{p.Dataset, p.Model}, cell)
}

// PaperModels returns the models of the table: SGPC, then the peers (the models to compare with SGPC) in their order.
func PaperModels() []string { return append([]string{"sgpc"}, peer.Names()...) }
