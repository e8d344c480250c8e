package session_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// TestLoadAndStep: a load ends with a frame, and steps by each unit reach their positions.
func TestLoadAndStep(t *testing.T) {
	w := start(0)
	if w.replies[0].Kind != flat.Loaded || w.replies[0].Graph.N != 2 || w.replies[0].Config == nil {
		t.Fatalf("first reply %+v", w.replies[0])
	}
	if f := last(t, w.replies); !f.Final || f.Frame == nil || f.Frame.Spectrum == nil || f.Seq != 1 {
		t.Fatalf("last reply %+v", f)
	}
	for i, unit := range []string{"inner", "stage", "epoch"} {
		f := last(t, w.do(flat.Request{Seq: 2 + i, Kind: flat.Step, Unit: unit}))
		if want := []int{1, 3, 10}[i]; f.Frame.Position != want || !f.Final || f.Seq != 2+i || f.Frame.Spectrum == nil {
			t.Fatalf("%s: %+v, want position %d", unit, f, want)
		}
	}
	if f := last(t, w.do(flat.Request{Seq: 9, Kind: flat.Step, Unit: "mile"})); f.Kind != flat.Failed || !f.Final {
		t.Fatalf("%+v", f)
	}
}

// TestRunIsPausedWithinASlice: a Pause ends a run within a slice, and a query is answered during the run.
func TestRunIsPausedWithinASlice(t *testing.T) {
	w := start(0)
	w.later = []timed{{100 * time.Millisecond, flat.Request{Seq: 3, Kind: flat.ReadFrame}},
		{400 * time.Millisecond, flat.Request{Seq: 4, Kind: flat.Pause}}}
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Run})
	if got := finals(replies); !reflect.DeepEqual(got, []int{3, 4}) {
		t.Fatalf("final replies to %v", got)
	}
	if spent := w.now - zero; spent > 400*time.Millisecond+session.Slice+5*time.Millisecond {
		t.Fatalf("paused after %v", spent)
	}
	if w.longest > session.Slice+5*time.Millisecond {
		t.Fatalf("%v without a yield", w.longest)
	}
	frames := 0
	for _, r := range replies {
		if r.Frame != nil && !r.Final {
			frames++
		}
	}
	if frames < 3 || frames > 5 {
		t.Fatalf("%d frames in 0.4 s", frames)
	}
}

// TestCostlyFramesAreRare: costly frames take at most a fifth of the time of a run, but for the first and the last two.
func TestCostlyFramesAreRare(t *testing.T) {
	w := start(0)
	w.framed = 500 * time.Millisecond
	began := w.now
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Run, Epochs: 190})
	var frames time.Duration
	for _, r := range replies {
		if r.Kind == flat.Framed {
			frames += w.framed
		}
	}
	if spent := w.now - began; frames < 4*w.framed || frames > spent/5+3*w.framed {
		t.Errorf("frames take %v of %v", frames, spent)
	}
}

// TestHistoryIsWhole: the histories of the frames join to a whole one after a run, a seek back and another run.
func TestHistoryIsWhole(t *testing.T) {
	w := start(0)
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Run, Epochs: 30},
		flat.Request{Seq: 3, Kind: flat.Seek, Position: 55},
		flat.Request{Seq: 4, Kind: flat.Run, Epochs: 20})
	have := 0
	for _, r := range replies {
		if f := r.Frame; f != nil {
			if f.History.From > have {
				t.Fatalf("history from %d, the page has %d", f.History.From, have)
			}
			if have = f.History.From + len(f.History.CE); have != f.Epoch {
				t.Fatalf("history of %d epochs at epoch %d", have, f.Epoch)
			}
		}
	}
	if have != 25 {
		t.Fatalf("ends at epoch %d, want 25", have)
	}
}

