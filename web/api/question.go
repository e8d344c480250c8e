package api

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"sheafscope/core/json"
	"sheafscope/core/sgpc/explain"
	"sheafscope/wasm/proto"
)

// This file parses the arguments of explain and whatif, and formats their answers.

// ExplainNode parses the argument of explain(node): the number of a node, from 0.
func ExplainNode(a Argument) (int, error) { return whole(a, "explain: the node", math.MaxInt32) }

// ParseChange parses the argument of whatif. Its members removeEdges, addEdges, hideFeatures, labels and maps are optional. An edge is a
// pair of nodes, a hidden feature is a pair (node, feature), and a label is a pair (training node, new class), all counted from 0. The
// member maps is "learned", "identity" or "zero". ParseChange fails for another member, and for a list with an incomplete pair.
func ParseChange(data string) (explain.Change, error) {
	in := struct {
		explain.Change
		// These lists hide the lists of Change with these names, which do not refuse incomplete pairs.
		RemoveEdges  pairs `json:"removeEdges"`
		AddEdges     pairs `json:"addEdges"`
		HideFeatures pairs `json:"hideFeatures"`
		Labels       pairs `json:"labels"`
	}{}
	err := cmp.Or(json.Unmarshal([]byte(data), &in), onlyMembers(data, "removeEdges", "addEdges", "hideFeatures", "labels", "maps"))
	if err != nil {
		return in.Change, errors.New(`whatif: the change is {removeEdges: [[node, node], …], addEdges: […], ` +
			`hideFeatures: [[node, feature], …], labels: [[node, class], …], maps: "learned" | "identity" | "zero"}`)
	}
	c := in.Change
	c.RemoveEdges, c.AddEdges, c.HideFeatures, c.Labels = in.RemoveEdges, in.AddEdges, in.HideFeatures, in.Labels
	return c, nil
}

// onlyMembers fails if a JSON object has a member that is not one of the names, for example a misspelt one.
func onlyMembers(data string, names ...string) error {
	var members map[string]setting // setting accepts any value
	err := json.Unmarshal([]byte(data), &members)
	for name := range members {
		if !slices.Contains(names, name) {
			return fmt.Errorf("there is no %.100q", name)
		}
	}
	return err
}

// pairs is a list of pairs of whole numbers.
type pairs [][2]int

// UnmarshalJSON fails unless every element of the list has exactly two numbers. JSON has null for NaN and undefined of JavaScript.
func (p *pairs) UnmarshalJSON(data []byte) error {
	var lists [][]*int
	if err := json.Unmarshal(data, &lists); err != nil {
		return err
	}
	for _, list := range lists {
		if len(list) != 2 || list[0] == nil || list[1] == nil {
			return errors.New("not a pair")
		}
		*p = append(*p, [2]int{*list[0], *list[1]})
	}
	return nil
}

// AnswerJSON returns the value of the promise of trace, explain or whatif as JSON. The bytes of a trace already have this form.
func AnswerJSON(r proto.Answer) string {
	var v any
	switch {
	case r.Explanation != nil:
		v = r.Explanation
	case r.WhatIf != nil:
		n := len(r.WhatIf.Pred) // Prob has a row of class probabilities for each of the n nodes
		prediction := struct {
			Probabilities [][]float64 `json:"probabilities"`
			Predictions   []int       `json:"predictions"`
		}{make([][]float64, n), r.WhatIf.Pred}
		for i := range n {
			classes := len(r.WhatIf.Prob) / n // inside the loop, since n can be 0
			prediction.Probabilities[i] = r.WhatIf.Prob[i*classes : (i+1)*classes]
		}
		v = prediction
	default: // a trace
		return string(r.Bytes)
	}
	return toJSON(v)
}

// toJSON returns a value as JSON. It panics if JSON cannot express the value: such a value is a bug.
func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
