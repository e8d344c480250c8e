package lab

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/tables"
	"sheafscope/core/words"
	"sheafscope/wasm/client"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// This file plans and carries out the runs of a table of results. The pool of workers trains several models on the same splits or seeds.

// Choice is a model in the menu of the table. Key is the name of the model, or "sgpc/code" for SGPC in the code reading, which follows the
// authors' program. On reports that the model is chosen.
type Choice struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	On    bool   `json:"on"`
}

// Job is a training of a table.
type Job struct {
	Model, Label string // key and label of the model, with the kind of maps in a table of maps ([planMaps])
	Split        string // name of the split or seed, for example "split 3" or "seed 7"
	Request      proto.Query
}

// runAll returns the command that starts all jobs.
func runAll(jobs []Job) RunJobs {
	requests := make([]proto.Query, len(jobs))
	for k, j := range jobs {
		requests[k] = j.Request
	}
	return RunJobs{requests}
}

// Results is a table of several models over several splits.
type Results struct {
	// Models are all models of the menu, with the user's choice.
	Models []Choice
	// Runs is the number of splits or seeds. 0 means all splits, or five seeds.
	Runs int

	// Jobs are the trainings of the table. Report has the results in the order of Jobs.
	Jobs   []Job
	Report client.PoolState
	// Set is the public data set that equals the graph or has its sizes ([publicSet]), "" if there is none. Graph is the name of the graph.
	// Over is "splits" or "seeds".
	Set, Graph, Over string
	// Splits reports whether Set is not "" and Over is "splits". Such runs use the public splits of Set, with 48, 32 and 20 % of the nodes for
	// training, validation and test.
	Splits bool
	// Mistakes are the mistakes of the finished runs, nil as long as no run counts ([Results.mistakes]).
	Mistakes *tables.Mistakes
	key      int // key of the page's graph at the start
}

// Label returns the name of a model by its key.
func Label(key string) string {
	if key == "sgpc/code" {
		return peer.Label("sgpc") + ", code reading"
	}
	return peer.Label(key)
}

// newResults returns an empty table, for which SGPC, GCN and MLP are chosen.
func newResults() Results {
	r := Results{Models: []Choice{{"sgpc", Label("sgpc"), true}, {"sgpc/code", Label("sgpc/code"), false}}}
	for _, name := range peer.Names() {
		r.Models = append(r.Models, Choice{name, Label(name), name == "gcn" || name == "mlp"})
	}
	return r
}

// KeyOf returns the key of a setup's model.
func KeyOf(r recipe.Setup) string {
	model, reading := r.Runs()
	return words.Either(model == "sgpc" && reading == "code", "sgpc/code", model)
}

// withModel returns a setup with the model of a key. If the setup already has this model, the settings of the setup are kept. Another model
// gets its default settings, which come from no search.
func withModel(r recipe.Setup, key string) recipe.Setup {
	if KeyOf(r) == key {
		r.Settings = maps.Clone(r.Settings)
		return r
	}
	model, reading, _ := strings.Cut(key, "/")
	r.Model, r.Settings, r.Tuned = model, nil, recipe.Tuned{}
	if reading != "" { // "code", from the key "sgpc/code"
		r.Settings = map[string]string{"reading": reading}
	}
	return r
}

// OwnSettings reports whether a setup has settings besides the setting "reading", which belongs to the key of a model.
func OwnSettings(r recipe.Setup) bool {
	others := len(r.Settings)
	if r.Settings["reading"] != "" {
		others--
	}
	return others > 0
}

// filePrefix begins the name of a split that is in the files of the graph.
const filePrefix = "file:"

// splitsAreDrawn reports whether the seed of the page's run determines its split, which is then drawn at random. The seed determines
// neither a public split of a data set nor a split in the files of the graph. In a graph with such splits, the split "" is one of them.
// page.Graph must not be nil.
func splitsAreDrawn(page Subject) bool {
	r := page.Recipe
	isDefault := r.Split == ""
	switch {
	case strings.HasPrefix(r.Graph, data.Prefix):
		isPublic := isDefault || strings.HasPrefix(r.Split, data.SplitPrefix)
		return !isPublic
	case len(page.Graph.Splits) > 0:
		isInFiles := isDefault || strings.HasPrefix(r.Split, filePrefix)
		return !isInFiles
	}
	return true
}

// defaultSeeds is the number of seeds of a table if the user has chosen no number.
const defaultSeeds = 5

