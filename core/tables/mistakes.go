package tables

import "slices"

// Votes are the predictions of a run: Pred is the class of every node, Tested the test nodes of the split.
// Split is the name of the split, or the seed that draws it. Runs with one name have the same test nodes.
type Votes struct {
	Model, Split string
	Pred, Tested []int32
}

// Mistakes counts wrong predictions over runs. A case is a labelled test node in one run.
type Mistakes struct {
	// Models are the models in the order of their first run.
	Models []string
	// N is the number of nodes.
	N int
	// Tests[m·N+i] counts the cases of node i in runs of model m, Wrong those with a wrong prediction.
	Tests, Wrong []int
	// Pairs[a·M+b], M = len(Models), compares models a and b on the cases of the splits of both.
	Pairs []MistakePair
}

// MistakePair compares two models. Cases counts their common cases, Agree those with equal predictions, right or wrong.
// Only lists, in ascending order, the nodes with a case in which the first model is right and the second wrong.
type MistakePair struct {
	Cases, Agree int
	Only         []int
}

// NewMistakes counts the mistakes of runs on a graph with the given labels. A negative label is unknown and gives no case.
// Runs without a prediction for every node are left out.
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

// add counts the cases of two runs of one split.
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

// Node returns the number of cases of a node over all models, and of wrong ones.
func (m *Mistakes) Node(i int) (tests, wrong int) {
	for a := range m.Models {
		tests, wrong = tests+m.Tests[a*m.N+i], wrong+m.Wrong[a*m.N+i]
	}
	return tests, wrong
}

// Count returns the number of nodes with a case, of those that are always wrong, and of those that are never wrong.
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

// CSV returns the nodes as CSV: number, name, label, and cases and wrong cases over all models and for each model.
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
