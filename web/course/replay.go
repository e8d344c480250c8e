package course

import (
	"errors"
	"strings"

	exact "sheafscope/core/coursemath"
)

// Replay schedules the trainings that the answers of completion codes need, one code a line, and returns their number. Equal
// networks are trained once.
func (c *Course) Replay(lines []string) int {
	c.replay = nil
	seen := map[string]bool{}
	for _, line := range lines {
		_, code := exact.SplitName(strings.TrimSpace(line))
		for _, r := range exact.CodeRuns(code) {
			t := taskFor(r)
			if old := c.Trainer.Result(t.Key); !seen[t.Key] && (old == nil || !old.Done || old.Err != "") {
				c.replay = append(c.replay, t)
			}
			seen[t.Key] = true
		}
	}
	c.Trainer.add(c.replay)
	return len(c.replay)
}

// Replayed returns the number of networks of the last [Course.Replay] that are no longer pending. share, in 0..1, also counts the
// finished epochs of running trainings.
func (c *Course) Replayed() (done int, share float64) {
	for _, t := range c.replay {
		switch r := c.Trainer.Result(t.Key); {
		case r == nil || r.Done: // dropped or finished
			done, share = done+1, share+1
		case r.Epochs > 0:
			share += float64(r.Epoch) / float64(r.Epochs)
		}
	}
	return done, share / max(1, float64(len(c.replay)))
}

// StopReplay drops the unfinished trainings.
func (c *Course) StopReplay() { c.Trainer.Schedule(nil) }

// replayed returns the outcome of a run trained here; it fails for a run that is not trained.
func (c *Course) replayed(r exact.Training) (exact.Trained, error) {
	t := c.Trainer.Result(taskFor(r).Key)
	switch {
	case t == nil || !t.Done:
		return exact.Trained{}, errors.New("it needs networks to be trained")
	case t.Err != "":
		return exact.Trained{}, errors.New("the training failed: " + t.Err)
	}
	return outcome(r.Name, t), nil
}
