// Package stages holds what is shown of the ten stages of an epoch: a row each, with its value and picture in the rail and its panel.
// The settings of a stage, and what the page leaves out for size, are here, too.
package stages

import (
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// A row is all that the page says and shows of a stage of the pipeline: one row, in
// the stage's own file. Its number and name are those of package stage.
type row struct {
	number int
	// title stands over its panel, "" for the name.
	title string
	// models have it.
	models models
	// tests is the claim of the paper that it tests, "" for none.
	tests string
	// why says in plain words what it is for, to someone who has never seen a
	// sheaf; also, unless nil, adds what depends on settings and graph.
	why  string
	also func(s *state.State, why string) string
	// peerWhy is that sentence where a peer is shown, nil where why is as true; without says why the stage is empty for
	// a model that has not got it, to follow its name.
	peerWhy func(model string) string
	without string
	// early: its value and picture do not wait for its first run.
	early bool
	// value is its number in the rail, "" when there is none; spark its picture there, nil when there is none.
	value func(*state.State) string
	spark func(*state.State) *Spark
	// show fills its panel: sentence, equation with its values, pictures.
	show func(*state.State, *view.Inspector)
	// code makes of the filled panel what it is in the reading "code", nil where that is the same; codeWhy is its sentence there, ""
	// where why is as true.
	code    func(*state.State, *frame.Code, *view.Inspector)
	codeWhy string
}

// models are which models have a stage.
type models int

const (
	sgpcAlone models = iota
	sheafModels
	allModels
)

// has reports whether the model has stage k.
func has(s *state.State, k int) bool {
	of := rowOf(k).models
	return s.Peer() == "" || of == allModels || of == sheafModels && peer.HasSheaf(s.Peer())
}

// stages are the rows, in the order of an epoch.
func stages() []*row {
	return []*row{&featuresStage, &sinkhornStage, &jkoStage, &mapsStage, &laplacianStage, &diffusionStage, &mixingStage, &classesStage,
		&posteriorStage, &gapStage}
}

// Missing says why stage k is empty for the model, "" where the model has it.
func Missing(s *state.State, k int) string {
	if has(s, k) {
		return ""
	}
	return rowOf(k).without
}

// Value is the number of stage k now, "" when there is none.
func Value(s *state.State, k int) string {
	if value := rowOf(k).value; value != nil {
		return value(s)
	}
	return ""
}

// rowOf is the row of stage k, from 1 on.
func rowOf(k int) *row { return stages()[k-1] }
