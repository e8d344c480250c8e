package explain

// Flip is a change of the graph that changes the class of a node.
type Flip struct {
	Change
	// Size is the number of edges or features taken, 0 for the sheaf as a whole.
	Size int `json:"size"`
	// Class is what the node is called then, Prob its probability, Margin that over the class from before.
	Class  int     `json:"class"`
	Prob   float64 `json:"prob"`
	Margin float64 `json:"margin"`
}

// Flips are the changes that flip a node, by size, of one size edges before features, then by
// margin, the clearest first. Tried counts changes by kind, Of what there is of each: the edges of the graph, the
// features of the node, and the pairs of its edges and of its features, tried alone, of which neither flips alone: what holds a
// flip of its own is no smallest change. Of pairs it is known when their turn comes.
type Flips struct {
	Node  int    `json:"node"`
	From  int    `json:"from"`
	Found []Flip `json:"found"`
	Tried Tried  `json:"tried"`
	Of    Tried  `json:"of"`
}

// Tried counts changes.
type Tried struct {
	Edges     int `json:"edges"`
	EdgePairs int `json:"edgePairs"`
	Words     int `json:"words"`
	WordPairs int `json:"wordPairs"`
	Maps      int `json:"maps"`
}

// Sum is how many changes were tried.
func (t Tried) Sum() int { return t.Edges + t.EdgePairs + t.Words + t.WordPairs + t.Maps }
