package tables

import "slices"

// Votes are the predictions of a run of Model: Pred has the class of every node, and Tested are the test nodes of the split.
// Nodes and classes are numbers from 0. Split identifies the split: runs with the same Split have the same test nodes.
type Votes struct {
	Model, Split string
	Pred, Tested []int32
}

// Mistakes counts wrong predictions over runs. A case is a labelled test node in one run.
type Mistakes struct {
	Models []string // in the order of their first run
	N      int      // number of nodes
	// Tests[a·N+i] is the number of cases of node i in runs of Models[a]. Wrong[a·N+i] is the number of these cases with a wrong prediction.
	Tests, Wrong []int
	// Pairs[a·M+b], with M = len(Models), compares the first model Models[a] with the second model Models[b]. a and b may be equal.
	Pairs []MistakePair
}

// MistakePair compares two models by their common cases. A common case is a labelled test node in a run of the first model and a run of the
// second model on the same split. With several runs of a model on a split, each pair of runs has its own common cases.
type MistakePair struct {
	Cases int   // number of common cases
	Agree int   // number of common cases with equal predictions, right or wrong
	Only  []int // nodes that only the first model predicts right in at least one common case, in ascending order
}

// NewMistakes counts the mistakes of runs on a graph with the given labels. A node with a negative label has no known class and no case.
// NewMistakes ignores a run unless it has one prediction for each node. If labels is empty, it ignores all runs.
func NewMistakes(runs []Votes, labels []int) *Mistakes {
	m := &Mistakes{N: len(labels)}
	isComplete := func(r Votes) bool { return len(r.Pred) == m.N && m.N > 0 }
	bySplit := map[string][]Votes{} // complete runs
	for _, r := range runs {
		if !isComplete(r) {
			continue
		}
		bySplit[r.Split] = append(bySplit[r.Split], r)
		if !slices.Contains(m.Models, r.Model) {
			m.Models = append(m.Models, r.Model)
		}
	}
	// The second pass counts the cases, now that the number of models is known.
	modelCount := len(m.Models)
	m.Tests = make([]int, modelCount*m.N)
	m.Wrong = make([]int, modelCount*m.N)
	m.Pairs = make([]MistakePair, modelCount*modelCount)
	for _, r := range runs {
		if !isComplete(r) {
			continue
		}
		a := slices.Index(m.Models, r.Model)
		m.count(a, r, labels)
		// Compare the run with every run on its split, also with itself.
		for _, other := range bySplit[r.Split] {
			b := slices.Index(m.Models, other.Model)
			m.Pairs[a*modelCount+b].add(r, other, labels)
		}
	}
	// Several pairs of runs may have added the same node to Only.
	for k := range m.Pairs {
		slices.Sort(m.Pairs[k].Only)
		m.Pairs[k].Only = slices.Compact(m.Pairs[k].Only)
	}
	return m
}

// count counts the cases and the wrong predictions of a run of the model with index a in Models.
func (m *Mistakes) count(a int, r Votes, labels []int) {
	for _, i := range r.Tested {
		if labels[i] < 0 {
			continue
		}
		m.Tests[a*m.N+int(i)]++
		if int(r.Pred[i]) != labels[i] {
			m.Wrong[a*m.N+int(i)]++
		}
	}
}

// add counts the common cases of first, a run of the first model, and second, a run of the second model on the same split.
func (p *MistakePair) add(first, second Votes, labels []int) {
	for _, i := range first.Tested {
		label := labels[i]
		if label < 0 {
			continue
		}
		p.Cases++
		if first.Pred[i] == second.Pred[i] {
			p.Agree++
		} else if int(first.Pred[i]) == label { // the second prediction differs from the first, so it is wrong
			p.Only = append(p.Only, int(i))
		}
	}
}

// Node returns the number of cases of a node over all models, and the number of cases with a wrong prediction.
func (m *Mistakes) Node(i int) (tests, wrong int) {
	for a := range m.Models {
		tests += m.Tests[a*m.N+i]
		wrong += m.Wrong[a*m.N+i]
	}
	return tests, wrong
}

// Count returns three numbers of nodes: tested have a case, always have a wrong prediction in every case, and never have cases but no wrong
// prediction.
func (m *Mistakes) Count() (tested, always, never int) {
	for i := range m.N {
		tests, wrong := m.Node(i)
		if tests == 0 {
			continue
		}
		tested++
		switch wrong {
		case tests:
			always++
		case 0:
			never++
		}
	}
	return tested, always, never
}

// CSV returns a CSV file with a row for each node: its number from 0, its name and its label, then its numbers of cases and of wrong cases
// over all models, and these two numbers for each model. name and label return the texts of node i.
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
