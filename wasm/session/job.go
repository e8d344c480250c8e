package session

// This file trains other runs than the run of the page: the jobs of a pool of workers.

import (
	"errors"
	"fmt"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/train"
	"sheafscope/core/tune"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
)

// errCancelled is the error of a job that a goal has cancelled.
var errCancelled = errors.New("the job was cancelled")

// job answers a query [proto.Measure]: it trains the run of a recipe to its end, except for the unit JobKnown. The run of the session stays
// unchanged. If a goal ends the job ([endsRun]), the answer has an error. If the graph cannot be fetched, the answer has an error and,
// unless a goal has ended the fetch, Missing.
func (s *Session) job(q proto.Query) {
	files, _, err := s.fetch(q.Run, q.Files, allHosts)
	if err != nil {
		s.reply(q, proto.Answer{Err: err.Error(), Missing: !errors.Is(err, data.ErrStopped)})
		return
	}
	outcome, err := s.outcome(q, files)
	if err != nil {
		s.fail(q, err.Error())
		return
	}
	s.reply(q, proto.Answer{Outcome: &outcome})
}

// outcome returns the outcome of a job. files are the files of the job's graph.
func (s *Session) outcome(q proto.Query, files []content.File) (proto.JobAnswer, error) {
	var none proto.JobAnswer
	source, err := s.build.Source(q.Run.Untrained(), files) // a job does not start from the trained network that the recipe names
	if err != nil {
		return none, err
	}
	if err := source.prepare(q); err != nil {
		return none, err
	}
	if q.Unit == proto.JobKnown { // no run, and therefore no accuracies
		return proto.JobAnswer{Outcome: train.Outcome{Val: -1, Test: -1}, Known: source.known()}, nil
	}
	s.tick() // making the source can have taken a slice
	if _, err := s.build.Room(source, nil); err != nil {
		return none, err
	}
	run, err := s.build.Run(source)
	if err != nil {
		return none, err
	}
	return s.trainJob(q, run, source)
}

// prepare prepares a source for the unit of a job. For JobNode it applies the change of the query, and for JobKnown it checks the settings.
// For JobBlind it removes the test set, all labels outside training and validation, and the edges if the model reads none (to save time).
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

// known returns the answer to JobKnown: what is known of a run before training.
func (s *Source) known() *proto.Known {
	return &proto.Known{Shape: cost.ShapeOf(s.Graph), Config: s.Config, Split: s.Split.Name, Val: len(s.Split.Val)}
}

// trainJob trains the run of a job to its end. It returns the accuracies at the best epoch by validation, and the measures of the job's
// unit. It returns errCancelled if a goal ends the work, and for JobNode the error of [Driven.probabilities].
func (s *Session) trainJob(q proto.Query, run *Driven, source *Source) (o proto.JobAnswer, err error) {
	if run.Forward != nil {
		run.Forward() // a job never seeks back, and stores no key frames; the best epoch's parameters are stored apart
	}
	// The measures after training, by unit. The unit "" requests only the predictions. JobBlind has no measure, because it must not read the
	// test nodes.
	measures := map[string]func() train.Outcome{"": run.Predict, proto.JobMeasure: run.Measure, proto.JobStop: run.Stop,
		proto.JobNode: run.Predict}
	if q.Unit == proto.JobDepth {
		measures[q.Unit] = run.Depth() // Depth measures the layers before training
	}
	epochs := max(1, run.Config.Epochs) // a divisor, and therefore at least 1
	start := s.host.Now()
	for !run.Done() {
		run.StepOperation()
		s.progress(proto.Training, float64(run.Epoch())/float64(epochs))
		if s.stopped(endsRun) {
			return o, errCancelled
		}
	}
	// The frame has the history of all epochs, and no spectrum.
	o = proto.JobAnswer{Outcome: run.Frame(frame.Focus{}, frame.Once{}).History.Outcome(run.Epoch())}
	o.Seconds = (s.host.Now() - start).Seconds()
	if q.Unit == proto.JobBlind {
		o.Crossed = run.Crossed()
	}
	measure := measures[q.Unit]
	// The accuracies of the outcome come from the history; the measure adds the other fields.
	if measure != nil {
		m := measure()
		o.Metrics, o.Series, o.Position, o.Pred = m.Metrics, m.Series, m.Position, m.Pred
		for _, i := range source.Split.Test {
			o.Tested = append(o.Tested, int32(i))
		}
	}
	if q.Unit == proto.JobNode {
		o.Prob, err = run.probabilities(q.Node)
	}
	isSmall := len(source.Graph.Edges) <= proto.DecideEdges
	if q.Unit == "" && run.Explainer != nil && isSmall {
		o.Decided, err = s.decided(run.Explainer, o, source.Graph.Labels)
	}
	return o, err
}

// decided returns the correctly classified test nodes whose predicted class changes by the removal of one of their edges. labels has the
// class of each node. The list is never nil. If a goal ends the search, decided returns errCancelled.
func (s *Session) decided(run Explainer, o proto.JobAnswer, labels []int) ([]int32, error) {
	nodes := []int32{}
	for _, i := range o.Tested {
		if int(o.Pred[i]) != labels[i] {
			continue
		}
		search, err := run.SearchFlips(int(i))
		if err != nil {
			continue // the model cannot evaluate the node, which is left out
		}
		state := explain.Searching
		for state == explain.Searching {
			state = search.StepOwn() // tries to remove the next edge of node i
			if state == explain.Flipped {
				nodes = append(nodes, i)
			}
			if s.stopped(endsRun) {
				return nil, errCancelled
			}
		}
	}
	return nodes, nil
}

// change applies the change of a query JobNode to the graph. Settings and split stay. It returns an error for a node outside the graph, or
// for a change that the graph does not allow.
func (s *Source) change(q proto.Query) (err error) {
	if q.Node < 0 || q.Node >= s.Graph.N {
		return fmt.Errorf("there is no node %d; the graph has nodes 0 to %d", q.Node, s.Graph.N-1)
	}
	s.Graph, err = q.Change.Trained(s.Graph, s.Split)
	return err
}

// probabilities returns the class probabilities of a node at the present epoch, calibrated if the model calibrates. An error means that the
// run has no Explainer, or that the Explainer fails.
func (r *Driven) probabilities(node int) ([]float64, error) {
	if r.Explainer == nil {
		return nil, errNoQuestions
	}
	p, err := r.Explainer.WhatIf(explain.Change{}) // the prediction of the unchanged graph
	if err != nil {
		return nil, err
	}
	classes := len(p.Prob) / len(p.Pred) // Prob is n×C, row by row, and Pred has n classes
	return p.Prob[node*classes : (node+1)*classes], nil
}
