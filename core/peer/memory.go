package peer

// Size holds the numbers of a graph that determine the memory of a peer: nodes, edges, nonzero features and classes.
type Size struct{ Nodes, Edges, Entries, Classes float64 }

// Floats for each element of a layer: a value with its gradient, and the same with a byte of a dropout mask.
const pair, masked = 2.0, 2.125

// input returns the floats of the scaled features, with dropout, and of their transpose.
func (z Size) input() float64 { return 6 * z.Entries }

// around returns the floats of A + I in both copies of the network.
func (z Size) around() float64 { return 2 * 1.5 * (2*z.Edges + z.Nodes) }
