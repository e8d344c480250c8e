package session_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// The runs of this file are fakeRuns of world_test.go: an operation takes 5 ms, a stage has two operations, and an epoch has ten.

// A load begins with the graph and its settings, and ends with a frame that has a spectrum. Steps by an inner step, a stage and an epoch
// reach the positions 1, 3 and 10. A step by an unknown unit is an error.
func TestLoadAndStep(t *testing.T) {
	w := loadedHost(0)
	if w.replies[0].Kind != flat.Loaded || w.replies[0].Graph.N != 2 || w.replies[0].Config == nil {
		t.Fatalf("the first reply to a load is %+v, want the graph of two nodes with its settings", w.replies[0])
	}
	if f := last(t, w.replies); !f.Final || f.Frame == nil || f.Frame.Spectrum == nil || f.Seq != 1 {
		t.Fatalf("the last reply to a load is %+v, want a frame with a spectrum", f)
	}
	for i, unit := range []string{"inner", "stage", "epoch"} {
		f := last(t, w.do(flat.Request{Seq: 2 + i, Kind: flat.Step, Unit: unit}))
		if want := []int{1, 3, 10}[i]; f.Frame.Position != want || !f.Final || f.Seq != 2+i || f.Frame.Spectrum == nil {
			t.Fatalf("a step by %s: %+v, want position %d and a spectrum", unit, f, want)
		}
	}
	if f := last(t, w.do(flat.Request{Seq: 9, Kind: flat.Step, Unit: "mile"})); f.Kind != flat.Failed || !f.Final {
		t.Fatalf("a step by a mile: %+v, want an error", f)
	}
}

// A Pause ends a run within a slice and an operation, and the session yields at least as often. A query is answered during the run. A run
// of 0.4 s sends three to five frames before its end.
func TestRunIsPausedWithinASlice(t *testing.T) {
	w := loadedHost(0)
	w.later = []timedRequest{{100 * time.Millisecond, flat.Request{Seq: 3, Kind: flat.ReadFrame}},
		{400 * time.Millisecond, flat.Request{Seq: 4, Kind: flat.Pause}}}
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Run})
	if got := finalSeqs(replies); !reflect.DeepEqual(got, []int{3, 4}) {
		t.Fatalf("final replies to %v, want the query 3 and the pause 4", got)
	}
	const latest = session.Slice + operationTime // a slice ends after the operation that exceeds it
	if spent := w.now - clockStart; spent > 400*time.Millisecond+latest {
		t.Fatalf("the run is paused after %v, want at most 400 ms and %v", spent, latest)
	}
	if w.longest > latest {
		t.Fatalf("the session works for %v without a yield, want at most %v", w.longest, latest)
	}
	frames := 0
	for _, r := range replies {
		if r.Frame != nil && !r.Final {
			frames++
		}
	}
	if frames < 3 || frames > 5 { // one each 80 ms at most
		t.Fatalf("%d frames in 0.4 s, want 3 to 5", frames)
	}
}

// A run of 190 epochs sends at least four frames of 500 ms. All but three of them take at most a fifth of the time: the first frame and the
// last two are not counted.
func TestCostlyFramesAreRare(t *testing.T) {
	w := loadedHost(0)
	w.frameTime = 500 * time.Millisecond
	before := w.now
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Run, Epochs: 190})
	var inFrames time.Duration
	for _, r := range replies {
		if r.Kind == flat.Framed {
			inFrames += w.frameTime
		}
	}
	if spent := w.now - before; inFrames < 4*w.frameTime || inFrames > spent/5+3*w.frameTime {
		t.Errorf("frames take %v of %v, want at least 2 s, and at most a fifth and 1.5 s", inFrames, spent)
	}
}

