// This file trains the networks that completion codes need. A code contains the answers of a reader. An answer about networks is judged by
// networks that this program trains again.

package course

import (
	"errors"
	"strings"

	exact "sheafscope/core/coursemath"
)

// Replay schedules the trainings that the answers of completion codes need, and returns the number of scheduled trainings. Each line has a
// code, with or without a name. A network that several answers need is trained once, and a trained network is not trained again. A training
// that a figure has scheduled, and that is not done, counts too.
func (c *Course) Replay(lines []string) int {
	c.replay = nil
	seen := map[string]bool{}
	for _, line := range lines {
		_, code := exact.SplitName(strings.TrimSpace(line))
		for _, r := range exact.CodeRuns(code) {
			t := taskFor(r)
			// A training that has failed before is scheduled again.
			known := c.Trainer.Result(t.Key)
			isTrained := known != nil && known.Done && known.Err == ""
			if !seen[t.Key] && !isTrained {
				c.replay = append(c.replay, t)
			}
			seen[t.Key] = true
		}
	}
	c.Trainer.add(c.replay)
	return len(c.replay)
}

// Replayed returns the number of trainings of the last [Course.Replay] that are finished, failed or dropped. share is the finished share of
// the work, in 0..1: such a training counts 1, and a running training by its finished epochs. Without trainings share is 0.
func (c *Course) Replayed() (done int, share float64) {
	work := 0.0 // the counted trainings, plus the finished part of each running training
	for _, t := range c.replay {
		r := c.Trainer.Result(t.Key)
		switch {
		case r == nil || r.Done: // nil: dropped
			done++
			work++
		case r.Epochs > 0:
			work += float64(r.Epoch) / float64(r.Epochs)
		}
	}
	return done, work / max(1, float64(len(c.replay)))
}

// StopReplay drops all trainings of the course that are not finished.
func (c *Course) StopReplay() { c.Trainer.Schedule(nil) }

// replayed returns the outcome of a training that [Course.Replay] has scheduled. It fails if the training is not finished or has failed. It
// is the [exact.Retrain] of [Course.Report].
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
