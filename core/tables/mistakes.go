package tables

import "slices"

// Votes are the predictions of a run: Pred has the class of every node, and Tested are the test nodes of the split.
// Split is the name of the split, or the seed that draws it. Runs with the same name have the same test nodes.
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
	// Tests[m·N+i] counts the cases of node i in runs of model m. Wrong counts the cases among them with a wrong prediction.
	Tests, Wrong []int
	// Pairs[a·M+b] compares models a and b on the splits that both have, where M = len(Models).
	Pairs []MistakePair
}

// MistakePair compares two models. Cases counts their common cases, and Agree counts the cases with equal predictions, right or wrong.
// Only lists, in ascending order, the nodes with a case in which the first model is right and the second is wrong.
type MistakePair struct {
	Cases, Agree int
	Only         []int
}

// NewMistakes counts the mistakes of runs on a graph with the given labels. A node with a negative label is unknown and has no case.
// NewMistakes ignores runs without a prediction for every node.
func NewMistakes(runs []Votes, labels []int) *Mistakes {
	m := &Mistakes{N: len(labels)}
	complete := func(r Votes) bool { return len(r.Pred) == m.N && m.N > 0 }
	bySplit := map[string][]Votes{}
	for _, r := range runs {
		if !complete(r) {
			continue
		}
		bySplit[r.Split] = append(bySplit[r.Split], r)
		if !slices.Contains(m.Models, r.Model) {
			m.Models = append(m.Models, r.Model)
		}
	}
	size := len(m.Models)
	m.Tests, m.Wrong, m.Pairs = make([]int, size*m.N), make([]int, size*m.N), make([]MistakePair, size*size)
	// Count the mistakes of each run, and compare it with every run on the same split.
	for _, r := range runs {
		if !complete(r) {
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
		for _, q := range bySplit[r.Split] {
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

// Node returns the number of cases of a node over all models, and the number of cases with a wrong prediction.
func (m *Mistakes) Node(i int) (tests, wrong int) {
	for a := range m.Models {
		tests, wrong = tests+m.Tests[a*m.N+i], wrong+m.Wrong[a*m.N+i]
	}
	return tests, wrong
}

// Count returns three numbers of nodes: those with a case, those that are wrong in every case, and those that are wrong in no case.
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
	var file CSV
	file.Text("node", "name", "label", "tests", "wrong")
	for _, model := range m.Models {
		file.Text("tests_"+model, "wrong_"+model)
	}
	file.End()
	for i := range m.N {
		file.Int(i)
		file.Text(name(i), label(i))
		tests, wrong := m.Node(i)
		file.Int(tests)
		file.Int(wrong)
		for a := range m.Models {
			file.Int(m.Tests[a*m.N+i])
			file.Int(m.Wrong[a*m.N+i])
		}
		file.End()
	}
	return file.File()
}