// RunsOver returns the setups of a table's runs, with the names of their splits or seeds. over is "seeds" if the seed determines the split,
// and "splits" if not. runs is the largest number of setups. If runs is not positive, there are setups for defaultSeeds seeds or for all
// splits. page.Graph must not be nil.
func RunsOver(page Subject, runs int) (list []recipe.Setup, names []string, over string) {
	if splitsAreDrawn(page) {
		list, names = runsOverSeeds(page, runs)
		return list, names, "seeds"
	}

	// The splits of a public data set, or of the files.
	r := page.Recipe
	r.Position = 0 // the position belongs to the page's run
	isPublic := strings.HasPrefix(r.Graph, data.Prefix)
	n := len(page.Graph.Splits)
	if isPublic {
		n = data.Splits
	}
	if runs > 0 {
		n = min(n, runs)
	}
	for k := range n {
		next := r
		if isPublic {
			next.Split = data.SplitPrefix + strconv.Itoa(k)
			names = append(names, "split "+strconv.Itoa(k))
		} else {
			next.Split = filePrefix + page.Graph.Splits[k]
			names = append(names, page.Graph.Splits[k])
		}
		list = append(list, next)
	}
	return list, names, "splits"
}

// runsOverSeeds returns setups that differ only in their seeds: the seed of the page's run and the numbers after it. If runs is not
// positive, there are defaultSeeds setups.
func runsOverSeeds(page Subject, runs int) (list []recipe.Setup, names []string) {
	if runs <= 0 {
		runs = defaultSeeds
	}
	for k := range runs {
		next := page.Recipe // a copy
		next.Position = 0
		next.Seed += uint64(k)
		list = append(list, next)
		names = append(names, "seed "+strconv.FormatUint(next.Seed, 10))
	}
	return list, names
}

// planModels returns the jobs of the selected models. They are ordered split by split, so that an unfinished table compares the models on
// the same splits. A model with settings of the page has the label "…, as set".
func planModels(page Subject, models []Choice, runs int) (jobs []Job, over string) {
	setups, names, over := RunsOver(page, runs)
	for k, setup := range setups {
		for _, model := range models {
			if !model.On {
				continue
			}
			r := withModel(setup, model.Key)
			label := model.Label
			if OwnSettings(r) { // the page's method, a set of defaults, stays: the settings override its defaults
				label += ", as set"
			} else {
				r.Method = "" // the defaults that were chosen by validation, for every model
			}
			jobs = append(jobs, Job{model.Key, label, names[k], proto.Query{Run: r, Files: page.Files}})
		}
	}
	return jobs, over
}

// HasMaps reports whether the model of a setup has the setting "maps".
func HasMaps(r recipe.Setup) bool {
	key := KeyOf(r)
	return key == "sgpc" || peer.Find(key).Reads("maps") != nil
}

// planMaps returns the jobs of the page's run with learned, identity and zero maps, ordered split by split. The key of a job names the
// model and the maps, for example "nsd-general+zero"; for learned maps it names the model alone. over has the meaning of RunsOver.
func planMaps(page Subject, runs int) (jobs []Job, over string) {
	setups, names, over := RunsOver(page, runs)
	for k, r := range setups {
		model, _ := r.Runs()
		otherSettings := maps.Clone(r.Settings)
		delete(otherSettings, "maps")
		suffix := ""
		// The setting "maps", which every job sets, does not count as an own setting, and no search has chosen it.
		r.Settings, r.Tuned = otherSettings, recipe.Tuned{}
		if OwnSettings(r) {
			suffix = ", as set"
		}

		// One job for each kind of maps.
		for _, kind := range []string{settings.MapsLearned, settings.MapsIdentity, settings.MapsZero} {
			r.Settings = withKey(otherSettings, "maps", kind)
			key := model + "+" + kind
			if kind == settings.MapsLearned {
				key = model // the published accuracy of the model belongs to learned maps
			}
			label := Label(model) + ", " + kind + " maps" + suffix
			jobs = append(jobs, Job{key, label, names[k], proto.Query{Run: r, Files: page.Files}})
		}
	}
	return jobs, over
}

// publicSet returns the name of the public data set that equals the graph: by its name, or by its checksums in the notes of the load.
// Without such a set, it returns the name of the first set with the same numbers of nodes, edges, features and classes. It returns "" if no
// set has these sizes.
func publicSet(page Subject) string {
	g := page.Graph
	if set := data.Of(page.Recipe.Graph, g.Notes); set != nil {
		return set.Name
	}
	for i := range data.All().Sets {
		set := &data.All().Sets[i]
		sameGraph := set.Nodes == g.N && set.Edges == len(g.Edges)/2 // g.Edges has two ends for each edge
		if sameGraph && set.Features == g.Features && set.Classes == g.Classes {
			return set.Name
		}
	}
	return ""
}

// maxRuns is the largest number of splits or seeds that the user can choose.
const maxRuns = 100

