package explain

// Flip is a change of the graph that changes the class of a node.
type Flip struct {
	Change
	// Size is the number of removed edges or hidden features, and 0 for a change of the maps.
	Size int `json:"size"`
	// Class is the new class, and Prob is its probability. Margin is Prob minus the
	// probability of the former class.
	Class  int     `json:"class"`
	Prob   float64 `json:"prob"`
	Margin float64 `json:"margin"`
}

// Flips holds the changes that flip the class of a node.
type Flips struct {
	Node int `json:"node"`
	// From is the class without a change.
	From int `json:"from"`
	// Found is sorted by size: 1, 2, and then 0. Flips of equal size have edges before
	// features, and then a descending margin.
	Found []Flip `json:"found"`
	// Tried counts the tried changes of each kind. Of counts the existing changes: all edges
	// of the graph, all non-zero features of the node, 2 replacements of the maps (0 if the
	// model has no such maps), and the pairs of tried edges or features of the node. A pair
	// with a member that flips the class alone is no smallest change, and does not count.
	// Until the search reaches the pairs, their number is 0.
	Tried Tried `json:"tried"`
	Of    Tried `json:"of"`
}

// Tried holds the number of changes of each kind. A word is a feature of the node.
type Tried struct {
	Edges     int `json:"edges"`
	EdgePairs int `json:"edgePairs"`
	Words     int `json:"words"`
	WordPairs int `json:"wordPairs"`
	Maps      int `json:"maps"`
}

// Sum returns the total number of changes.
func (t Tried) Sum() int { return t.Edges + t.EdgePairs + t.Words + t.WordPairs + t.Maps }