// The histories of the frames join without a gap to the history of each position: during a run, after a seek back and during another
// run.
func TestHistoryIsWhole(t *testing.T) {
	w := loadedHost(0)
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Run, Epochs: 30},
		flat.Request{Seq: 3, Kind: flat.Seek, Position: 55},
		flat.Request{Seq: 4, Kind: flat.Run, Epochs: 20})
	known := 0 // epochs of the joined history
	for _, r := range replies {
		if f := r.Frame; f != nil {
			if f.History.From > known {
				t.Fatalf("a frame has the history from epoch %d, the frames before it only %d epochs", f.History.From, known)
			}
			known = f.History.From + len(f.History.CE)
			if known != f.Epoch {
				t.Fatalf("the joined history has %d epochs at epoch %d", known, f.Epoch)
			}
		}
	}
	if known != 25 { // position 55 is in epoch 5, and 20 more
		t.Fatalf("the history has %d epochs at the end, want 25", known)
	}
}

// A failed load is reported, and is followed by a frame of the present run, which continues. A query that waits when a load arrives is
// not answered.
func TestFailureKeepsTheRun(t *testing.T) {
	w := loadedHost(0)
	w.do(flat.Request{Seq: 2, Kind: flat.Step, Unit: "inner"})
	replies := w.do(flat.Request{Seq: 3, Kind: flat.Load, Recipe: recipe.Setup{Graph: "bad"}})
	if f := replies[0]; f.Kind != flat.Failed || !strings.Contains(f.Message, "bad.csv:3") || !f.Final {
		t.Fatalf("the first reply to a bad load is %+v, want its error", f)
	}
	if f := last(t, replies); f.Frame == nil || f.Frame.Position != 1 {
		t.Fatalf("after the error comes %+v, want a frame of the present run", f)
	}
	if f := last(t, w.do(flat.Request{Seq: 4, Kind: flat.Step, Unit: "inner"})); f.Frame.Position != 2 {
		t.Fatalf("a step after the error leads to %+v, want position 2", f)
	}

	// A query waits when a load arrives.
	w.session.Post(flat.Request{Seq: 5, Kind: flat.ReadFrame})
	for _, r := range w.do(flat.Request{Seq: 6, Kind: flat.Load, Recipe: recipe.Setup{Graph: "other"}}) {
		if r.Seq != 6 {
			t.Fatalf("a query before a load is answered: %+v", r)
		}
	}
}

// A load during a run ends the run, and the run of the load reaches the position of its recipe.
func TestLoadOvertakesARun(t *testing.T) {
	w := loadedHost(0)
	w.later = []timedRequest{{200 * time.Millisecond, flat.Request{Seq: 3, Kind: flat.Load,
		Recipe: recipe.Setup{Graph: "other", Position: 7}}}}
	f := last(t, w.do(flat.Request{Seq: 2, Kind: flat.Run}))
	if f.Seq != 3 || f.Frame.Position != 7 {
		t.Fatalf("the last reply is %+v, want position 7 of the load 3", f)
	}
}

// A long seek reports its progress with the remaining time. A Pause after 2 s ends it near position 400.
func TestSeekHasProgressAndCanBeStopped(t *testing.T) {
	w := loadedHost(0)
	w.later = []timedRequest{{2 * time.Second, flat.Request{Seq: 3, Kind: flat.Pause}}}
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Seek, Position: 1000})
	reports := 0
	for _, r := range replies {
		if r.Kind == flat.Progress {
			reports++
			if reports == 4 && (r.Left < 3 || r.Left > 5) { // the whole seek takes 5 s
				t.Fatalf("the fourth report has %v s left at the fraction %v, want 3 to 5 s", r.Left, r.Fraction)
			}
		}
	}
	if reports < 8 || !reflect.DeepEqual(finalSeqs(replies), []int{3}) {
		t.Fatalf("%d reports of progress, want 8; final replies to %v, want the pause 3", reports, finalSeqs(replies))
	}
	if position := last(t, replies).Frame.Position; position < 380 || position > 420 { // 2 s have 400 operations of 5 ms
		t.Fatalf("the seek stops at %d, want 380 to 420", position)
	}
}

