package content

// Maps are restriction maps that came with a graph: those of a sheaf that another
// program learned, by epoch and layer.
type Maps struct {
	// D is the stalk dimension.
	D, Epochs, Layers int
	// R holds, for every epoch and in it every layer, two D×D maps an edge in the
	// order of sheaf.Sheaf.R.
	R []float64
	// Signal holds for each of these sheaves a vector in the stalk of every node, n·D
	// rows of Channels numbers; nil without one.
	Signal   []float64
	Channels int
}

// Limits of maps: their dimension, that of sheaf.MaxDim, and the size of a number,
// so that sums of squares are finite.
const (
	MaxMapDim = 8
	MaxMap    = 1e100
)

// Count is the number of sheaves: one for each epoch and layer.
func (m *Maps) Count() int { return m.Epochs * m.Layers }

// At returns the maps and the signal of sheaf k, counted from 0 by epoch and within it by layer.
func (m *Maps) At(k int) (r, signal []float64) {
	part := func(v []float64) []float64 {
		n := len(v) / m.Count()
		return v[k*n : (k+1)*n : (k+1)*n]
	}
	return part(m.R), part(m.Signal)
}