// TestFailureKeepsTheRun: a failed load leaves the run, and a frame of it follows the error.
func TestFailureKeepsTheRun(t *testing.T) {
	w := start(0)
	w.do(flat.Request{Seq: 2, Kind: flat.Step, Unit: "inner"})
	replies := w.do(flat.Request{Seq: 3, Kind: flat.Load, Recipe: recipe.Setup{Graph: "bad"}})
	if f := replies[0]; f.Kind != flat.Failed || !strings.Contains(f.Message, "bad.csv:3") || !f.Final {
		t.Fatalf("%+v", f)
	}
	if f := last(t, replies); f.Frame == nil || f.Frame.Position != 1 {
		t.Fatalf("no frame of the old run follows: %+v", f)
	}
	if f := last(t, w.do(flat.Request{Seq: 4, Kind: flat.Step, Unit: "inner"})); f.Frame.Position != 2 {
		t.Fatalf("%+v", f)
	}
	w.session.Post(flat.Request{Seq: 5, Kind: flat.ReadFrame})
	for _, r := range w.do(flat.Request{Seq: 6, Kind: flat.Load, Recipe: recipe.Setup{Graph: "other"}}) {
		if r.Seq != 6 {
			t.Fatalf("a query that a load overtook was answered: %+v", r)
		}
	}
}

// TestLoadOvertakesARun: a load during a run ends it, and the recipe's position is reached.
func TestLoadOvertakesARun(t *testing.T) {
	w := start(0)
	w.later = []timed{{200 * time.Millisecond, flat.Request{Seq: 3, Kind: flat.Load,
		Recipe: recipe.Setup{Graph: "other", Position: 7}}}}
	f := last(t, w.do(flat.Request{Seq: 2, Kind: flat.Run}))
	if f.Seq != 3 || f.Frame.Position != 7 {
		t.Fatalf("%+v", f)
	}
}

// TestSeekHasProgressAndCanBeStopped: a long seek reports progress with the remaining time, and a Pause ends it.
func TestSeekHasProgressAndCanBeStopped(t *testing.T) {
	w := start(0)
	w.later = []timed{{2 * time.Second, flat.Request{Seq: 3, Kind: flat.Pause}}}
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Seek, Position: 1000})
	bars := 0
	for _, r := range replies {
		if r.Kind == flat.Progress {
			bars++
			if bars == 4 && (r.Left < 3 || r.Left > 5) {
				t.Fatalf("%v s left at share %v", r.Left, r.Fraction)
			}
		}
	}
	if bars < 8 || !reflect.DeepEqual(finals(replies), []int{3}) {
		t.Fatalf("%d progress reports, final replies to %v", bars, finals(replies))
	}
	if at := last(t, replies).Frame.Position; at < 380 || at > 420 {
		t.Fatalf("stopped at %d", at)
	}
}

// TestRunContinuesWithNewSettings: a run whose settings change reaches the same last epoch, and its frames have the new settings.
func TestRunContinuesWithNewSettings(t *testing.T) {
	w := start(0)
	w.later = []timed{{120 * time.Millisecond, flat.Request{Seq: 3, Kind: flat.Run, Epochs: 6, Start: 2,
		Recipe: recipe.Setup{Settings: map[string]string{"dt": "3"}}}}}
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Run, Epochs: 6})
	if got := finals(replies); !reflect.DeepEqual(got, []int{3}) {
		t.Fatalf("final replies to %v", got)
	}
	if f := last(t, replies); f.Frame.Epoch != 6 {
		t.Fatalf("ended at epoch %d", f.Frame.Epoch)
	}
	told := false
	for _, r := range replies {
		told = told || r.Config != nil && r.Config.Dt == 3
	}
	if !told {
		t.Fatal("the new settings were not told")
	}
	if f := last(t, w.do(flat.Request{Seq: 4, Kind: flat.Params, Settings: map[string]string{"d": "99"}})[:1]); f.Kind != flat.Failed {
		t.Fatalf("%+v", f)
	}
}

