package scene

// The view model of the scenes: people, summands and maps.

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
	Scene   int    // from 1 to Last
	U, V    int    // person and neighbour; V = −1 means the neighbour with the strongest pull
	Maps    string // kind of maps, as in Change
	Removed []int  // removed neighbours
	Flipped bool   // the temper of V is negated
}

// Person is a drawn person. Temper and Guess, the predicted camp, are 0 or 1 as at Look. Arrow is the vector x that the person sends.
type Person struct {
	ID     int     `json:"id"`
	Temper int     `json:"temper"`
	Guess  int     `json:"guess"`
	Wrong  bool    `json:"wrong"`
	Arrow  pair    `json:"arrow"`
	Hint   float64 `json:"hint"`
}

// Summand is a row of the sum. Node is the neighbour; it is −1 for the person's own part, the bias and the folded neighbours. Value is the
// summand, and Alone the pull of the neighbour without maps. Arrow is sent by the neighbour, and Back arrives at the person. On marks the
// selected neighbour, Out a removed one.
type Summand struct {
	Node    int     `json:"node"`
	Who     string  `json:"who"`
	Temper  int     `json:"temper"`
	Guess   int     `json:"guess"`
	Rival   bool    `json:"rival"`
	Sends   string  `json:"sends"`
	Times   string  `json:"times"`
	Arrives string  `json:"arrives"`
	Pull    string  `json:"pull"`
	Value   float64 `json:"value"`
	Alone   float64 `json:"alone"`
	Arrow   pair    `json:"arrow"`
	Back    pair    `json:"back"`
	On      bool    `json:"on"`
	Out     bool    `json:"out"`
}

// Sum is the score with a kind of maps: the kind as in Change, the name of the kind, the score as text, and the camp. On marks the selected
// kind.
type Sum struct {
	Maps string `json:"maps"`
	Name string `json:"name"`
	Text string `json:"text"`
	Camp int    `json:"camp"`
	On   bool   `json:"on"`
}

// Combination is a pair of tempers U and V, with the maps of both ends and the product of the maps. On marks the tempers of the tie.
type Combination struct {
	U     int     `json:"u"`
	V     int     `json:"v"`
	Ru    float64 `json:"ru"`
	Rv    float64 `json:"rv"`
	Both  string  `json:"both"`
	Value float64 `json:"value"`
	On    bool    `json:"on"`
}

// Model is the view model of a scene. Stop is the stop of the dial, from 0 to Stops − 1; in the last scene it is the stage of SGPC. MovedX
// and MovedMaps are the vectors and maps that the reader has dragged. They are nil while the trained ones are displayed.
type Model struct {
	Stop      int         `json:"stop"`
	Stops     int         `json:"stops"`
	MovedX    [][]float64 `json:"movedX,omitempty"`
	MovedMaps [][]float64 `json:"movedMaps,omitempty"`

	Scene        int           `json:"scene"`
	Say          string        `json:"say"`
	U            Person        `json:"u"`
	V            Person        `json:"v"`
	X            [][]float64   `json:"x"`
	Maps         [][]float64   `json:"maps"`
	Plain        bool          `json:"plain"`
	Rows         []Summand     `json:"rows"`
	Total        string        `json:"total"`
	Camp         string        `json:"camp"`
	Prob         string        `json:"prob"`
	Cells        []StripCell   `json:"cells"`
	Now          string        `json:"now"`
	Sums         []Sum         `json:"sums"`
	Combinations []Combination `json:"combinations"`
}

// shownRows is the largest number of neighbours with a separate row. The pulls of all other neighbours share a row.
const shownRows = 12

// At returns the model of a selection. It fails for an unknown person and for a person without ties.
func (n *Network) At(v Selection) (*Model, error) {
	if v.U < 0 || v.U >= n.Graph.N {
		return nil, fmt.Errorf("scene: there is no person %d", v.U)
	}
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
		if r, err = n.Evaluate(c); err != nil {
			return nil, err
		}
	}
	w := r.writer(v.U)
	t := w.ties[indexOf(w.ties, v.V)]
	guess := 0
	if r.Pred[v.U] == 1 {
		guess = 1
	}
	m := &Model{Scene: v.Scene, Plain: n.Plain(), U: n.person(r, v.U), V: n.person(r, v.V), X: [][]float64{r.Sent[v.U][:], r.Sent[v.V][:]},
		Maps: [][]float64{scaled(t.Ru), scaled(t.Rv)}, Total: plus(r.Score[v.U], w.digits), Camp: Camps[guess],
		Prob: fix(100*w.prob(), 0) + " %", Cells: w.strip(t)}
	m.rows(w, v, all)
	if v.Scene == 3 { // only this scene displays the sums
		if err := m.sums(n, v, c); err != nil {
			return nil, err
		}
	}
	m.pairs(n, c)
	m.Now = [...]string{"", CellEdge, CellBack, CellSum, CellGuess, CellEdge}[v.Scene]
	if n.Plain() && m.Now == CellEdge {
		m.Now = CellGiven
	}
	m.Say = m.say(n, r, v, t)
	return m, nil
}

