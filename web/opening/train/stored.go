package train

import (
	"errors"
	"fmt"

	"sheafscope/core/figures"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/session"
	"sheafscope/web/opening"
)

// Stored trains the run of the last scene (opening.Run), and returns the checkpoint from which the page resumes it: at the end of the epoch
// with the best validation accuracy. It fails if the position of the checkpoint would not be opening.Position.
func Stored() ([]byte, error) {
	whole, err := start()
	if err != nil {
		return nil, err
	}
	for !whole.Done() {
		whole.StepOperation()
	}
	best := figures.Stop(whole).Position
	if best != opening.Position { // the constant must follow a change of the training
		return nil, fmt.Errorf("opening: validation chose position %d: set opening.Position to it", best)
	}
	// The first run is beyond the position, so that another run is trained up to it.
	r, err := start()
	if err != nil {
		return nil, err
	}
	for r.Position() < opening.Position {
		r.StepOperation()
	}
	data := r.Checkpoint() // nil if the run keeps no checkpoint
	if data == nil {
		return nil, errors.New("opening: this run keeps no checkpoint")
	}
	return data, nil
}

// start returns the run at position 0. Source makes its graph, split and settings from the recipe, as in the worker of the page.
func start() (*sgpc.Run, error) {
	s, err := session.Core{}.Source(opening.Run(), nil)
	if err != nil {
		return nil, err
	}
	return sgpc.New(s.Graph, s.Split, s.Config)
}