// The remaining time of an operation follows from the speed of this operation, without the work before it: a training after a replay, and a
// training of 150 epochs, of which an earlier goal has trained 40. An epoch takes 50 ms.
func TestRemainingTimeIsThatOfTheOperation(t *testing.T) {
	const replay = "Replaying with the new settings"
	other := recipe.Setup{Settings: map[string]string{"dt": "3"}}
	for _, test := range []struct {
		first, second flat.Request
		seconds       map[string]float64 // of the whole operations
	}{
		{flat.Request{Kind: flat.Seek, Position: 500}, flat.Request{Kind: flat.Run, Epochs: 100, Recipe: other},
			map[string]float64{replay: 2.5, proto.Training: 5}},
		{flat.Request{Kind: flat.Run, Epochs: 100}, flat.Request{Kind: flat.Run, Epochs: 150, Start: 2}, map[string]float64{proto.Training: 7.5}},
	} {
		w := loadedHost(0)
		test.first.Seq, test.second.Seq = 2, 3
		if test.second.Start == 0 {
			w.do(test.first)
			test.first = test.second
		} else {
			w.later = []timedRequest{{2 * time.Second, test.second}}
		}
		estimates := map[string]int{} // by operation
		for _, r := range w.do(test.first) {
			if r.Kind != flat.Progress || r.Left < 0 || r.Seq != 3 {
				continue
			}
			estimates[r.What]++
			whole := test.seconds[r.What]
			if want := whole * (1 - r.Fraction); math.Abs(r.Left-want) > 0.1*whole {
				t.Errorf("%s at the fraction %.2f: %.2f s are left, want %.2f", r.What, r.Fraction, r.Left, want)
			}
		}
		if len(estimates) != len(test.seconds) {
			t.Errorf("the estimates are %v, want %v", estimates, test.seconds)
		}
	}
}

// If the settings of a run change, the run still ends at epoch 6, and a status has the new settings. Invalid settings are refused.
func TestRunContinuesWithNewSettings(t *testing.T) {
	w := loadedHost(0)
	// Start: the six epochs of the newer run count from the start of run 2.
	w.later = []timedRequest{{120 * time.Millisecond, flat.Request{Seq: 3, Kind: flat.Run, Epochs: 6, Start: 2,
		Recipe: recipe.Setup{Settings: map[string]string{"dt": "3"}}}}}
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Run, Epochs: 6})
	if got := finalSeqs(replies); !reflect.DeepEqual(got, []int{3}) {
		t.Fatalf("final replies to %v, want the newer run 3", got)
	}
	if f := last(t, replies); f.Frame.Epoch != 6 {
		t.Fatalf("the run ends at epoch %d, want 6", f.Frame.Epoch)
	}
	hasSettings := slices.ContainsFunc(replies, func(r flat.Reply) bool { return r.Config != nil && r.Config.Dt == 3 })
	if !hasSettings {
		t.Fatal("no reply has the new settings")
	}
	if f := w.do(flat.Request{Seq: 4, Kind: flat.Params, Settings: map[string]string{"d": "99"}})[0]; f.Kind != flat.Failed {
		t.Fatalf("the first reply to d=99 is %+v, want an error", f)
	}
}

// If a second step waits at the end of a first one, only the second step has a spectrum, which takes 500 ms.
func TestCostlySpectrumIsLeftOutWhenWaiting(t *testing.T) {
	w := loadedHost(500 * time.Millisecond)
	end := w.now - clockStart // the second step arrives at the first yield
	w.later = []timedRequest{{end, flat.Request{Seq: 3, Kind: flat.Step, Unit: "inner"}}}
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Step, Unit: "inner"})
	if got := finalSeqs(replies); !reflect.DeepEqual(got, []int{3}) { // the second step replaces the first goal
		t.Fatalf("final replies to %v, want the second step 3", got)
	}
	spectra := 0
	for _, r := range replies {
		if r.Frame != nil && r.Frame.Spectrum != nil {
			spectra++
		}
	}
	if spectra != 1 {
		t.Fatalf("the replies have %d spectra, want 1", spectra)
	}
}

