package state

// NodesMistakes colours the nodes by the share of wrong test predictions over the runs of the results.
const NodesMistakes = "mistakes"

// PickMistakes selects the test nodes that, on at least one common split, one model of the results predicts rightly and another wrongly.
// Right and Wrong are the indices of the two models in the table of mistakes, counted from 0.
type PickMistakes struct{ Right, Wrong int }

// mistakenNodes returns the nodes of PickMistakes, with a description. It returns nil without results, and for an invalid index.
func (s *State) mistakenNodes(right, wrong int) (nodes []int, name string) {
	m := s.Lab.Results.Mistakes
	if m == nil || min(right, wrong) < 0 || max(right, wrong) >= len(m.Models) {
		return nil, ""
	}
	// Pairs has a row for each right model and a column for each wrong model.
	return m.Pairs[right*len(m.Models)+wrong].Only, m.Models[right] + " right, " + m.Models[wrong] + " wrong"
}
