package api

import (
	"errors"
	"fmt"

	"sheafscope/core/json"
	"sheafscope/core/sgpc/explain"
	"sheafscope/wasm/proto"
)

// This file parses the arguments of explain and whatif, and formats their answers.

// ExplainNode parses the argument of explain(node): the number of a node, from 0.
func ExplainNode(a Argument) (int, error) {
	n, ok := whole(a)
	if !ok {
		return 0, fmt.Errorf("explain: the node is a whole number from 0 on, not %s", a.shown())
	}
	return n, nil
}

// ParseChange parses the argument of whatif. Its members removeEdges, addEdges, hideFeatures, labels and maps are optional. An edge is a
// pair of nodes, a hidden feature is a pair (node, feature), and a label is a pair (training node, new class), all counted from 0. The
// member maps is "learned", "identity" or "zero".
func ParseChange(data string) (explain.Change, error) {
	var c explain.Change
	if json.Unmarshal([]byte(data), &c) != nil {
		return c, errors.New(`whatif: the change is {removeEdges: [[node, node], …], addEdges: […], hideFeatures: [[node, feature], …], ` +
			`labels: [[node, class], …], maps: "learned" | "identity" | "zero"}`)
	}
	return c, nil
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
