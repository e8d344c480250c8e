// Package stages has the view models of the ten stages of an epoch: a row each, with its value and picture in the rail and its
// panel. The settings of a stage and the parts that the page omits for size are here, too.
package stages

import (
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// row is the view of a stage, in the stage's own file. Number and name are those of package stage.
type row struct {
	number int
	// title is the title of its panel, "" for the name.
	title string
	// models is the set of models with this stage.
	models models
	// tests is the tested claim of the paper, "" for none.
	tests string
	// why states its purpose to a reader without knowledge of sheaves. also, unless nil, adapts the sentence to settings and
	// graph.
	why  string
	also func(s *state.State, why string) string
	// peerWhy is that sentence for a peer, nil where why applies. without follows the name of a model that lacks the stage.
	peerWhy func(model string) string
	without string
	// early reports that value and picture exist before its first run.
	early bool
	// value is its number in the rail, "" for none; spark is its picture there, nil for none.
	value func(*state.State) string
	spark func(*state.State) *Spark
	// show fills its panel: sentence, equation with values, pictures.
	show func(*state.State, *view.Inspector)
	// code adapts the filled panel to the code reading, nil for no change. codeWhy is its sentence there, "" where why applies.
	code    func(*state.State, *frame.Code, *view.Inspector)
	codeWhy string
}

// models is a set of models.
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

// stages returns the rows in the order of an epoch.
func stages() []*row {
	return []*row{&featuresStage, &sinkhornStage, &jkoStage, &mapsStage, &laplacianStage, &diffusionStage, &mixingStage, &classesStage,
		&posteriorStage, &gapStage}
}

// Missing explains why the model lacks stage k, "" where it has it.
func Missing(s *state.State, k int) string {
	if has(s, k) {
		return ""
	}
	return rowOf(k).without
}

// Value returns the present number of stage k, "" for none.
func Value(s *state.State, k int) string {
	if value := rowOf(k).value; value != nil {
		return value(s)
	}
	return ""
}

// rowOf returns the row of stage k, from 1 on.
func rowOf(k int) *row { return stages()[k-1] }
