package tables

import "slices"

// Votes are what a run makes of the nodes of a graph: their classes Pred, and the test nodes Tested of its split.
// Split names the split, or the seed that draws it: runs of one name have the same test nodes.
type Votes struct {
	Model, Split string
	Pred, Tested []int32
}

// Mistakes counts wrong predictions over runs. A case is a test node with a label, in one run.
type Mistakes struct {
	// Models in the order in which they first ran.
	Models []string
	// Tests[m·N+i] counts the cases of node i in runs of model m, Wrong those in which it is called another class than its label.
	N            int
	Tests, Wrong []int
	// Pairs[a·M+b], M = len(Models), compares models a and b on the cases of the splits that both ran on.
	Pairs []MistakePair
}

// MistakePair compares two models: Cases counts those that they share, Agree the ones of them in which both call the node
// the same class, right or wrong. Only lists, in ascending order, the nodes with one in which the first is right and the second wrong.
type MistakePair struct {
	Cases, Agree int
	Only         []int
}

// NewMistakes counts the mistakes of some runs on a graph with such labels; a label below 0 is unknown and makes no case.
// A run that does not tell the class of every node is left out.
func NewMistakes(runs []Votes, labels []int) *Mistakes {
	m := &Mistakes{N: len(labels)}
	whole := func(r Votes) bool { return len(r.Pred) == m.N && m.N > 0 }
	of := map[string][]Votes{}
	for _, r := range runs {
		if !whole(r) {
			continue
		}
		of[r.Split] = append(of[r.Split], r)
		if !slices.Contains(m.Models, r.Model) {
			m.Models = append(m.Models, r.Model)
		}
	}
	size := len(m.Models)
	m.Tests, m.Wrong, m.Pairs = make([]int, size*m.N), make([]int, size*m.N), make([]MistakePair, size*size)
	for _, r := range runs {
		if !whole(r) {
			continue
		}
		a := slices.Index(m.Models, r.Model)
		for _, i := range r.Tested {
			if labels[i] < 0 {
				continue
			}
			m.Tests[a*m.N+int(i)]++
			if int(r.Pred[i]) != labels[i] {
				m.Wrong[a*m.N+int(i)]++
			}
		}
		for _, q := range of[r.Split] {
			m.Pairs[a*size+slices.Index(m.Models, q.Model)].add(r, q, labels)
		}
	}
	for k := range m.Pairs {
		slices.Sort(m.Pairs[k].Only)
		m.Pairs[k].Only = slices.Compact(m.Pairs[k].Only)
	}
	return m
}

func (p *MistakePair) add(r, q Votes, labels []int) {
	for _, i := range r.Tested {
		y := labels[i]
		if y < 0 {
			continue
		}
		p.Cases++
		if r.Pred[i] == q.Pred[i] {
			p.Agree++
		} else if int(r.Pred[i]) == y {
			p.Only = append(p.Only, int(i))
		}
	}
}

// Node returns in how many cases a node stands, over all models, and in how many of them it is wrong.
func (m *Mistakes) Node(i int) (tests, wrong int) {
	for a := range m.Models {
		tests, wrong = tests+m.Tests[a*m.N+i], wrong+m.Wrong[a*m.N+i]
	}
	return tests, wrong
}

// Count reports how many nodes were a test node in a run or more, how many of them are wrong each time, and how many never.
func (m *Mistakes) Count() (tested, always, never int) {
	for i := range m.N {
		switch tests, wrong := m.Node(i); {
		case tests == 0:
			continue
		case wrong == tests:
			always++
		case wrong == 0:
			never++
		}
		tested++
	}
	return tested, always, never
}

// CSV lists the nodes: number, name, label, in how many runs it is a test node and in how many of them it is wrong, over
// all models and for each.
func (m *Mistakes) CSV(name, label func(i int) string) []byte {
	var t CSV
	t.Text("node", "name", "label", "tests", "wrong")
	for _, model := range m.Models {
		t.Text("tests_"+model, "wrong_"+model)
	}
	t.End()
	for i := range m.N {
		t.Int(i)
		t.Text(name(i), label(i))
		tests, wrong := m.Node(i)
		t.Int(tests)
		t.Int(wrong)
		for a := range m.Models {
			t.Int(m.Tests[a*m.N+i])
			t.Int(m.Wrong[a*m.N+i])
		}
		t.End()
	}
	return t.File()
}
