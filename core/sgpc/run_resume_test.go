package sgpc

import (
	"reflect"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// TestResumedRunEqualsTrained resumes a run from a checkpoint. It must show the
// same as the trained run, also after further epochs, at an earlier epoch, and at
// the best epoch. A checkpoint of another run must fail.
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
		resumed.StepEpoch() // it may stand anywhere
		if err := resumed.Resume(data); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		same := func(where string) {
			t.Helper()
			once := frame.Once{Maps: true, Features: true, Flow: true, Cycles: true, Channel: 1, Stalks: true, Claims: true}
			a, b := Frame(trained, everything, once), Frame(resumed, everything, once)
			if !reflect.DeepEqual(a, b) {
				va, vb := reflect.ValueOf(*a), reflect.ValueOf(*b)
				for k := range va.NumField() {
					if !reflect.DeepEqual(va.Field(k).Interface(), vb.Field(k).Interface()) {
						t.Errorf("%s, %s: %s differs", name, where, va.Type().Field(k).Name)
					}
				}
			}
			if !reflect.DeepEqual(trained.Parameters(), resumed.Parameters()) ||
				!reflect.DeepEqual(trained.ParametersShown(), resumed.ParametersShown()) {
				t.Errorf("%s, %s: other parameters", name, where)
			}
		}
		same("at the checkpoint")
		for range 2 {
			trained.StepEpoch()
			resumed.StepEpoch()
		}
		trained.StepStage()
		resumed.StepStage()
		same("later")
		back := trained.hist.rows[3].position + 2
		trained.Seek(back, nil)
		resumed.Seek(back, nil)
		same("before")
		trained.Seek(trained.hist.rows[2].position, nil)
		if err := resumed.Resume(data); err != nil {
			t.Fatal(err)
		}
		for trained.Epoch() < 7 {
			trained.StepEpoch()
		}
		trained.RestoreBest()
		resumed.RestoreBest()
		same("at the best epoch")
		for _, wrong := range [][]byte{nil, data[:len(data)-8], data[:80], append([]byte{data[0] + 1}, data[1:]...)} {
			if err := resumed.Resume(wrong); err == nil && len(wrong) != len(data) {
				t.Errorf("%s: %d bytes of %d are taken", name, len(wrong), len(data))
			} else if err != nil && resumed.Position() != 0 {
				t.Errorf("%s: refused at position %d", name, resumed.Position())
			}
		}
		other := karateRun(t, func(c *settings.Config) {
			if change != nil {
				change(c)
			}
			c.Seed++
		})
		if err := other.Resume(data); err == nil {
			t.Errorf("%s: a run with another seed takes it", name)
		}
	}
}
