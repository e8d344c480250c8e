package sgpc

import (
	"reflect"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// TestResumedRunEqualsTrained resumes a run from a checkpoint of epoch 7. Frames and parameters
// equal those of the trained run: at the checkpoint, after further steps, at an earlier epoch,
// and at the best epoch. Shortened checkpoints are refused. A checkpoint with another first
// byte may be accepted. A refused checkpoint leaves the run at position 0. A run with another
// seed refuses the checkpoint.
func TestResumedRunEqualsTrained(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*settings.Config){
		"defaults": nil,
		"spectral": func(c *settings.Config) { c.LambdaSpec = 0.01 },
		"matrix":   func(c *settings.Config) { c.GapMode = "matrix" },
		"additive": func(c *settings.Config) { c.GapMode, c.LambdaSpec = "additive", 0.01 },
		"no gap":   func(c *settings.Config) { c.GapMode, c.JKOMode = "off", "w2" },
		"code":     func(c *settings.Config) { c.Reading, c.LRPatience = "code", 0 },
		"a peer":   func(c *settings.Config) { c.Model = "gcn" },
	} {
		trained, resumed := karateRun(t, change), karateRun(t, change)
		for range 7 {
			trained.StepEpoch()
		}
		data := trained.Checkpoint()
		if len(data) == 0 {
			t.Fatalf("%s: no checkpoint", name)
		}
		resumed.StepEpoch() // Resume works at any position
		if err := resumed.Resume(data); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		compareRuns := func(where string) {
			t.Helper()
			once := frame.Once{Maps: true, Features: true, Flow: true, Cycles: true, Channel: 1, Stalks: true, Claims: true}
			a, b := Frame(trained, everything, once), Frame(resumed, everything, once)
			if fields := differingFields(a, b); len(fields) > 0 {
				t.Errorf("%s, %s: the frames differ in %v", name, where, fields)
			}
			if !reflect.DeepEqual(trained.Parameters(), resumed.Parameters()) {
				t.Errorf("%s, %s: the parameters differ", name, where)
			}
			if !reflect.DeepEqual(trained.ParametersShown(), resumed.ParametersShown()) {
				t.Errorf("%s, %s: the shown parameters differ", name, where)
			}
		}
		compareRuns("at the checkpoint")
		for range 2 {
			trained.StepEpoch()
			resumed.StepEpoch()
		}
		trained.StepStage()
		resumed.StepStage()
		compareRuns("later")
		back := trained.hist.rows[3].position + 2 // within an earlier epoch
		trained.Seek(back, nil)
		resumed.Seek(back, nil)
		compareRuns("before")
		// The trained run replays the epochs up to the checkpoint, the resumed one resumes.
		trained.Seek(trained.hist.rows[2].position, nil)
		if err := resumed.Resume(data); err != nil {
			t.Fatal(err)
		}
		for trained.Epoch() < 7 {
			trained.StepEpoch()
		}
		trained.RestoreBest()
		resumed.RestoreBest()
		compareRuns("at the best epoch")
		for _, wrong := range [][]byte{nil, data[:len(data)-8], data[:80], append([]byte{data[0] + 1}, data[1:]...)} {
			err := resumed.Resume(wrong)
			if err == nil && len(wrong) != len(data) {
				t.Errorf("%s: a checkpoint of %d bytes is accepted, want %d bytes", name, len(wrong), len(data))
			}
			if err != nil && resumed.Position() != 0 {
				t.Errorf("%s: after a refused checkpoint the run is at position %d, want 0", name, resumed.Position())
			}
		}
		other := karateRun(t, func(c *settings.Config) {
			if change != nil {
				change(c)
			}
			c.Seed++
		})
		if err := other.Resume(data); err == nil {
			t.Errorf("%s: a run with another seed accepts the checkpoint", name)
		}
	}
}