// TestCostlySpectrumIsLeftOutWhenWaiting: of two fast steps only the last has a costly spectrum.
func TestCostlySpectrumIsLeftOutWhenWaiting(t *testing.T) {
	w := start(500 * time.Millisecond)
	at := w.now - zero
	w.later = []timed{{at, flat.Request{Seq: 3, Kind: flat.Step, Unit: "inner"}}}
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Step, Unit: "inner"})
	if got := finals(replies); !reflect.DeepEqual(got, []int{3}) { // the first step gave way to the second
		t.Fatalf("final replies to %v", got)
	}
	spectra := 0
	for _, r := range replies {
		if r.Frame != nil && r.Frame.Spectrum != nil {
			spectra++
		}
	}
	if spectra != 1 {
		t.Fatalf("%d spectra, want one, at the end", spectra)
	}
}

// TestTraceIsWritten: a query for the trace is answered with its file.
func TestTraceIsWritten(t *testing.T) {
	w := start(0)
	if f := last(t, w.do(flat.Request{Seq: 2, Kind: flat.Trace})); f.Kind != flat.Written || string(f.Bytes) != "{}" {
		t.Fatalf("%+v", f)
	}
}

// TestEpochTime: frames have the time of the last whole epoch, with its frames; 0 before one and after a change of settings.
func TestEpochTime(t *testing.T) {
	w := start(0)
	last := func(replies []flat.Reply) (sec float64) {
		for _, r := range replies {
			if r.Frame != nil {
				sec = r.EpochSeconds
			}
		}
		return sec
	}
	w.do(flat.Request{Seq: 2, Kind: flat.Step, Unit: "stage"})
	if sec := last(w.do(flat.Request{Seq: 3, Kind: flat.Run, Epochs: 1})); sec != 0 {
		t.Errorf("an epoch that was entered on its way counts: %v s", sec)
	}
	if sec := last(w.do(flat.Request{Seq: 4, Kind: flat.Run, Epochs: 3})); sec != perEpoch*0.005 {
		t.Errorf("an epoch of ten operations of 5 ms takes %v s", sec)
	}
	if sec := last(w.do(flat.Request{Seq: 5, Kind: flat.Params, Settings: map[string]string{"dt": "2"}})); sec != 0 {
		t.Errorf("with other settings an epoch takes %v s", sec)
	}
}

// alone is a builder whose runs fit into memory only without the present run, and which makes only one run.
type alone struct {
	builder
	made *int
}

func (alone) Room(_, now *session.Source) (bool, error) { return now != nil, nil }

func (b alone) Run(s *session.Source) (*session.Driven, error) {
	if *b.made++; *b.made > 1 {
		return nil, errors.New("the run cannot be made")
	}
	return b.builder.Run(s)
}

// TestNoRunIsLeft: if new settings need the memory of the present run, and the new run then fails, the goal ends with the error. Later
// goals end with an error, too, and a load makes a run again.
func TestNoRunIsLeft(t *testing.T) {
	w := &world{now: zero, yielded: zero}
	made := 0
	w.session = newSession(w, alone{builder{w, 0}, &made})
	w.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "pair"}})
	replies := w.do(flat.Request{Seq: 2, Kind: flat.Params, Settings: map[string]string{"dt": "2"}})
	if f := replies[0]; f.Kind != flat.Failed || f.Message != "the run cannot be made" || !f.Final {
		t.Fatalf("%+v", replies)
	}
	if f := last(t, w.do(flat.Request{Seq: 3, Kind: flat.Step, Unit: "inner"})); f.Kind != flat.Failed || f.Message != "no graph is loaded" {
		t.Fatalf("%+v", f)
	}
	made = 0
	if f := last(t, w.do(flat.Request{Seq: 4, Kind: flat.Load, Recipe: recipe.Setup{Graph: "pair"}})); f.Frame == nil {
		t.Fatalf("no run after a load: %+v", f)
	}
}
