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

// job trains a recipe to its end and answers with the accuracies at the best epoch by validation. The session's own run stays unchanged.
// A goal that arrives between slices ends the job with an error.
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
		run.Forward() // no key frames: a job never seeks back, and the best epoch's parameters are kept apart
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
		if s.stopped(endsRun) {
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
		if o.Prob, err = run.probabilities(r.Node); err != nil {
			s.fail(r, err.Error())
			return
		}
	}
	if r.Unit == "" && run.Explainer != nil && len(source.Graph.Edges) <= proto.DecideEdges {
		if o.Decided = s.decided(r, run.Explainer, &o, source.Graph.Labels); o.Decided == nil {
			return
		}
	}
	s.end(r, o)
}

// end answers a query with the outcome of its job.
func (s *Session) end(r proto.Query, o proto.JobAnswer) {
	s.reply(r, proto.Answer{Outcome: &o})
}

// decided lists the correct test nodes whose class changes without one of their edges; nil where a goal ended the job.
func (s *Session) decided(r proto.Query, run Explainer, o *proto.JobAnswer, labels []int) []int32 {
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
			if s.stopped(endsRun) {
				s.fail(r, "the job was cancelled")
				return nil
			}
		}
	}
	return list
}

// change applies the change of a query to the graph. Settings and split stay those of the original graph.
func (s *Source) change(r proto.Query) (err error) {
	if r.Node < 0 || r.Node >= s.Graph.N {
		return fmt.Errorf("there is no node %d; the graph has nodes 0 to %d", r.Node, s.Graph.N-1)
	}
	s.Graph, err = r.Change.Trained(s.Graph, s.Split)
	return err
}

// probabilities returns the class probabilities of a node at the present epoch: calibrated ones where the model calibrates.
func (r *Driven) probabilities(node int) ([]float64, error) {
	if r.Explainer == nil {
		return nil, errNoQuestions
	}
	a, err := r.Explainer.WhatIf(explain.Change{})
	if err != nil {
		return nil, err
	}
	c := len(a.Prob) / len(a.Pred)
	return a.Prob[node*c : (node+1)*c], nil
}
