// This file trains networks again, to judge the answers about networks in the completion codes of readers.

package course

import (
	"errors"
	"strings"

	exact "sheafscope/core/coursemath"
)

// Replay schedules the trainings that the answers of completion codes need, and returns their number, without those that have succeeded
// before. A training that several answers need counts once. Each line has a code, with or without a name.
func (c *Course) Replay(lines []string) int {
	c.replay = nil
	seen := map[string]bool{}
	for _, line := range lines {
		_, code := exact.SplitName(strings.TrimSpace(line))
		for _, r := range exact.CodeRuns(code) {
			t := taskFor(r)
			known := c.Trainer.Result(t.Key)
			isTrained := known != nil && known.Done && known.Err == "" // a failed training is repeated
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
// the work, in 0..1: a training of done counts 1, and a running training counts its share of finished epochs. Without trainings share is 0.
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

// replayed returns the outcome of a training, for [Course.Report]. It is an [exact.Retrain] that does not train: it fails if the training
// is not finished or has failed.
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