// A query for the trace is answered with its file.
func TestTraceIsWritten(t *testing.T) {
	w := loadedHost(0)
	if f := last(t, w.do(flat.Request{Seq: 2, Kind: flat.Trace})); f.Kind != flat.Written || string(f.Bytes) != "{}" {
		t.Fatalf("the answer is %+v, want the file {}", f)
	}
}

// Frames have the seconds of the last epoch that ran without interruption from its start. They have 0 before such an epoch, and after a
// change of settings.
func TestEpochTime(t *testing.T) {
	w := loadedHost(0)
	// lastSeconds returns the seconds of an epoch in the last frame.
	lastSeconds := func(replies []flat.Reply) (seconds float64) {
		for _, r := range replies {
			if r.Frame != nil {
				seconds = r.EpochSeconds
			}
		}
		return seconds
	}
	w.do(flat.Request{Seq: 2, Kind: flat.Step, Unit: "stage"})
	if seconds := lastSeconds(w.do(flat.Request{Seq: 3, Kind: flat.Run, Epochs: 1})); seconds != 0 {
		t.Errorf("an epoch that the run enters after its start takes %v s, want 0 for unknown", seconds)
	}
	if seconds := lastSeconds(w.do(flat.Request{Seq: 4, Kind: flat.Run, Epochs: 3})); seconds != perEpoch*0.005 {
		t.Errorf("an epoch of ten operations of 5 ms takes %v s, want 0.05", seconds)
	}
	if seconds := lastSeconds(w.do(flat.Request{Seq: 5, Kind: flat.Params, Settings: map[string]string{"dt": "2"}})); seconds != 0 {
		t.Errorf("with other settings an epoch takes %v s, want 0 for unknown", seconds)
	}
}

// oneRunBuilder is a builder whose runs fit into memory only without the present run, and which makes only one run.
type oneRunBuilder struct {
	builder
	made *int // number of runs that were requested
}

// Room implements session.Builder: a run fits only without another one.
func (oneRunBuilder) Room(_, now *session.Source) (bool, error) { return now != nil, nil }

// Run implements session.Builder. It fails from the second run on.
func (b oneRunBuilder) Run(s *session.Source) (*session.Driven, error) {
	*b.made++
	if *b.made > 1 {
		return nil, errors.New("the run cannot be made")
	}
	return b.builder.Run(s)
}

// If new settings need the memory of the present run, and the new run then fails, the goal ends with the error. A later step ends with an
// error, too, and a load makes a run again.
func TestNoRunIsLeft(t *testing.T) {
	w := &simulatedHost{now: clockStart, yielded: clockStart}
	made := 0
	w.session = newSession(w, oneRunBuilder{builder{w, 0}, &made})
	w.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "pair"}})
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Params, Settings: map[string]string{"dt": "2"}})
	if f := replies[0]; f.Kind != flat.Failed || f.Message != "the run cannot be made" || !f.Final {
		t.Fatalf("new settings give %+v, want the error of the new run", replies)
	}
	if f := last(t, w.do(flat.Request{Seq: 3, Kind: flat.Step, Unit: "inner"})); f.Kind != flat.Failed || f.Message != "no graph is loaded" {
		t.Fatalf("a step without a run gives %+v, want an error", f)
	}
	made = 0 // the builder makes one more run
	if f := last(t, w.do(flat.Request{Seq: 4, Kind: flat.Load, Recipe: recipe.Setup{Graph: "pair"}})); f.Frame == nil {
		t.Fatalf("a load without a run gives %+v, want a frame", f)
	}
}
