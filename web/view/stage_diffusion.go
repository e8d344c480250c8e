package view

import "sheafscope/web/state"

// EnergyShares are the shares of the edges in the Dirichlet energy: of the
// iterate on the graph, else of the run's own solution.
func EnergyShares(s *state.State) []float64 {
	m := len(s.Graph.Edges) / 2
	if s.Nodes != state.NodesFlow || !s.FlowNow() || len(s.Flow.View.EdgeEnergy) != len(s.Flow.View.Iter)*m {
		return s.Frame.EdgeEnergy
	}
	out, k := make([]float64, m), s.FlowAt()
	for e, x := range s.Flow.View.EdgeEnergy[k*m : (k+1)*m] {
		out[e] = float64(x)
	}
	return out
}
