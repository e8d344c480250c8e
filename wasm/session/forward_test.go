package session_test

import (
	"reflect"
	"runtime"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// A run that is loaded with Forward has the validation accuracies and the losses CE of a run that is loaded without it. But it keeps no key
// frames, the states for seeks back. So it holds at most a third of the heap of the run without Forward, after 40 epochs of a wide MLP.
func TestForwardRunHoldsNoKeyframes(t *testing.T) {
	rec := recipe.Setup{Graph: "karate", Seed: 3, Model: "mlp",
		Settings: map[string]string{"epochs": "40", "patience": "40", "channels": "64", "hidden": "512"}}
	var histories [2]frame.History // without and with Forward
	var held [2]float64            // bytes of the heap that load and run have added
	for k, forward := range []bool{false, true} {
		w := &simulatedHost{now: clockStart, yielded: clockStart}
		w.session = newSession(w, session.Core{Files: jobs.Do})
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		w.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: rec, Forward: forward,
			Focus: frame.Focus{}})
		replies := w.do(flat.Request{Seq: 2, Kind: flat.Run})
		runtime.GC()
		runtime.ReadMemStats(&after)
		held[k] = float64(after.HeapAlloc) - float64(before.HeapAlloc)

		// The histories of the frames are joined.
		for _, r := range replies {
			if r.Frame != nil {
				h := &histories[k]
				h.Val = append(h.Val[:r.Frame.History.From], r.Frame.History.Val...)
				h.CE = append(h.CE[:r.Frame.History.From], r.Frame.History.CE...)
			}
		}
		runtime.KeepAlive(w) // the run stays in memory until its heap is measured
	}
	if len(histories[0].Val) != 40 || !reflect.DeepEqual(histories[0], histories[1]) {
		t.Errorf("the history with Forward is %+v, without %+v; want the same for 40 epochs", histories[1], histories[0])
	}
	if held[1] > held[0]/3 {
		t.Errorf("with Forward the run holds %.1f MB, without %.1f MB; want at most a third", held[1]/1e6, held[0]/1e6)
	}
}
