package course

import (
	"errors"
	"strings"

	exact "sheafscope/core/coursemath"
)

// Replay asks for the training of the networks that the answers of completion codes need, a line each; equal ones are trained
// once. It returns how many are to be trained.
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

// Replayed counts the networks of the last [Course.Replay] that are no longer waited for; share, in 0..1, counts the epochs of
// those under way, too.
func (c *Course) Replayed() (done int, share float64) {
	for _, t := range c.replay {
		switch r := c.Trainer.Result(t.Key); {
		case r == nil || r.Done: // the trainer has dropped it, or it is finished
			done, share = done+1, share+1
		case r.Epochs > 0:
			share += float64(r.Epoch) / float64(r.Epochs)
		}
	}
	return done, share / max(1, float64(len(c.replay)))
}

// StopReplay drops what is not finished.
func (c *Course) StopReplay() { c.Trainer.Want(nil) }

// replayed is the outcome of a run, where it was trained here.
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
