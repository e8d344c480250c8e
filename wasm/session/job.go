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

// errCancelled is the error of a job that a goal has ended.
var errCancelled = errors.New("the job was cancelled")

// job trains a recipe to its end and answers with the accuracies at the best epoch by validation. The run of the session stays unchanged.
// A goal that arrives between slices ends the job with an error.
func (s *Session) job(q proto.Query) {
	files, _, err := s.fetch(q.Run, q.Files, allHosts)
	if err != nil {
		s.reply(q, proto.Answer{Err: err.Error(), Missing: !errors.Is(err, data.ErrStopped)})
		return
	}
	source, err := s.build.Source(q.Run.Untrained(), files)
	if err == nil {
		err = source.prepare(q)
	}
	if err == nil && q.Unit == proto.JobKnown {
		s.replyOutcome(q, proto.JobAnswer{Outcome: train.Outcome{Val: -1, Test: -1}, Known: source.known()})
		return
	}
	if err == nil {
		s.tick()
		_, err = s.build.Room(source, nil)
	}
	var run *Driven
	if err == nil {
		run, err = s.build.Run(source)
	}
	var answer proto.JobAnswer
	if err == nil {
		answer, err = s.trainJob(q, run, source)
	}
	if err != nil {
		s.fail(q, err.Error())
		return
	}
	s.replyOutcome(q, answer)
}

// prepare changes a source as the unit of a job requires: it applies the change of JobNode, checks the settings for JobKnown, and removes
// the test nodes for JobBlind.
func (s *Source) prepare(q proto.Query) error {
	switch q.Unit {
	case proto.JobNode:
		return s.change(q)
	case proto.JobKnown:
		return s.check()
	case proto.JobBlind:
		s.Graph, s.Split = tune.WithoutTest(s.Graph, s.Split)
		s.Graph = tune.Bare(s.Graph, s.Config)
	}
	return nil
}

// known returns the answer to JobKnown.
func (s *Source) known() *proto.Known {
	return &proto.Known{Shape: cost.ShapeOf(s.Graph), Config: s.Config, Split: s.Split.Name, Val: len(s.Split.Val)}
}

// trainJob trains the run of a job to its end, and returns the measures of the job's unit. A goal cancels the training.
func (s *Session) trainJob(q proto.Query, run *Driven, source *Source) (o proto.JobAnswer, err error) {
	if run.Forward != nil {
		run.Forward() // a job never seeks back, and stores no key frames; the best epoch's parameters are stored apart
	}
	measures := map[string]func() train.Outcome{"": run.Predict, proto.JobMeasure: run.Measure, proto.JobStop: run.Stop,
		proto.JobNode: run.Predict}
	if q.Unit == proto.JobDepth {
		measures[q.Unit] = run.Depth() // measures the layers at the start
	}
	epochs := max(1, run.Config.Epochs)
	start := s.host.Now()
	for !run.Done() {
		run.StepOperation()
		s.progress(proto.Training, float64(run.Epoch())/float64(epochs))
		if s.stopped(endsRun) {
			return o, errCancelled
		}
	}
	o = proto.JobAnswer{Outcome: run.Frame(frame.Focus{}, frame.Once{}).History.Outcome(run.Epoch())}
	o.Seconds = (s.host.Now() - start).Seconds()
	if q.Unit == proto.JobBlind {
		o.Crossed = run.Crossed()
	}
	if measure := measures[q.Unit]; measure != nil {
		m := measure()
		o.Metrics, o.Series, o.Position, o.Pred = m.Metrics, m.Series, m.Position, m.Pred
		for _, i := range source.Split.Test {
			o.Tested = append(o.Tested, int32(i))
		}
	}
	// The class probabilities of one node, or the edges that decide the class of a node.
	if q.Unit == proto.JobNode {
		o.Prob, err = run.probabilities(q.Node)
	}
	if q.Unit == "" && run.Explainer != nil && len(source.Graph.Edges) <= proto.DecideEdges {
		o.Decided, err = s.decided(run.Explainer, o, source.Graph.Labels)
	}
	return o, err
}

// replyOutcome answers a query with the outcome of its job.
func (s *Session) replyOutcome(q proto.Query, o proto.JobAnswer) {
	s.reply(q, proto.Answer{Outcome: &o})
}

// decided returns the correctly classified test nodes whose class changes without one of their edges. A goal cancels the search.
func (s *Session) decided(run Explainer, o proto.JobAnswer, labels []int) ([]int32, error) {
	list := []int32{}
	for _, i := range o.Tested {
		if int(o.Pred[i]) != labels[i] {
			continue
		}
		search, err := run.SearchFlips(int(i))
		for done := err != nil; !done; { // a node without a search is not decided by an edge
			var flips bool
			if flips, done = search.StepOwn(); flips {
				list = append(list, i)
			}
			if s.stopped(endsRun) {
				return nil, errCancelled
			}
		}
	}
	return list, nil
}

// change applies the change of a query to the graph. Settings and split stay those of the original graph.
func (s *Source) change(q proto.Query) (err error) {
	if q.Node < 0 || q.Node >= s.Graph.N {
		return fmt.Errorf("there is no node %d; the graph has nodes 0 to %d", q.Node, s.Graph.N-1)
	}
	s.Graph, err = q.Change.Trained(s.Graph, s.Split)
	return err
}

// probabilities returns the class probabilities of a node at the present epoch. They are calibrated if the model calibrates.
func (r *Driven) probabilities(node int) ([]float64, error) {
	if r.Explainer == nil {
		return nil, errNoQuestions
	}
	p, err := r.Explainer.WhatIf(explain.Change{})
	if err != nil {
		return nil, err
	}
	classes := len(p.Prob) / len(p.Pred)
	return p.Prob[node*classes : (node+1)*classes], nil
}
