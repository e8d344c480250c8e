package scene

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/settings"
)

// Last is the last scene without a training run. The next scene follows SGPC at level Learn.
const Last = 5

// Selection is the state of the thread: scene 1 to Last, person u, neighbour v (−1 for the one with the strongest pull), and the
// reader's changes.
type Selection struct {
	Scene, U, V int
	Maps        string
	Removed     []int
	Flipped     bool
}

// Person is a drawn person. Temper and Guess are 0 or 1, as at Look.
type Person struct {
	ID     int     `json:"id"`
	Temper int     `json:"temper"`
	Guess  int     `json:"guess"`
	Wrong  bool    `json:"wrong"`
	Arrow  pair    `json:"arrow"`
	Hint   float64 `json:"hint"`
}

// Summand is a row of the sum. Alone is the neighbour's pull without maps. Node is −1 for the person's own part, the bias and the
// folded neighbours.
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

// Sum is the score with a kind of maps: the kind's word in a change, its name, the score as text and the camp.
type Sum struct {
	Maps string `json:"maps"`
	Name string `json:"name"`
	Text string `json:"text"`
	Camp int    `json:"camp"`
	On   bool   `json:"on"`
}

// Combination is a pair of tempers with both maps and their product.
type Combination struct {
	U     int     `json:"u"`
	V     int     `json:"v"`
	Ru    float64 `json:"ru"`
	Rv    float64 `json:"rv"`
	Both  string  `json:"both"`
	Value float64 `json:"value"`
	On    bool    `json:"on"`
}

// Model is the view model of the thread. Stop is the dial's stop of Stops, in the last scene the stage of SGPC. MovedX and
// MovedMaps are vectors and maps dragged at the edge, nil for the trained ones.
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

