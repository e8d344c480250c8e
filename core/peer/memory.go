// This file has the terms that the estimates of memory (Peer.Floats) share.

package peer

// Size has the quantities of a graph that determine the memory of a peer. Edges counts each undirected edge once. Entries is the number of
// nonzero features.
type Size struct{ Nodes, Edges, Entries, Classes float64 }

// Numbers of 8 bytes for each element of a matrix on the tape. The networks for training and for evaluation share the memory of the value.
// The networks of a peer with Sheaves do not share it: each element has 3 numbers, two values and a gradient.
const (
	pair   = 2.0   // a value with its gradient
	masked = 2.125 // a value with its gradient and a byte of a dropout mask
)

// sparseEntry is the memory of an entry of a sparse matrix in numbers of 8 bytes: a value of 8 bytes and a column index of 4 bytes.
const sparseEntry = 1.5

// input returns the numbers of 8 bytes for the scaled features, for the features with dropout, and for their transposes: four matrices of
// sparseEntry numbers for each entry.
func (z Size) input() float64 { return 6 * z.Entries }

// around returns the numbers of 8 bytes for A + I, which the networks for training and for evaluation store separately.
func (z Size) around() float64 { return 2 * sparseEntry * (2*z.Edges + z.Nodes) }