// clean makes a selection valid for the ties of U. Removed has only neighbours and keeps at least one tie. If V is no remaining neighbour,
// it becomes the remaining neighbour with the strongest pull.
func (v *Selection) clean(ties []Tie) {
	v.Removed = slices.DeleteFunc(slices.Clone(v.Removed), func(j int) bool { return indexOf(ties, j) < 0 })
	if len(v.Removed) == len(ties) {
		v.Removed = v.Removed[:len(ties)-1]
	}
	k := indexOf(ties, v.V)
	if k < 0 || slices.Contains(v.Removed, v.V) {
		k = slices.IndexFunc(ties, func(t Tie) bool { return !slices.Contains(v.Removed, t.Node) })
	}
	v.V = ties[k].Node
}

// scaled returns the 2 × 2 identity times v in row-major order.
func scaled(v float64) []float64 { return []float64{v, 0, 0, v} }

// indexOf returns the index of the tie to a node, −1 if there is no such tie.
func indexOf(ties []Tie, node int) int {
	return slices.IndexFunc(ties, func(t Tie) bool { return t.Node == node })
}

// person returns the drawn person i.
func (n *Network) person(r *Evaluation, i int) Person {
	p := Person{ID: i, Guess: r.Pred[i], Wrong: r.Pred[i] != n.Graph.Labels[i], Arrow: r.Sent[i], Hint: r.Given[i][0]}
	if r.Given[i][1] < 0 {
		p.Temper = 1
	}
	return p
}

// rival reports whether the tempers of two people differ.
func (r *Evaluation) rival(i, j int) bool { return r.Given[i][1] != r.Given[j][1] }

// kin returns the noun for a neighbour.
func kin(isRival bool) string {
	if isRival {
		return "rival"
	}
	return "friend"
}

// rows adds the summands: the person's own part, the ties in the order of the list, and the bias. The ties after the first shownRows ones
// share a row, except that of the selected neighbour. all has the removed ties, too.
func (m *Model) rows(w *writer, v Selection, all []Tie) {
	u, d := v.U, w.digits
	own := w.Own(u)
	m.Rows = append(m.Rows, Summand{Node: -1, Who: "u itself", Pull: plus(own, d), Value: own, Temper: m.U.Temper,
		Guess: m.U.Guess})
	rest, folded := 0.0, 0 // sum and number of the ties that share a row
	for _, t := range all {
		// A removed tie has a row without a pull.
		j := t.Node
		row := Summand{Node: j, Who: fmt.Sprintf("%s %d", kin(w.rival(u, j)), j), Rival: w.rival(u, j), Guess: w.Pred[j], Sends: w.vec(w.Sent[j]),
			Arrow: w.Sent[j], On: j == v.V, Out: true, Alone: w.w.readout[0]*w.Sent[j][0] + w.w.readout[1]*w.Sent[j][1]}
		if w.Given[j][1] < 0 {
			row.Temper = 1
		}
		if k := indexOf(w.ties, j); k >= 0 {
			t = w.ties[k]
			row.Out, row.Back, row.Value = false, t.Back, t.Pull
			row.Times = fix(w.Norm[u]*w.Norm[j]*t.Ru*t.Rv, d+1)
			row.Arrives, row.Pull = w.fine(t.Back), plus(t.Pull, d)
		}
		if len(m.Rows) > shownRows && !row.On {
			rest += row.Value
			folded++
			continue
		}
		m.Rows = append(m.Rows, row)
	}
	if folded > 0 {
		m.Rows = append(m.Rows, Summand{Node: -1, Who: fmt.Sprintf("%d more", folded), Pull: plus(rest, d), Value: rest})
	}
	m.Rows = append(m.Rows, Summand{Node: -1, Who: "bias", Pull: plus(w.Bias(), d), Value: w.Bias()})
}

// sums adds the score with each kind of maps.
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
		isSelected := kind[0] == v.Maps || v.Maps == "" && kind[0] == settings.MapsLearned
		m.Sums = append(m.Sums, Sum{kind[0], kind[1], plus(r.Score[v.U], r.writer(v.U).digits), r.Pred[v.U], isSelected})
	}
	return nil
}

// pairs adds the maps of the tie for every pair of tempers of its ends. The hints of the ends stay unchanged.
func (m *Model) pairs(n *Network, c Change) {
	l := n.weights()
	learnsMaps := n.config.Maps == "signs" && (c.Maps == "" || c.Maps == settings.MapsLearned)
	for k := range 4 {
		of := Combination{U: k / 2, V: k % 2, On: k/2 == m.U.Temper && k%2 == m.V.Temper, Ru: 1, Rv: 1}
		if learnsMaps {
			hu, hv := l.kept(pair{m.U.Hint, 1 - 2*float64(of.U)}), l.kept(pair{m.V.Hint, 1 - 2*float64(of.V)})
			of.Ru, of.Rv = l.number(hu, hv), l.number(hv, hu)
		}
		of.Value = of.Ru * of.Rv
		of.Both = plus(of.Value, 2)
		m.Combinations = append(m.Combinations, of)
	}
}

// apart returns the distance of the arrows of u and v under the maps ru and rv.
func (r *Evaluation) apart(u, v int, ru, rv float64) float64 {
	a, b := ru*r.Sent[u][0]-rv*r.Sent[v][0], ru*r.Sent[u][1]-rv*r.Sent[v][1]
	return math.Sqrt(a*a + b*b)
}

// number returns the learned map of an end, given the hidden vectors h of this end and far of the other end.
func (w *weights) number(h, far pair) float64 {
	l := w.learner
	return linalg.Tanh(l[0]*h[0] + l[1]*h[1] + l[2]*far[0] + l[3]*far[1])
}
