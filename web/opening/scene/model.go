package scene

// This file has the view model of the scenes: people, summands and maps.

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/settings"
)

// Last is the last scene with a stored network. The scene after it follows a run of SGPC at level Learn.
const Last = 5

// Selection is the reader's selection in a scene, and the reader's changes.
type Selection struct {
	Scene   int    // from 1 to Last; scene 0 is the dial
	U, V    int    // person and neighbour; V = −1 means the neighbour with the strongest pull
	Maps    string // kind of maps, as in Change: "" stands for learned maps
	Removed []int  // neighbours whose ties to U are removed
	Flipped bool   // the temper of V has the other sign
}

// Person is a drawn person, a node of the graph. A person has two features: the hint, a number, and the temper. A camp is a class.
type Person struct {
	ID     int     `json:"id"`
	Temper int     `json:"temper"` // 0 for the feature 1, and 1 for the feature −1
	Guess  int     `json:"guess"`  // the predicted camp, 0 or 1
	Wrong  bool    `json:"wrong"`  // the predicted camp differs from the label
	Arrow  pair    `json:"arrow"`  // the vector x that the person sends
	Hint   float64 `json:"hint"`
}

// Summand is a row of the sum: the person's own part, a neighbour, several folded neighbours, or the bias.
type Summand struct {
	// Node is the neighbour, or −1 for a row without a single neighbour. Who is the name of the row. Temper and Guess are the temper and the
	// predicted camp of the neighbour or, in the row of the own part, of the person. Rival reports that the tempers of the neighbour and the
	// person differ.
	Node   int    `json:"node"`
	Who    string `json:"who"`
	Temper int    `json:"temper"`
	Guess  int    `json:"guess"`
	Rival  bool   `json:"rival"`
	// Texts of the columns: the vector that the neighbour sends, the factor n_u n_v R_u R_v, the vector that arrives at the person, and
	// the summand.
	Sends   string `json:"sends"`
	Times   string `json:"times"`
	Arrives string `json:"arrives"`
	Pull    string `json:"pull"`
	// Value is the summand, which is also called the pull of the neighbour; 0 for a removed tie. Alone is the pull without maps and
	// normalisers.
	Value float64 `json:"value"`
	Alone float64 `json:"alone"`
	// Arrow is the vector that the neighbour sends, and Back is the vector that arrives at the person.
	Arrow pair `json:"arrow"`
	Back  pair `json:"back"`
	On    bool `json:"on"`  // the neighbour is V of the selection
	Out   bool `json:"out"` // the reader has removed the tie
}

// Sum is the score of the person with one kind of maps.
type Sum struct {
	Maps string `json:"maps"` // the kind, as in Change
	Name string `json:"name"` // the name of the kind
	Text string `json:"text"` // the score
	Camp int    `json:"camp"` // the predicted camp
	On   bool   `json:"on"`   // the kind is selected
}

// Combination is a pair of tempers of the ends u and v of a tie, with the maps that the network learns for this pair.
type Combination struct {
	U int `json:"u"` // the temper of u, 0 or 1
	V int `json:"v"` // the temper of v
	// Ru and Rv are the maps at the ends u and v, each a number times the identity.
	Ru    float64 `json:"ru"`
	Rv    float64 `json:"rv"`
	Both  string  `json:"both"`  // the text of Value
	Value float64 `json:"value"` // the product Ru·Rv
	On    bool    `json:"on"`    // u and v have these tempers
}

// Model is the view model of a scene.
type Model struct {
	// Stop is the stop of the dial, from 0 to Stops − 1. In the scene after Last it is the stage of SGPC, from 1 to Stops. The page sets
	// Stop and Stops.
	Stop  int `json:"stop"`
	Stops int `json:"stops"`
	// MovedX and MovedMaps are the vectors and maps that the reader has dragged. They are nil while the page displays the trained vectors
	// and maps.
	MovedX    [][]float64 `json:"movedX,omitempty"`
	MovedMaps [][]float64 `json:"movedMaps,omitempty"`

	Scene int    `json:"scene"`
	Say   string `json:"say"` // the sentence of the scene
	U     Person `json:"u"`   // the followed person
	V     Person `json:"v"`   // the followed neighbour
	// X are the vectors that u and v send. Maps are the maps of both ends, 2 × 2, row-major. Plain reports that the network has no maps.
	X     [][]float64 `json:"x"`
	Maps  [][]float64 `json:"maps"`
	Plain bool        `json:"plain"`
	// Rows are the summands of the score. Total is the score, Camp is the predicted camp, and Prob is its probability in per cent.
	Rows  []Summand `json:"rows"`
	Total string    `json:"total"`
	Camp  string    `json:"camp"`
	Prob  string    `json:"prob"`
	// Cells are the quantities of the tie. Now is the name of the cell that the scene explains, "" in scene 0.
	Cells []StripCell `json:"cells"`
	Now   string      `json:"now"`
	// Sums are the scores with each kind of maps, which only scene 3 has. Combinations are the four pairs of tempers.
	Sums         []Sum         `json:"sums"`
	Combinations []Combination `json:"combinations"`
}

