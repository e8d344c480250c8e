package peer

// Size is what the memory of a peer depends on beside its settings: nodes n,
// edges m, stored features and classes of a graph.
type Size struct{ Nodes, Edges, Entries, Classes float64 }

// Numbers that an element of a layer takes: a value and its gradient; with a byte of dropout.
const pair, masked = 2.0, 2.125

// input counts the features scaled to rows, with dropout, and transposed.
func (z Size) input() float64 { return 6 * z.Entries }

// around counts A with loops, once a copy.
func (z Size) around() float64 { return 2 * 1.5 * (2*z.Edges + z.Nodes) }
