package peer

// Size has the quantities that determine the memory of a peer: nodes, edges, nonzero features (Entries) and classes.
type Size struct{ Nodes, Edges, Entries, Classes float64 }

// Numbers of 8 bytes for each element of a layer: pair is a value with its gradient, and masked adds a byte for a dropout mask.
const pair, masked = 2.0, 2.125

// input returns the floats of the scaled features, with dropout, and of their transpose.
func (z Size) input() float64 { return 6 * z.Entries }

// around returns the floats of A + I in the copies of the network for training and for evaluation.
func (z Size) around() float64 { return 2 * 1.5 * (2*z.Edges + z.Nodes) }
