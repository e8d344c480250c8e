package picture

// This file has the colourings that belong to single stages. They show one channel of the features, the followed channel
// (web/state/colours.go). A channel has a vector of D numbers for each node. A ramp is a continuous colour scale in the legend.

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// channelMode returns a colouring of the nodes by the first coordinate of a quantity in their stalks. key and name identify the colouring
// in the menu, and symbol is the name of the quantity in the legend. The function values returns the quantity in a channel, N × D numbers.
// Without these numbers the colouring leaves Value at 0.
func channelMode(key, name, symbol string, values func(*frame.Channel) []float32) nodeMode {
	paint := func(a *Attributes, s *state.State) {
		c := s.ChannelNow()
		if c == nil {
			return
		}
		if v := values(c); len(v) == s.Graph.N*c.D {
			a.setSigned(s.Graph.N, func(i int) float64 { return float64(v[i*c.D]) })
		}
	}
	return nodeMode{key: key, name: name, draw: drawSigned, ramp: channelRamp(symbol), paint: paint}
}

// setSigned sets Value to the signed numbers of n nodes, divided by Scale, the largest absolute number. If all numbers are 0, it changes
// nothing.
func (a *Attributes) setSigned(n int, number func(i int) float64) {
	for i := range n {
		a.Scale = math.Max(a.Scale, math.Abs(number(i)))
	}
	for i := range n {
		if a.Scale > 0 {
			a.Value[i] = float32(number(i) / a.Scale)
		}
	}
}

// channelRamp returns the function [nodeMode].ramp for a quantity in the followed channel. symbol is the name of the quantity. If all
// numbers are 0 or missing, the function returns nil.
func channelRamp(symbol string) func(*Attributes, *state.State) []Ramp {
	return func(a *Attributes, s *state.State) []Ramp {
		return signedRamp(symbol+", channel "+view.Int(s.ChannelAt()+1)+" ", a)
	}
}

// paintTrace sets Value to the trace of each node's diagonal block in the operator of stage 5, divided by the largest trace. Traces are
// not negative. If all are 0, or missing, Value stays 0.
func paintTrace(a *Attributes, s *state.State) {
	c := s.ChannelNow()
	if c == nil || len(c.Trace) != s.Graph.N {
		return
	}
	for _, v := range c.Trace {
		a.Scale = math.Max(a.Scale, float64(v))
	}
	for i, v := range c.Trace {
		if a.Scale > 0 {
			a.Value[i] = v / float32(a.Scale)
		}
	}
}

// traceRamp returns the colour scale of the traces, or nil if all traces are 0 or missing.
func traceRamp(a *Attributes, _ *state.State) []Ramp {
	if a.Scale == 0 {
		return nil
	}
	return []Ramp{{"seq", "trace 0", view.Num(a.Scale)}}
}

// paintIterate sets Value to the first coordinate of the shown iterate in the followed channel, divided by Scale. An iterate is an
// approximate solution of the diffusion, after some steps of its solver. Without iterates of the present position and of this channel, the
// diffused signal of the channel takes their place. Value stays 0 if this signal is missing, too, or if the iterate colours the nodes by
// class.
func paintIterate(a *Attributes, s *state.State) {
	n := s.Graph.N
	if s.Flow != nil && s.Flow.Classes {
		return
	}
	hasIterates := s.FlowFollows() && len(s.Flow.View.Value) == n*len(s.Flow.View.Iter)
	if !hasIterates {
		if c := s.ChannelNow(); c != nil && len(c.Diffused) == n*c.D {
			a.setSigned(n, func(i int) float64 { return float64(c.Diffused[i*c.D]) })
		}
		return
	}

	// v.Value has the iterates one after the other, n numbers each. Scale includes the last iterate, so that most iterates have one scale.
	v, k := s.Flow.View, s.FlowAt()
	shown, last := v.Value[k*n:(k+1)*n], v.Value[n*(len(v.Iter)-1):]
	for i := range n {
		a.Scale = max(a.Scale, math.Abs(float64(shown[i])), math.Abs(float64(last[i])))
	}
	for i := range n {
		if a.Scale > 0 {
			a.Value[i] = shown[i] / float32(a.Scale)
		}
	}
}

// paintLambda2 sets Value to the main coordinate of the eigenvector of λ₂ at each node ([Attributes.setPrincipal]). λ₂ is the smallest
// eigenvalue of the sheaf Laplacian above its kernel. Without this eigenvector, Value stays 0.
func paintLambda2(a *Attributes, s *state.State) {
	if c := s.ChannelNow(); c != nil {
		v := make([]float64, len(c.Eigen))
		for k, x := range c.Eigen {
			v[k] = float64(x)
		}
		a.setPrincipal(v, s.Graph.N, len(v))
	}
}

// lambda2Ramp returns the colour scale of the eigenvector of λ₂, or nil if the vector is missing.
func lambda2Ramp(a *Attributes, _ *state.State) []Ramp { return signedRamp("v₂ ", a) }

// ofChannel returns the function [edgeMode].numbers for a quantity in the followed channel. Before the channel has arrived, this function
// returns nil.
func ofChannel(numbers func(*frame.Channel) []float32) func(*state.State) []float64 {
	return func(s *state.State) []float64 {
		c := s.ChannelNow()
		if c == nil {
			return nil
		}
		v := numbers(c)
		out := make([]float64, len(v))
		for k, x := range v {
			out[k] = float64(x)
		}
		return out
	}
}

// stageText returns the name of the stage whose quantities colour the graph, with a note if this stage has not run. If only the nodes or
// only the edges follow the stage, the text says so. It is "" if no colours follow the stage, before the first operation of the run, or
// while the run proceeds fast. In the editor the nodes show labels.
func stageText(s *state.State) string {
	k, nodesFollow, edgesFollow := s.ColoursStage(), s.NodesFollow() && !s.Sketch.On(), s.EdgesFollow()
	noneFollows := !nodesFollow && !edgesFollow
	if k == 0 || noneFollows {
		return ""
	}
	text := "stage " + view.Int(k) + ", " + stage.Names[k]
	switch {
	case !nodesFollow: // only the edges follow the stage
		text = "edges by " + text
	case !edgesFollow:
		text = "nodes by " + text
	}
	// The present stage has no note, since it may be running.
	isAhead := !view.HasRun(s.Frame, k) && k != s.Frame.Stage // k > 0 only with a frame
	if isAhead {
		text += ": not run yet"
	}
	return text
}
