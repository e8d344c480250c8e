package api

import (
	"errors"
	"fmt"

	"sheafscope/core/json"
	"sheafscope/core/sgpc/explain"
	"sheafscope/wasm/proto"
)

// ExplainNode parses the argument of explain(node).
func ExplainNode(a Argument) (int, error) {
	n, ok := whole(a)
	if !ok {
		return 0, fmt.Errorf("explain: the node is a whole number from 0 on, not %s", a.shown())
	}
	return n, nil
}

// ParseChange parses the argument of whatif, {removeEdges, addEdges, hideFeatures, labels, maps}, each optional. Edges are pairs
// of nodes, features pairs of node and feature, labels pairs of training node and class, and maps is "learned", "identity" or
// "zero".
func ParseChange(data string) (explain.Change, error) {
	var c explain.Change
	if json.Unmarshal([]byte(data), &c) != nil {
		return c, errors.New(`whatif: the change is {removeEdges: [[node, node], …], addEdges: […], hideFeatures: [[node, feature], …], ` +
			`labels: [[node, class], …], maps: "learned" | "identity" | "zero"}`)
	}
	return c, nil
}

// AnswerJSON returns the value of the promise of trace, explain or whatif.
func AnswerJSON(r proto.Answer) string {
	var v any
	switch {
	case r.Explanation != nil:
		v = r.Explanation
	case r.WhatIf != nil:
		n := len(r.WhatIf.Pred)
		out := struct {
			Probabilities [][]float64 `json:"probabilities"`
			Predictions   []int       `json:"predictions"`
		}{make([][]float64, n), r.WhatIf.Pred}
		for i := range n {
			c := len(r.WhatIf.Prob) / n
			out.Probabilities[i] = r.WhatIf.Prob[i*c : (i+1)*c]
		}
		v = out
	default:
		return string(r.Bytes)
	}
	return toJSON(v)
}

// toJSON returns a value as JSON. It panics for a value without JSON, which would be a bug.
func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
