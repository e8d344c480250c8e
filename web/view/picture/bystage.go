package picture

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Colourings of single stages, by the followed channel (web/state/colours.go).

// channelMode colours the nodes by the first coordinate of their stalks in the followed channel.
func channelMode(key, name, symbol string, of func(*frame.Channel) []float32) nodeMode {
	return nodeMode{key: key, name: name, draw: drawSigned, ramp: channelRamp(symbol), paint: func(a *Attributes, s *state.State) {
		if c := s.ChannelNow(); c != nil {
			v := of(c)
			a.firsts(s.Graph.N, len(v) == s.Graph.N*c.D, func(i int) float64 { return float64(v[i*c.D]) })
		}
	}}
}

// firsts sets Value to a signed number of each node, scaled to −1..1, if there are numbers.
func (a *Attributes) firsts(n int, there bool, of func(i int) float64) {
	if !there {
		return
	}
	for i := range n {
		a.Scale = math.Max(a.Scale, math.Abs(of(i)))
	}
	for i := range n {
		if a.Scale > 0 {
			a.Value[i] = float32(of(i) / a.Scale)
		}
	}
}

// channelRamp returns a function for the colour ramp of a quantity in the shown channel. The function returns nil for scale 0.
func channelRamp(symbol string) func(*Attributes, *state.State) []Ramp {
	return func(a *Attributes, s *state.State) []Ramp {
		if a.Scale == 0 {
			return nil
		}
		return signedRamp(symbol+", channel "+view.Int(s.ChannelAt()+1)+" ", a)
	}
}

// paintTrace colours the nodes by the trace of their diagonal block.
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

func traceRamp(a *Attributes, _ *state.State) []Ramp {
	if a.Scale == 0 {
		return nil
	}
	return []Ramp{{"seq", "trace 0", view.Num(a.Scale)}}
}

// paintIterate colours the nodes by the first coordinate of the shown iterate in the channel; without iterates, of the diffused
// signal.
func paintIterate(a *Attributes, s *state.State) {
	n := s.Graph.N
	if s.Flow != nil && s.Flow.Classes {
		return
	}
	if s.FlowNow() {
		if v, k := s.Flow.View, s.FlowAt(); len(v.Value) == n*len(v.Iter) {
			a.firsts(n, n > 0, func(i int) float64 { return float64(v.Value[k*n+i]) })
			for _, x := range v.Value[n*(len(v.Iter)-1):] { // all iterates have the scale of the last
				a.Scale = math.Max(a.Scale, math.Abs(float64(x)))
			}
			for i := range n {
				if a.Scale > 0 {
					a.Value[i] = v.Value[k*n+i] / float32(a.Scale)
				}
			}
			return
		}
	}
	if c := s.ChannelNow(); c != nil {
		a.firsts(n, len(c.Diffused) == n*c.D, func(i int) float64 { return float64(c.Diffused[i*c.D]) })
	}
}

// paintLambda2 colours the nodes by the eigenvector of λ₂.
func paintLambda2(a *Attributes, s *state.State) {
	if c := s.ChannelNow(); c != nil {
		v := make([]float64, len(c.Eigen))
		for k, x := range c.Eigen {
			v[k] = float64(x)
		}
		a.signed(v, s.Graph.N, len(v))
	}
}

func lambda2Ramp(a *Attributes, _ *state.State) []Ramp {
	if a.Scale == 0 {
		return nil
	}
	return signedRamp("v₂ ", a)
}

// ofChannel returns the function that reads numbers of the edges from the channel.
func ofChannel(of func(*frame.Channel) []float32) func(*state.State) []float64 {
	return func(s *state.State) []float64 {
		c := s.ChannelNow()
		if c == nil {
			return nil
		}
		v := of(c)
		out := make([]float64, len(v))
		for k, x := range v {
			out[k] = float64(x)
		}
		return out
	}
}

// stageText names the stage of the graph's colours, and whether it has run; "" for colours chosen by hand.
func stageText(s *state.State) string {
	k := s.ColoursStage()
	if k == 0 || !s.NodesFollow() && !s.EdgesFollow() {
		return ""
	}
	text := "stage " + view.Int(k) + ", " + stage.Names[k]
	switch {
	case !s.NodesFollow():
		text = "edges by " + text
	case !s.EdgesFollow():
		text = "nodes by " + text
	}
	if s.Frame != nil && !view.HasRun(s.Frame, k) {
		text += words.Either(k == s.Frame.Stage, "", ": not run yet")
	}
	return text
}