// shownRows is the largest number of neighbours with a row of their own; the other pulls share a row.
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
	v.Removed = slices.DeleteFunc(slices.Clone(v.Removed), func(j int) bool { return indexOf(all, j) < 0 })
	if len(v.Removed) == len(all) { // one tie always remains
		v.Removed = v.Removed[:len(all)-1]
	}
	at := indexOf(all, v.V)
	if at < 0 || slices.Contains(v.Removed, v.V) {
		at = slices.IndexFunc(all, func(t Tie) bool { return !slices.Contains(v.Removed, t.Node) })
	}
	v.V = all[at].Node
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
	if v.Scene == 3 { // only this scene shows them
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

// scaled returns the 2 × 2 identity times v, row by row.
func scaled(v float64) []float64 { return []float64{v, 0, 0, v} }

// indexOf returns the index of the tie to a node, −1 for none.
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

func kin(rival bool) string {
	if rival {
		return "rival"
	}
	return "friend"
}

// rows adds the summands: the person's own part, every tie, the weakest ties folded into one row, and the bias.
func (m *Model) rows(w *writer, v Selection, all []Tie) {
	u, d := v.U, w.digits
	own := w.Own(u)
	m.Rows = append(m.Rows, Summand{Node: -1, Who: "u itself", Pull: plus(own, d), Value: own, Temper: m.U.Temper,
		Guess: m.U.Guess})
	rest, folded := 0.0, 0
	for _, t := range all {
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
		m.Sums = append(m.Sums, Sum{kind[0], kind[1], plus(r.Score[v.U], r.writer(v.U).digits), r.Pred[v.U],
			kind[0] == v.Maps || v.Maps == "" && kind[0] == settings.MapsLearned})
	}
	return nil
}

// pairs adds the maps of the tie for every pair of tempers of its ends; the hints stay.
func (m *Model) pairs(n *Network, c Change) {
	l := n.weights()
	for k := range 4 {
		of := Combination{U: k / 2, V: k % 2, On: k/2 == m.U.Temper && k%2 == m.V.Temper, Ru: 1, Rv: 1}
		if n.config.Maps == "signs" && (c.Maps == "" || c.Maps == settings.MapsLearned) {
			hu, hv := l.kept(pair{m.U.Hint, 1 - 2*float64(of.U)}), l.kept(pair{m.V.Hint, 1 - 2*float64(of.V)})
			of.Ru, of.Rv = l.number(hu, hv), l.number(hv, hu)
		}
		of.Value = of.Ru * of.Rv
		of.Both = plus(of.Value, 2)
		m.Combinations = append(m.Combinations, of)
	}
}

var words = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

func word(n int) string {
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// count returns a number of neighbours, for example "one friend" or "three rivals".
func count(n int, rival bool) string {
	s := "s"
	if n == 1 {
		s = ""
	}
	return word(n) + " " + kin(rival) + s
}

// upper capitalises the first letter.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// neighbours counts the neighbours of a person in words, for example "Five friends and three rivals".
func (m *Model) neighbours() (text string, number int) {
	friends, rivals := 0, 0
	for _, row := range m.Rows {
		switch {
		case row.Node < 0 || row.Out:
		case row.Rival:
			rivals++
		default:
			friends++
		}
	}
	switch {
	case rivals == 0:
		text = count(friends, false)
	case friends == 0:
		text = count(rivals, true)
	default:
		text = count(friends, false) + " and " + count(rivals, true)
	}
	return upper(text), friends + rivals
}

// say returns the sentence of the scene.
func (m *Model) say(n *Network, r *Evaluation, v Selection, t Tie) string {
	right := "right"
	if m.U.Wrong {
		right = "wrong"
	}
	who, number := m.neighbours()
	send := " send their arrows"
	if number == 1 {
		send = " sends an arrow"
	}
	switch v.Scene {
	case 1:
		apart := " They disagree by " + fix(r.apart(v.U, v.V, t.Ru, t.Rv), 2)
		switch plain := fix(r.apart(v.U, v.V, 1, 1), 2); {
		case n.Plain():
			return "Blend has no maps: v’s arrow counts as it is." + apart + "."
		case t.Ru == 1 && t.Rv == 1:
			return "Each keeps an arrow, and the maps change nothing." + apart + "."
		default:
			return "v’s arrow is read through both maps." + apart + ", without maps by " + plain + "."
		}
	case 2:
		blue := 0
		for _, tie := range r.Ties(v.U) {
			if tie.Pull > 0 {
				blue++
			}
		}
		side, of := Camps[0], blue
		if 2*blue < number {
			side, of = Camps[1], number-blue
		}
		turned := "Turned into u’s frame, "
		if n.Plain() {
			turned = "As they are, "
		}
		these := word(of) + " of " + word(number)
		if of == number {
			these = "all"
		}
		return who + send + ". " + turned + these + " pull to " + side + "."
	case 3:
		through := ", read through their maps, add"
		if n.Plain() {
			through = ", taken as they are, add"
		} else if v.Maps == settings.MapsIdentity {
			through = ", read through identities, add"
		} else if v.Maps == settings.MapsZero {
			return "Without maps nobody is heard. u alone comes to " + m.Total + ": " + m.Camp + ", " + right + "."
		}
		if number == 1 {
			through += "s"
		}
		return who + through + " up with u’s own part to " + m.Total + ": " + m.Camp + ", " + right + "."
	case 4:
		return "Everybody does what u did, all at once."
	}
	switch {
	case n.Plain():
		return "Blend has no maps: friends and rivals are mixed alike."
	case n.config.Maps == "identity":
		return "At this stop every map is the identity, whoever stands at its ends. Turn the dial on: flip learns them."
	}
	return "The map is read off the two ends. No one gave it the rule."
}

// apart returns the distance of two arrows under the maps ru and rv.
func (r *Evaluation) apart(u, v int, ru, rv float64) float64 {
	a, b := ru*r.Sent[u][0]-rv*r.Sent[v][0], ru*r.Sent[u][1]-rv*r.Sent[v][1]
	return math.Sqrt(a*a + b*b)
}

// number returns the learned map of an end with hidden vector h; far is that of the other end.
func (w *weights) number(h, far pair) float64 {
	l := w.learner
	return linalg.Tanh(l[0]*h[0] + l[1]*h[1] + l[2]*far[0] + l[3]*far[1])
}
