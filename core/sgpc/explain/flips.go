package explain

// This file defines the result of a search for changes of a class.

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

// Flips holds the changes that flip the class of a node.
type Flips struct {
	Node int `json:"node"`
	// From is the class without a change.
	From int `json:"from"`
	// Found is sorted by size, then edges before features, then by descending
	// margin.
	Found []Flip `json:"found"`
	// Tried counts the tried changes of each kind. Of counts all existing changes:
	// the edges of the graph, the features of the node, the pairs of its edges and
	// the pairs of its features. A pair counts only if neither member flips the
	// class alone, since otherwise the pair is no smallest change. The numbers of
	// pairs are 0 until the search reaches the pairs.
	Tried Tried `json:"tried"`
	Of    Tried `json:"of"`
}

// Tried counts changes by kind. A word is a feature of the node.
type Tried struct {
	Edges     int `json:"edges"`
	EdgePairs int `json:"edgePairs"`
	Words     int `json:"words"`
	WordPairs int `json:"wordPairs"`
	Maps      int `json:"maps"`
}

// Sum returns the total number of changes.
func (t Tried) Sum() int { return t.Edges + t.EdgePairs + t.Words + t.WordPairs + t.Maps }