// results handles the messages of the table. It ignores an unknown model, and takes a number of runs outside 0 … maxRuns as the nearer end.
func (s State) results(page Subject, m Msg) (State, []Command) {
	r := &s.Results
	switch m := m.(type) {
	case SelectModel:
		r.Models = slices.Clone(r.Models)
		for i := range r.Models {
			if r.Models[i].Key == m.Key {
				r.Models[i].On = m.On
			}
		}
	case SetRuns:
		r.Runs = max(0, min(m.Runs, maxRuns))
	case StartResults, StartMaps:
		return s.startResults(page, m)
	case CopyResults: // Markdown, unless the format is "csv" or "nodes"
		switch m.Format {
		case "csv":
			return s, []Command{CopyText{r.CSV()}, Announce{"The runs are in the clipboard as CSV."}}
		case "nodes":
			return s, []Command{CopyText{r.nodesCSV(page.Graph)}, Announce{"The nodes and their mistakes are in the clipboard as CSV."}}
		}
		return s, []Command{CopyText{r.Table().Markdown()}, Announce{"The table is in the clipboard as Markdown."}}
	}
	return s, nil
}

// startResults starts the runs of a table: of the selected models or, for StartMaps, of the page's model with three kinds of maps. It does
// nothing without a graph, and for StartMaps if the model has no maps. While the pool is busy, it returns the announcement of
// [State.refuse]. If no model is selected, it only announces this.
func (s State) startResults(page Subject, m Msg) (State, []Command) {
	r := &s.Results
	_, overMaps := m.(StartMaps)
	if page.Graph == nil {
		return s, nil
	}
	if overMaps && !HasMaps(page.Recipe) {
		return s, nil
	}
	if s.Busy() {
		return s, s.refuse(ForResults)
	}
	jobs, over := planModels(page, r.Models, r.Runs)
	if overMaps {
		jobs, over = planMaps(page, r.Runs)
	}
	if len(jobs) == 0 {
		return s, []Command{Announce{"Choose at least one model."}}
	}

	// The empty table of the new runs.
	s.Work, r.Jobs, r.Over = ForResults, jobs, over
	r.Report = client.PoolState{Results: make([]client.JobState, len(jobs)), Total: len(jobs), Left: -1} // Left −1: no estimate yet
	r.Mistakes = nil
	r.Graph, r.Set, r.key = page.Graph.Name, publicSet(page), page.Key
	r.Splits = r.Set != "" && over == "splits"
	return s, []Command{runAll(jobs)}
}

// receiveResults applies a report of the pool to the table. It ignores a report of an earlier batch, which has another number of jobs. The
// mistakes are counted anew only after a report with a new finished run.
func (s State) receiveResults(page Subject, report client.PoolState) (State, []Command) {
	r := &s.Results
	isEarlier := report.Total != len(r.Jobs)
	if isEarlier {
		return s, nil
	}

	// Most reports only change the progress of runs, and counting takes time.
	hasNewRuns := report.Done != r.Report.Done
	r.Report = report
	if hasNewRuns && page.Graph != nil {
		r.Mistakes = r.mistakes(page.Graph.Labels)
	}
	if !report.Over {
		return s, nil
	}
	cmds := s.finish(overText(report))
	return s, cmds
}

// dropStale drops the results that belong to another graph or run than the page's, and cancels the work for them. The paper's experiments,
// the study of depth and the heat map name their graph, so that they stay. Before a graph is loaded dropStale drops nothing.
func (s State) dropStale(page Subject) (State, []Command) {
	r, t := &s.Results, &s.Tune
	if page.Graph == nil {
		return s, nil
	}
	dropped := map[Work]bool{}
	if s.Dial.stale(page, s.Dial.first) {
		dropped[ForDial], s.Dial = true, Dial{}
	}
	if s.Retrain.stale(page, s.Retrain.first) {
		dropped[ForRetrain], s.Retrain = true, Retrain{}
	}

	// A search that has ended loads the same graph with the chosen settings. Even if the graph then has a new key, the search stays.
	searched := t.key != 0 // 0 before a search
	if searched && t.key != page.Key {
		hasEnded := s.Work != ForTune && t.Chosen >= 0
		loadsOutcome := t.graph == page.Recipe.Graph && page.Recipe.Tuned == t.Tuned
		if hasEnded && loadsOutcome {
			t.key = page.Key
		} else {
			dropped[ForTune], s.Tune = true, Tune{Chosen: -1}
		}
	}
	if len(r.Jobs) > 0 && r.key != page.Key { // the choice of models stays, and Runs becomes 0
		models := r.Models
		dropped[ForResults], s.Results = true, newResults()
		r.Models = models // r points to s.Results
	}
	s.Version += len(dropped) // the page draws anew
	if dropped[s.Work] {
		s.Work = ForNothing
		return s, []Command{CancelJobs{}}
	}
	return s, nil
}
