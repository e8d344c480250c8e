package api_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/sgpc/explain"
	"sheafscope/wasm/proto"
	"sheafscope/web/api"
)

// This file tests the questions of a program to the worker: explain and whatif.

// explain takes a node from 0 and refuses other arguments. whatif takes an object of changes and refuses other texts. Their answers
// become JSON: whatif has a row of probabilities for each node, and explain has its terms. An answer of bytes stays as it is.
func TestExplainAndWhatifArguments(t *testing.T) {
	if n, err := api.ExplainNode(number(7, "7")); n != 7 || err != nil {
		t.Errorf("explain(7) takes node %d, %v", n, err)
	}
	for _, a := range []api.Argument{{}, number(-1, "-1"), number(math.NaN(), "NaN"), text("3")} {
		if _, err := api.ExplainNode(a); err == nil {
			t.Errorf("explain(%s) is accepted", a.Shown)
		}
	}
	// The object of whatif, with every kind of change.
	want := explain.Change{RemoveEdges: [][2]int{{3, 1}}, AddEdges: [][2]int{{4, 5}}, HideFeatures: [][2]int{{0, 12}},
		Labels: [][2]int{{7, 2}}, Maps: "zero"}
	got, err := api.ParseChange(`{"removeEdges":[[3,1]],"addEdges":[[4,5]],"labels":[[7,2]],"hideFeatures":[[0,12]],"maps":"zero"}`)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the change is read as %+v, %v; want %+v", got, err, want)
	}
	for _, bad := range []string{`[]`, `{"removeEdges":[[1,"x"]]}`, `{"removeEdges":3}`, `{"maps":1}`,
		`{"removeEdges":[[1]]}`, `{"addEdges":[[1,2,3]]}`, `{"hideFeatures":[[]]}`, `{"labels":[null]}`, `{"labels":[[null,1]]}`,
		`{"removeEdge":[[3,1]]}`, `{"maps":"zero","x":null}`} {
		if _, err := api.ParseChange(bad); err == nil || !strings.HasPrefix(err.Error(), "whatif: ") {
			t.Errorf("whatif(%s) gives the error %v, want one that begins with \"whatif: \"", bad, err)
		}
	}
	if got, err := api.ParseChange(`{"removeEdges":[],"labels":null}`); err != nil || !got.Empty() {
		t.Errorf("empty lists are read as %+v, %v; want no change", got, err)
	}
	// The answers: predictions for two nodes and two classes, an explanation, and a file of bytes.
	answer := proto.Answer{WhatIf: &explain.Prediction{Prob: []float64{0.25, 0.75, 1, 0}, Pred: []int{1, 0}}}
	if s := api.AnswerJSON(answer); s != `{"probabilities":[[0.25,0.75],[1,0]],"predictions":[1,0]}` {
		t.Errorf("the answer of whatif is %s", s)
	}
	// The bias comes from no neighbour and over no edge: both are −1.
	explanation := proto.Answer{Explanation: &explain.Parts{Score: []float64{1}, Terms: []explain.Term{{Neighbour: -1, Edge: -1,
		Through: "bias", Contribution: []float64{1}}}}}
	if s := api.AnswerJSON(explanation); !strings.Contains(s, `{"neighbour":-1,"edge":-1,"through":"bias","contribution":[1]}`) {
		t.Errorf("the answer of explain is %s", s)
	}
	if s := api.AnswerJSON(proto.Answer{Bytes: []byte(`{"schema":"x"}`)}); s != `{"schema":"x"}` {
		t.Errorf("the answer of bytes is %s", s)
	}
}

// An error ends with the wrong argument, or with "nothing" if the argument is missing.
func TestArgumentErrorsNameTheArgument(t *testing.T) {
	wrong := api.Argument{Kind: "number", Number: -3, Shown: "-3"}
	for name, parse := range map[string]func(api.Argument) error{
		"theme": func(a api.Argument) error { _, err := api.ThemeName(a); return err },
		"level": func(a api.Argument) error { _, err := api.LevelName(a); return err },
		"scene": func(a api.Argument) error { _, err := api.SceneNumber(a); return err },
	} {
		for want, a := range map[string]api.Argument{"not nothing": {}, "not -3": wrong} {
			if err := parse(a); err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s: the error is %v, want %q at its end", name, err, want)
			}
		}
	}
}
