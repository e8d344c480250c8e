package picture

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// The colourings that belong to single stages. They show one channel of the features, the followed channel (web/state/colours.go).

// channelMode returns the colouring of the nodes by the first coordinate of their stalks in the followed channel. values is the
// function that returns the quantity of a channel, N × D numbers.
func channelMode(key, name, symbol string, values func(*frame.Channel) []float32) nodeMode {
	return nodeMode{key: key, name: name, draw: drawSigned, ramp: channelRamp(symbol), paint: func(a *Attributes, s *state.State) {
		if c := s.ChannelNow(); c != nil {
			if v := values(c); len(v) == s.Graph.N*c.D {
				a.setSigned(s.Graph.N, func(i int) float64 { return float64(v[i*c.D]) })
			}
		}
	}}
}

// setSigned sets Value to the signed numbers of n nodes, scaled to −1..1.
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

// channelRamp returns the ramp function of a quantity in the followed channel. The ramp is nil if all numbers are 0 or missing.
func channelRamp(symbol string) func(*Attributes, *state.State) []Ramp {
	return func(a *Attributes, s *state.State) []Ramp {
		if a.Scale == 0 {
			return nil
		}
		return signedRamp(symbol+", channel "+view.Int(s.ChannelAt()+1)+" ", a)
	}
}

// paintTrace sets Value to the trace of each node's diagonal block, relative to the largest trace.
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

// traceRamp returns the scale of the traces. It returns nil if all traces are 0 or missing.
func traceRamp(a *Attributes, _ *state.State) []Ramp {
	if a.Scale == 0 {
		return nil
	}
	return []Ramp{{"seq", "trace 0", view.Num(a.Scale)}}
}

// paintIterate sets Value to the first coordinate of the shown iterate in the followed channel. The last iterate sets the scale of all
// iterates, unless the shown one is larger. If there are no iterates, the diffused signal replaces them.
func paintIterate(a *Attributes, s *state.State) {
	n := s.Graph.N
	if s.Flow != nil && s.Flow.Classes {
		return
	}
	if s.FlowNow() && len(s.Flow.View.Value) == n*len(s.Flow.View.Iter) {
		v, k := s.Flow.View, s.FlowAt()
		shown, last := v.Value[k*n:(k+1)*n], v.Value[n*(len(v.Iter)-1):]
		for _, values := range [][]float32{shown, last} {
			for _, x := range values {
				a.Scale = math.Max(a.Scale, math.Abs(float64(x)))
			}
		}
		for i := range n {
			if a.Scale > 0 {
				a.Value[i] = shown[i] / float32(a.Scale)
			}
		}
		return
	}
	if c := s.ChannelNow(); c != nil && len(c.Diffused) == n*c.D {
		a.setSigned(n, func(i int) float64 { return float64(c.Diffused[i*c.D]) })
	}
}

// paintLambda2 sets Value from the eigenvector of λ₂.
func paintLambda2(a *Attributes, s *state.State) {
	if c := s.ChannelNow(); c != nil {
		v := make([]float64, len(c.Eigen))
		for k, x := range c.Eigen {
			v[k] = float64(x)
		}
		a.setPrincipal(v, s.Graph.N, len(v))
	}
}

// lambda2Ramp returns the scale of the eigenvector of λ₂. It returns nil if the vector is missing.
func lambda2Ramp(a *Attributes, _ *state.State) []Ramp {
	if a.Scale == 0 {
		return nil
	}
	return signedRamp("v₂ ", a)
}

// ofChannel returns a function that reads numbers of the edges from the followed channel. This function returns nil before the channel
// is computed.
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

// stageText returns the name of the stage whose quantities colour the graph, with a note if this stage has not run. The text is empty
// before the first operation, and if the user has chosen the colours of nodes and edges.
func stageText(s *state.State) string {
	k, nodesFollow, edgesFollow := s.ColoursStage(), s.NodesFollow(), s.EdgesFollow()
	chosenByUser := !nodesFollow && !edgesFollow
	if k == 0 || chosenByUser {
		return ""
	}
	text := "stage " + view.Int(k) + ", " + stage.Names[k]
	switch {
	case !nodesFollow:
		text = "edges by " + text
	case !edgesFollow:
		text = "nodes by " + text
	}
	// The present stage may be running: it has no note.
	if s.Frame != nil && !view.HasRun(s.Frame, k) && k != s.Frame.Stage {
		text += ": not run yet"
	}
	return text
}
