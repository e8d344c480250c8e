// Package stages has the view models of the ten stages of an epoch. Each stage has a row: its text and small picture in the rail (the list
// of stages), and its panel. The package also lists the settings of a stage, and the parts that the page omits for large graphs.
//
// SGPC is the model of the paper. It has two readings: the reading "paper" follows the text of the paper, and the reading "code" follows
// the authors' program. A peer is any other model, with which SGPC is compared. Most peers lack some stages. A frame has the numbers of one
// position of the run. A stalk is the vector space of a node or of an edge.
package stages

import (
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// row describes how the page shows a stage. Every stage has a row in a file of this package.
type row struct {
	// number is the stage's number in package stage.
	number int
	// title is the title of SGPC's panel. If it is "", and for a peer, the title is the stage's name.
	title string
	// models is the set of models with this stage.
	models models
	// tests is a text on the claim of the paper that the stage tests, for example "Tests Theorem 2". It is "" if the stage tests no claim.
	tests string
	// why states the purpose of the stage to a reader without knowledge of sheaves. adaptWhy, unless it is nil, adapts the sentence to
	// settings and graph.
	why      string
	adaptWhy func(s *state.State, why string) string
	// peerWhy returns the purpose for a peer. If it is nil, a peer has the purpose of SGPC at a stage of sheafModels, and no purpose at a
	// stage of allModels.
	peerWhy func(model string) string
	// without completes the sentence of a model that lacks the stage: it follows the model's name. It is "" at the stages of sheafModels and
	// of allModels, since every peer of today has a sheaf.
	without string
	// early reports that the rail shows value and picture even before the stage's first run.
	early bool
	// value returns the text of the stage in the rail, a quantity of the stage. It returns "" if the frame lacks this quantity. Before the
	// first run of the stage the text has no meaning, unless early is set.
	value func(*state.State) string
	// spark returns the small picture in the rail. It returns nil if the frame has no values for it.
	spark func(*state.State) *Spark
	// show fills the panel: sentence, equation with values, figures.
	show func(*state.State, *view.Inspector)
	// code adapts the panel, which show has filled, to the code reading. It is nil if both readings have the same panel.
	code func(*state.State, *frame.Code, *view.Inspector)
	// codeWhy states the purpose in the code reading. If it is "", why applies.
	codeWhy string
}

// models is a set of models that have a stage.
type models int

const (
	onlySGPC    models = iota
	sheafModels        // SGPC and the peers with a sheaf
	allModels
)

// has reports whether the model of the run has stage k.
func has(s *state.State, k int) bool {
	if s.Peer() == "" {
		return true // SGPC has every stage
	}
	switch rowOf(k).models {
	case allModels:
		return true
	case sheafModels:
		return peer.HasSheaf(s.Peer())
	}
	return false // onlySGPC
}

// stages returns the rows in the order of an epoch.
func stages() []*row {
	return []*row{&featuresStage, &sinkhornStage, &jkoStage, &mapsStage, &laplacianStage, &diffusionStage, &mixingStage, &classesStage,
		&posteriorStage, &gapStage}
}

// Missing returns the reason why the model lacks stage k. It returns "" if the model has the stage.
func Missing(s *state.State, k int) string {
	if has(s, k) {
		return ""
	}
	return rowOf(k).without
}

// Value returns the text of the quantity that the rail shows for stage k. It returns "" if the frame lacks this quantity: for most stages,
// before their first run.
func Value(s *state.State, k int) string {
	row := rowOf(k)
	if !row.hasValues(s) {
		return ""
	}
	return row.value(s)
}

// hasValues reports whether the rail shows value and picture of the stage: from the first run of the stage on, or early.
func (r *row) hasValues(s *state.State) bool { return r.early || view.HasRun(s.Frame, r.number) }

// rowOf returns the row of stage k. Stages count from 1.
func rowOf(k int) *row { return stages()[k-1] }
