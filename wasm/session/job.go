package session

import (
	"errors"
	"fmt"

	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/train"
	"sheafscope/core/tune"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
)

// job trains a recipe from the start to its end and answers with the
// accuracies at the best epoch by validation. The session's own run, if there
// is one, stays as it was. Between slices messages arrive; a goal ends
// the job with an error.
func (s *Session) job(r proto.Query) {
	files, _, err := s.fetch(r.Run, r.Files, false)
	if err != nil {
		s.reply(r, proto.Answer{Err: err.Error(), Missing: !errors.Is(err, data.ErrStopped)})
		return
	}
	var run *Driven
	source, err := s.build.Source(r.Run.Untrained(), files)
	switch {
	case err != nil:
	case r.Unit == proto.JobNode:
		err = source.change(r)
	case r.Unit == proto.JobKnown:
		if err = source.check(); err == nil {
			s.end(r, proto.JobAnswer{Outcome: train.Outcome{Val: -1, Test: -1}, Known: &proto.Known{Shape: cost.ShapeOf(source.Graph),
				Config: source.Config,
				Split:  source.Split.Name, Val: len(source.Split.Val)}})
			return
		}
	case r.Unit == proto.JobBlind:
		source.Graph, source.Split = tune.WithoutTest(source.Graph, source.Split)
		source.Graph = tune.Bare(source.Graph, source.Config)
	}
	if err == nil {
		s.tick()
		_, err = s.build.Room(source, nil)
	}
	if err == nil {
		run, err = s.build.Run(source)
	}
	if err != nil {
		s.fail(r, err.Error())
		return
	}
	if run.Forward != nil {
		run.Forward() // nobody goes back in it: the best epoch's parameters are kept apart
	}
	measures := map[string]func() train.Outcome{"": run.Predict, proto.JobMeasure: run.Measure, proto.JobStop: run.Stop,
		proto.JobNode: run.Predict}
	if r.Unit == proto.JobDepth {
		measures[r.Unit] = run.Depth()
	}
	epochs := max(1, run.Config.Epochs)
	start := s.host.Now()
	for !run.Done() {
		run.StepOperation()
		s.progress(proto.Training, float64(run.Epoch())/float64(epochs))
		if s.stopped(aGoal) {
			s.fail(r, "the job was cancelled")
			return
		}
	}
	o := proto.JobAnswer{Outcome: run.Frame(frame.Focus{}, frame.Once{}).History.Outcome(run.Epoch())}
	o.Seconds = (s.host.Now() - start).Seconds()
	if r.Unit == proto.JobBlind {
		o.Crossed = run.Crossed()
	}
	if measure := measures[r.Unit]; measure != nil {
		m := measure()
		o.Metrics, o.Series, o.Position, o.Pred = m.Metrics, m.Series, m.Position, m.Pred
		for _, i := range source.Split.Test {
			o.Tested = append(o.Tested, int32(i))
		}
	}
	if r.Unit == proto.JobNode {
		if o.Prob, err = run.called(r.Node); err != nil {
			s.fail(r, err.Error())
			return
		}
	}
	if r.Unit == "" && run.Asked != nil && len(source.Graph.Edges) <= proto.DecideEdges {
		if o.Decided = s.decided(r, run.Asked, &o, source.Graph.Labels); o.Decided == nil {
			return
		}
	}
	s.end(r, o)
}

// end answers with what a job came to.
func (s *Session) end(r proto.Query, o proto.JobAnswer) {
	s.reply(r, proto.Answer{Outcome: &o})
}

// decided lists the test nodes that are right because of an edge of theirs; nil when the job was ended meanwhile.
func (s *Session) decided(r proto.Query, run Asked, o *proto.JobAnswer, labels []int) []int32 {
	list := []int32{}
	for _, i := range o.Tested {
		if int(o.Pred[i]) != labels[i] {
			continue
		}
		search, err := run.SearchFlips(int(i))
		for done := err != nil; !done; {
			var flips bool
			if flips, done = search.StepOwn(); flips {
				list = append(list, i)
			}
			if s.stopped(aGoal) {
				s.fail(r, "the job was cancelled")
				return nil
			}
		}
	}
	return list
}

// change makes the change of a request to the graph. Settings and split stay those of the graph as it was.
func (s *Source) change(r proto.Query) (err error) {
	if r.Node < 0 || r.Node >= s.Graph.N {
		return fmt.Errorf("there is no node %d; the graph has nodes 0 to %d", r.Node, s.Graph.N-1)
	}
	s.Graph, err = r.Change.Trained(s.Graph, s.Split)
	return err
}

// called are the probabilities of a node that count, at the epoch that the run is at.
func (r *Driven) called(node int) ([]float64, error) {
	if r.Asked == nil {
		return nil, errNoQuestions
	}
	a, err := r.Asked.WhatIf(explain.Change{})
	if err != nil {
		return nil, err
	}
	c := len(a.Prob) / len(a.Pred)
	return a.Prob[node*c : (node+1)*c], nil
}
