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

// frameRecorder is a session.Host that records the positions of frames. Its clock advances by a millisecond at each call of Now.
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

// The run of the last scene opens at its position with the first frame. Without its stored numbers it is trained from the start to this
// position. A run with another seed does not count as stored.
func TestStoredRunOpensAtItsPosition(t *testing.T) {
	t.Parallel()
	stored, err := os.ReadFile("../../../assets/opening/sgpc.bin")
	if err != nil {
		t.Fatal(err)
	}
	run := opening.Run()
	run.Position = opening.Position
	// open loads the run and returns the positions of its frames. trained is the goal's claim that the run is stored.
	open := func(trained bool, numbers func() []byte) (positions []int) {
		d := &frameRecorder{}
		s := session.New(d, session.Core{Trained: numbers})
		s.Post(proto.Message{Goal: &proto.Goal{Seq: 1, Load: true, Run: run, From: -1, Trained: trained && opening.Stored(run),
			Focus: frame.Focus{}}})
		s.Drain()
		return d.frames
	}
	// With the stored numbers, then without them.
	if at := open(true, func() []byte { return stored }); at[0] != opening.Position || at[len(at)-1] != opening.Position {
		t.Errorf("the stored run opens with frames at %v", at)
	}
	if at := open(true, func() []byte { return nil }); at[0] != 0 || at[len(at)-1] != opening.Position {
		t.Errorf("without its numbers it opens with frames at %v", at)
	}
	run.Seed++ // another run
	if opening.Stored(run) {
		t.Error("a run with another seed counts as stored")
	}
}