// shownRows is the number of neighbours that have a separate row in any case ([Model.rows]).
const shownRows = 12

// At returns the model of a selection. If V is not a remaining neighbour of U, At replaces V by the neighbour with the strongest pull. It
// ignores removals that are not possible ([Selection.clean]). At fails for an unknown person, for a person without ties, and if
// [Network.Evaluate] fails. The scene must be from 0 to Last.
func (n *Network) At(v Selection) (*Model, error) {
	if v.U < 0 || v.U >= n.Graph.N {
		return nil, fmt.Errorf("scene: there is no person %d", v.U)
	}

	// The network without removals and negation has all ties of the person, which v.clean needs. Then the network is evaluated with the
	// changes of the selection.
	c := Change{Maps: v.Maps, Flipped: -1}
	first, err := n.Evaluate(c)
	if err != nil {
		return nil, err
	}
	all := first.Ties(v.U)
	if len(all) == 0 {
		return nil, fmt.Errorf("scene: person %d has no ties", v.U)
	}
	v.clean(all)
	for _, j := range v.Removed {
		c.Removed = append(c.Removed, [2]int{min(v.U, j), max(v.U, j)})
	}
	if v.Flipped {
		c.Flipped = v.V
	}
	r := first
	if len(c.Removed) > 0 || c.Flipped >= 0 {
		r, err = n.Evaluate(c)
		if err != nil {
			return nil, err
		}
	}

	// The texts and numbers of the scene.
	w := r.writer(v.U)
	t := w.ties[indexOf(w.ties, v.V)] // after v.clean, V is a neighbour in the changed graph
	m := &Model{Scene: v.Scene, Plain: n.Plain(), U: n.person(r, v.U), V: n.person(r, v.V), X: [][]float64{r.Sent[v.U][:], r.Sent[v.V][:]},
		Maps: [][]float64{scaled(t.Ru), scaled(t.Rv)}, Total: plus(r.Score[v.U], w.digits), Camp: Camps[r.Pred[v.U]],
		Prob: fix(100*w.prob(), 0) + " %", Cells: w.strip(t)}
	m.rows(w, v, all)
	if v.Scene == 3 { // only this scene displays the sums
		if err := m.sums(n, v, c); err != nil {
			return nil, err
		}
	}
	m.pairs(n, c)
	// The explained cell by scene; scene 0 explains no cell. A network without maps has no cell CellEdge.
	m.Now = [...]string{"", CellEdge, CellBack, CellSum, CellGuess, CellEdge}[v.Scene]
	if n.Plain() && m.Now == CellEdge {
		m.Now = CellGiven
	}
	m.Say = m.say(n, r, v, t)
	return m, nil
}

// clean makes a selection valid for the ties of U. It drops from Removed repeated entries and everyone who is no neighbour. If Removed then
// has all neighbours, clean drops the last entry of Removed, so that a tie remains. If V is not a remaining neighbour, V becomes the
// remaining neighbour with the strongest pull.
func (v *Selection) clean(ties []Tie) {
	var removed []int
	for _, j := range v.Removed { // a link by hand can have any entries
		if indexOf(ties, j) >= 0 && !slices.Contains(removed, j) {
			removed = append(removed, j)
		}
	}
	v.Removed = removed[:min(len(removed), len(ties)-1)]
	k := indexOf(ties, v.V)
	if k < 0 || slices.Contains(v.Removed, v.V) { // the first remaining tie, since ties are in descending order of |Pull|
		k = slices.IndexFunc(ties, func(t Tie) bool { return !slices.Contains(v.Removed, t.Node) })
	}
	v.V = ties[k].Node
}

// scaled returns the 2 × 2 identity times v in row-major order.
func scaled(v float64) []float64 { return []float64{v, 0, 0, v} }

// indexOf returns the index of the tie to a node, −1 if no tie leads to it.
func indexOf(ties []Tie, node int) int {
	return slices.IndexFunc(ties, func(t Tie) bool { return t.Node == node })
}

// person returns the drawn person i.
func (n *Network) person(r *Evaluation, i int) Person {
	p := Person{ID: i, Guess: r.Pred[i], Wrong: r.Pred[i] != n.Graph.Labels[i], Arrow: r.Sent[i], Hint: r.Given[i][0]}
	if r.Given[i][1] < 0 { // the second feature is 1 for temper 0, and −1 for temper 1
		p.Temper = 1
	}
	return p
}

// rival reports whether the tempers of the people i and j differ.
func (r *Evaluation) rival(i, j int) bool { return r.Given[i][1] != r.Given[j][1] }

// kin returns the noun for a neighbour: "rival" or "friend".
func kin(isRival bool) string {
	if isRival {
		return "rival"
	}
	return "friend"
}

