package state

// NodesMistakes colours the nodes by the share of wrong test predictions over the runs of the results.
const NodesMistakes = "mistakes"

// PickMistakes selects the nodes that model Right of the results gets right and model Wrong, on the same split, wrong.
type PickMistakes struct{ Right, Wrong int }

// mistaken returns the nodes of a cell of the mistakes, with a description.
func (s *State) mistaken(right, wrong int) (nodes []int, name string) {
	m := s.Lab.Results.Mistakes
	if m == nil || min(right, wrong) < 0 || max(right, wrong) >= len(m.Models) {
		return nil, ""
	}
	return m.Pairs[right*len(m.Models)+wrong].Only, m.Models[right] + " right, " + m.Models[wrong] + " wrong"
}
