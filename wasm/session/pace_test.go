package session_test

import (
	"testing"
	"time"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
)

// After a query Pace the frames of a run are at least its interval apart: in two seconds there are 2 s divided by the interval, plus or
// minus one. An interval of 0 restores the usual rate.
func TestFramesKeepThePace(t *testing.T) {
	w := loadedHost(0)
	// frames returns the number of frames before the end of a run of two seconds: 40 epochs of 50 ms each.
	frames := func(seq int) (n int) {
		for _, r := range w.do(flat.Request{Seq: seq, Kind: flat.Run, Epochs: 40}) {
			if r.Kind == flat.Framed && !r.Final {
				n++
			}
		}
		return n
	}
	usual := frames(2) // at most one each 80 ms, or 25
	for seq, every := range []time.Duration{300 * time.Millisecond, time.Second, 0} {
		w.session.Session.Post(proto.Message{Query: &proto.Query{Seq: 10 + seq, Question: proto.Pace, Every: every}})
		want := usual
		if every > 0 {
			want = int(2 * time.Second / every)
		}
		if n := frames(20 + seq); n < want-1 || n > want+1 {
			t.Errorf("%d frames in two seconds with the interval %v, want %d ± 1", n, every, want)
		}
	}
	if usual < 20 {
		t.Errorf("%d frames in two seconds without a query Pace, want at least 20", usual)
	}
}
