package explain

// Flip is a change of the graph that changes the class of a node.
type Flip struct {
	Change
	// Size is the number of removed edges or hidden features, 0 for a change of the
	// maps.
	Size int `json:"size"`
	// Class is the new class, Prob its probability, Margin the difference to the
	// probability of the former class.
	Class  int     `json:"class"`
	Prob   float64 `json:"prob"`
	Margin float64 `json:"margin"`
}

// Flips holds the changes that flip the class of a node, sorted by size, then edges
// before features, then by descending margin. Tried is the number of tried changes
// of each kind. Of is the number of existing ones: edges of the graph, features of
// the node, and pairs of its edges and of its features of which neither flips the
// class alone. A pair with a flipping member is no smallest change. The numbers of
// pairs are known when the search reaches the pairs.
type Flips struct {
	Node  int    `json:"node"`
	From  int    `json:"from"`
	Found []Flip `json:"found"`
	Tried Tried  `json:"tried"`
	Of    Tried  `json:"of"`
}

// Tried holds numbers of changes by kind.
type Tried struct {
	Edges     int `json:"edges"`
	EdgePairs int `json:"edgePairs"`
	Words     int `json:"words"`
	WordPairs int `json:"wordPairs"`
	Maps      int `json:"maps"`
}

// Sum returns the total number of changes.
func (t Tried) Sum() int { return t.Edges + t.EdgePairs + t.Words + t.WordPairs + t.Maps }