// rows adds the summands of the score: the person's own part, the ties, and the bias. all has the ties before the reader's changes, in
// descending order of |Pull|. A removed tie has a row without a pull. The ties after the first shownRows share a row. Two kinds of ties
// always have a row of their own: the tie to the selected neighbour, and removed ties, which the reader may put back.
func (m *Model) rows(w *writer, v Selection, all []Tie) {
	u, d := v.U, w.digits
	own := w.Own(u)
	m.Rows = append(m.Rows, Summand{Node: -1, Who: "u itself", Pull: plus(own, d), Value: own, Temper: m.U.Temper,
		Guess: m.U.Guess})
	foldedPull, folded := 0.0, 0 // sum and number of the ties that share a row
	for _, t := range all {
		j := t.Node
		sent, readout := w.Sent[j], w.weights.readout
		row := Summand{Node: j, Who: fmt.Sprintf("%s %d", kin(w.rival(u, j)), j), Rival: w.rival(u, j), Guess: w.Pred[j], Sends: w.vec(sent),
			Arrow: sent, On: j == v.V, Out: true, Alone: readout[0]*sent[0] + readout[1]*sent[1]}
		if w.Given[j][1] < 0 {
			row.Temper = 1
		}
		if k := indexOf(w.ties, j); k >= 0 { // the tie remains, with the numbers of the changed graph
			tie := w.ties[k]
			row.Out, row.Back, row.Value = false, tie.Back, tie.Pull
			row.Times = fix(w.Norm[u]*w.Norm[j]*tie.Ru*tie.Rv, d+1) // one decimal more than the pull, as in the strip
			row.Arrives, row.Pull = w.fine(tie.Back), plus(tie.Pull, d)
		}
		isLate := len(m.Rows) > shownRows // the first row is the person's own part
		if isLate && !row.On && !row.Out {
			foldedPull += row.Value
			folded++
			continue
		}
		m.Rows = append(m.Rows, row)
	}

	// The folded row and the bias.
	if folded > 0 {
		m.Rows = append(m.Rows, Summand{Node: -1, Who: fmt.Sprintf("%d more", folded), Pull: plus(foldedPull, d), Value: foldedPull})
	}
	m.Rows = append(m.Rows, Summand{Node: -1, Who: "bias", Pull: plus(w.Bias(), d), Value: w.Bias()})
}

// sums adds the score of the person with each kind of maps, or nothing for a network without maps.
func (m *Model) sums(n *Network, v Selection, c Change) error {
	if n.Plain() {
		return nil
	}
	for _, kind := range [][2]string{{settings.MapsLearned, "learned"}, {settings.MapsIdentity, "identities"}, {settings.MapsZero, "none"}} {
		c.Maps = kind[0]
		r, err := n.Evaluate(c)
		if err != nil {
			return err
		}
		isDefault := v.Maps == "" && kind[0] == settings.MapsLearned // "" stands for learned maps
		isSelected := kind[0] == v.Maps || isDefault
		m.Sums = append(m.Sums, Sum{kind[0], kind[1], plus(r.Score[v.U], r.writer(v.U).digits), r.Pred[v.U], isSelected})
	}
	return nil
}

// pairs adds the four combinations of tempers of u and v, each with the maps that the network learns for these tempers. The hints of u and
// v stay unchanged. If the network learns no maps, or the change c replaces the learned maps, all numbers are 1.
func (m *Model) pairs(n *Network, c Change) {
	w := n.weights()
	keepsMaps := c.Maps == "" || c.Maps == settings.MapsLearned
	learnsMaps := n.config.Maps == "signs" && keepsMaps // "signs": maps that are one signed number an end
	for k := range 4 {
		tempers := Combination{U: k / 2, V: k % 2, On: k/2 == m.U.Temper && k%2 == m.V.Temper, Ru: 1, Rv: 1}
		if learnsMaps {
			hu := w.kept(pair{m.U.Hint, 1 - 2*float64(tempers.U)}) // temper 0 is the feature 1, and temper 1 the feature −1
			hv := w.kept(pair{m.V.Hint, 1 - 2*float64(tempers.V)})
			tempers.Ru, tempers.Rv = w.number(hu, hv), w.number(hv, hu)
		}
		tempers.Value = tempers.Ru * tempers.Rv
		tempers.Both = plus(tempers.Value, 2)
		m.Combinations = append(m.Combinations, tempers)
	}
}

// apart returns the distance ‖ru·x_u − rv·x_v‖ of the arrows of u and v on the edge, under the maps ru and rv.
func (r *Evaluation) apart(u, v int, ru, rv float64) float64 {
	dx, dy := ru*r.Sent[u][0]-rv*r.Sent[v][0], ru*r.Sent[u][1]-rv*r.Sent[v][1]
	return math.Sqrt(dx*dx + dy*dy)
}

// number returns the learned map at an end of a tie, tanh⟨l, (h, far)⟩ with the four weights l of the learner. h is the hidden vector of
// this end, and far is the hidden vector of the other end.
func (w *weights) number(h, far pair) float64 {
	l := w.learner
	return linalg.Tanh(l[0]*h[0] + l[1]*h[1] + l[2]*far[0] + l[3]*far[1])
}
