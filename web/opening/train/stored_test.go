package train

import (
	"bytes"
	"os"
	"reflect"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/view"
	"sheafscope/web/opening"
)

// This file tests that the stored run of the last scene is the trained run.

// The stored run equals the trained run bit by bit: in its numbers, in its frames and an epoch later. With LONG=1 validation chooses the
// same epoch again. Where the test fails, `go run ./web/tool/readme look` writes the numbers of the code.
func TestStoredRunEqualsTrained(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../assets/opening/sgpc.bin")
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 100_000 {
		t.Errorf("the stored run has %d bytes, at most 100 000 are allowed", len(data))
	}
	var shown [2][]*frame.Frame // at the position, and an epoch later
	// Run 0 resumes from the stored numbers, run 1 is trained.
	for k := range shown {
		r, err := start()
		if err != nil {
			t.Fatal(err)
		}
		if k == 0 {
			err = r.Resume(data)
		} else {
			for r.Position() < opening.Position {
				r.StepOperation()
			}
		}
		if err != nil || r.Position() != opening.Position {
			t.Fatalf("run %d stands at %d (%v), want %d", k, r.Position(), err, opening.Position)
		}
		if k == 1 && !bytes.Equal(r.Checkpoint(), data) {
			t.Error("the training ends with other numbers than the stored ones")
		}
		// Two frames, an epoch apart, with all details: of an edge, a node, an eigenvector and a channel, which are any ones.
		for range 2 {
			shown[k] = append(shown[k], view.Frame(r, frame.Focus{Edge: 6, Node: choice.Of(opening.U), Spectrum: true, Eigenvector: 2},
				frame.Once{Channel: 2, Stalks: true}))
			r.StepEpoch()
		}
	}
	if !reflect.DeepEqual(shown[0], shown[1]) {
		t.Error("the frames of the stored run differ from those of the trained run")
	}
	if os.Getenv("LONG") == "" {
		return
	}
	if again, err := Stored(); err != nil || !bytes.Equal(again, data) {
		t.Errorf("validation chooses another epoch (%v)", err)
	}
}
