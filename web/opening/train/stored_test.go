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

// The stored run equals the trained one bit by bit: in its numbers, its frames and its continuation. Where this fails, `go run
// ./web/tool/readme look` writes the numbers of the code.
func TestStoredRunEqualsTrained(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../assets/opening/sgpc.bin")
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 100_000 {
		t.Errorf("%d bytes", len(data))
	}
	var shown [2][]*frame.Frame // at the position, and an epoch later
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
			t.Fatalf("the run stands at %d (%v)", r.Position(), err)
		}
		if k == 1 && !bytes.Equal(r.Checkpoint(), data) {
			t.Error("the training comes to other numbers")
		}
		for range 2 {
			shown[k] = append(shown[k], view.Frame(r, frame.Focus{Edge: 6, Node: choice.Of(opening.U), Spectrum: true, Eigenvector: 2},
				frame.Once{Channel: 2, Stalks: true}))
			r.StepEpoch()
		}
	}
	if !reflect.DeepEqual(shown[0], shown[1]) {
		t.Error("the stored run shows something else than the trained one")
	}
	if os.Getenv("LONG") == "" {
		return
	}
	if again, err := Stored(); err != nil || !bytes.Equal(again, data) {
		t.Errorf("validation chooses another epoch (%v)", err)
	}
}
