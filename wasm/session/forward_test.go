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

// TestForwardRunHoldsNoKeyframes: a Forward run has the same history without key frames, which after 40 epochs are most of the heap.
func TestForwardRunHoldsNoKeyframes(t *testing.T) {
	rec := recipe.Setup{Graph: "karate", Seed: 3, Model: "mlp",
		Settings: map[string]string{"epochs": "40", "patience": "40", "channels": "64", "hidden": "512"}}
	var histories [2]frame.History
	var held [2]float64
	for k, forward := range []bool{false, true} {
		w := &world{now: zero, yielded: zero}
		w.session = newSession(w, session.Core{Files: jobs.Do})
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		w.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: rec, Forward: forward,
			Focus: frame.Focus{}})
		list := w.do(flat.Request{Seq: 2, Kind: flat.Run})
		runtime.GC()
		runtime.ReadMemStats(&after)
		held[k] = float64(after.HeapAlloc) - float64(before.HeapAlloc)
		for _, r := range list {
			if r.Frame != nil {
				h := &histories[k]
				h.Val = append(h.Val[:r.Frame.History.From], r.Frame.History.Val...)
				h.CE = append(h.CE[:r.Frame.History.From], r.Frame.History.CE...)
			}
		}
		runtime.KeepAlive(w)
	}
	if len(histories[0].Val) != 40 || !reflect.DeepEqual(histories[0], histories[1]) {
		t.Errorf("forward alone comes to %+v, else to %+v", histories[1], histories[0])
	}
	if held[1] > held[0]/3 {
		t.Errorf("forward alone holds %.1f MB, else %.1f MB", held[1]/1e6, held[0]/1e6)
	}
}
