package train

import (
	"os"
	"testing"
	"time"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/session"
	"sheafscope/web/opening"
)

// This file tests the opening of the stored run of the last scene.

// frameRecorder is a session.Host that records the positions of frames. Its clock advances by a millisecond at each call of Now. It neither
// waits nor downloads.
type frameRecorder struct {
	frames []int
	now    time.Duration
}

// Reply implements session.Host.
func (d *frameRecorder) Reply(r proto.Reply) {
	if r.Status != nil && r.Status.Frame != nil {
		d.frames = append(d.frames, r.Status.Frame.Position)
	}
}
func (*frameRecorder) Yield()                 {}
func (*frameRecorder) Wait()                  {}
func (d *frameRecorder) Now() time.Duration   { d.now += time.Millisecond; return d.now }
func (*frameRecorder) Fetcher() *data.Fetcher { return nil }

// With its stored numbers, the run of the last scene opens at its position with the first frame. Without them it is trained from position 0
// to this position. A run with another seed does not count as stored.
func TestStoredRunOpensAtItsPosition(t *testing.T) {
	t.Parallel()
	stored, err := os.ReadFile("../../../assets/opening/sgpc.bin")
	if err != nil {
		t.Fatal(err)
	}
	run := opening.Run()
	run.Position = opening.Position
	// open loads the run and returns the positions of its frames. numbers replaces the download of the stored numbers.
	open := func(numbers func() []byte) (positions []int) {
		d := &frameRecorder{}
		s := session.New(d, session.Core{Trained: numbers})
		s.Post(proto.Message{Goal: &proto.Goal{Seq: 1, Load: true, Run: run, From: -1, Trained: opening.Stored(run),
			Focus: frame.Focus{}}})
		s.Drain()
		return d.frames
	}
	// With the stored numbers, then without them.
	if p := open(func() []byte { return stored }); p[0] != opening.Position || p[len(p)-1] != opening.Position {
		t.Errorf("the stored run opens with frames at %v, want all at %d", p, opening.Position)
	}
	if p := open(func() []byte { return nil }); p[0] != 0 || p[len(p)-1] != opening.Position {
		t.Errorf("without its numbers the run opens with frames at %v, want from 0 to %d", p, opening.Position)
	}
	run.Seed++ // another run
	if opening.Stored(run) {
		t.Error("a run with another seed counts as stored")
	}
}
