//go:build js && wasm

package web

import (
	"strconv"
	"strings"

	"github.com/hack-pad/safejs"

	"sheafscope/core/json"
	"sheafscope/wasm/script"
	"sheafscope/web/state"
)

// detail is what islands send along with an event.
type detail struct {
	Kind, Text, Key, Name, Value, Hash string
	Index                              int
	Side, A, B, X, Y                   int
	Number                             float64
	Degrees, Scale                     float64
	Epoch                              float64
	Dt                                 float64
	Classes, Copied                    bool
	Gamma                              []float64
	Nodes                              []int
	On                                 bool
}

// listen takes the events of the islands and the files that the user gives.
func (p *Page) listen() {
	script.Call(p.islands, "onEvent", p.callback(func(args []safejs.Value) {
		var d detail
		kind := script.Text(args[0])
		if err := json.Unmarshal([]byte(script.Text(args[1])), &d); err != nil {
			panic(err)
		}
		if kind == "hash" {
			p.address = "" // it is no longer what the page wrote there
		}
		if m := message(kind, d); m != nil {
			p.Dispatch(m)
		}
	}))
	script.Set(safejs.Global(), "sheafscopeFound", p.callback(func(args []safejs.Value) {
		m := state.Found{Sum: script.Text(args[0])}
		if script.True(args[1]) {
			m.Files, _ = script.Files(args[1]) // what the browser kept and cannot be read is not there
		}
		p.Dispatch(m)
	}))
	script.Set(safejs.Global(), "sheafscopeFiles", p.callback(func(args []safejs.Value) {
		files, err := script.Files(args[0])
		if err != nil {
			p.Dispatch(state.Fail{Text: "The files could not be read: " + script.Explained(err).Error() + ".", Own: true})
			return
		}
		p.Dispatch(state.Files{Files: files})
	}))
}

// callback makes a function for JavaScript whose panic shows the reload banner.
func (p *Page) callback(f func(args []safejs.Value)) safejs.Func {
	return script.Func(func(args []safejs.Value) any {
		defer p.crash()
		f(args)
		return nil
	})
}

func message(kind string, d detail) state.Msg {
	switch kind {
	case "pick":
		switch d.Kind {
		case "node":
			return state.PickNode{Node: d.Index}
		case "edge":
			return state.PickEdge{Edge: d.Index}
		case "layer":
			return state.PickLayer{Layer: d.Index}
		}
		return state.PickNode{Node: -1}
	case "eigen":
		return state.PickEigen{Index: d.Index}
	case "lasso":
		return state.PickLasso{Nodes: d.Nodes}
	case "confusion":
		return state.PickConfusion{Label: d.A, Pred: d.B}
	case state.NodesMistakes:
		return state.PickMistakes{Right: d.A, Wrong: d.B}
	case "kept":
		return state.OnDevice{Sum: d.Key, Sets: d.Index, Bytes: int64(d.Number), Problem: d.Text}
	case "shared":
		return state.Shared{Link: d.Text, Copied: d.Copied}
	case "scrub":
		return state.Scrub{Epoch: d.Epoch}
	case "setting":
		if d.Name == state.FileLayer || d.Name == state.FileEpoch {
			return state.ShowMaps{Name: d.Name, Value: d.Value}
		}
		return state.Setting{Name: d.Name, Value: d.Value}
	case "turnon":
		return state.TurnOn{Part: d.Name}
	case "changemap":
		return state.ChangeMap{Side: d.Side, A: d.A, B: d.B, Degrees: d.Degrees, Scale: d.Scale}
	case "mix":
		return state.Mix{Gamma: d.Gamma}
	case "flow":
		return state.MoveFlow{At: d.Index, Dt: d.Dt, Classes: d.Classes}
	case "unroll":
		return state.Unroll{On: d.On}
	case "without":
		switch pair := [2]int{d.A, d.B}; d.Kind {
		case "edge":
			return state.Without{Edge: &pair}
		case "word":
			return state.Without{Word: &pair}
		case "join":
			return state.Without{Join: &pair}
		case "label":
			return state.Without{Label: &d.A}
		case "name":
			return state.JoinTo{Name: d.Text}
		}
		return state.Without{Maps: d.Name}
	case "withoutflip":
		return state.WithoutFlip{Index: d.Index}
	case "reset":
		return state.Reset{}
	case "retrain":
		return state.Retrain{}
	case "findflips":
		return state.FindFlips{}
	case "note":
		switch d.Kind {
		case "add":
			return state.AddNote{Pin: d.Name, Text: d.Text}
		case "edit":
			return state.EditNote{Index: d.Index, Text: d.Text}
		}
		return state.OpenNote{Index: d.Index}
	case "export":
		return state.Export{What: d.Name}
	case "putback":
		return state.PutBack{}
	case "table":
		return tableMessage(d)
	case "lab":
		return labMessage(d)
	case "sketch":
		return sketchMessage(d)
	case "generate":
		return state.Generate{Name: d.Name, Value: d.Number}
	case "drawing":
		return state.DrawnBy{Drawing: state.Drawing{Way: d.Value, Why: d.Name}}
	case "announce":
		return state.Say{Text: d.Text}
	case "address":
		return state.AskURL{URL: d.Text}
	case "filefailed":
		return state.Fail{Text: d.Text, Own: true}
	case "hash":
		if len(d.Hash) > 1 {
			return state.Link{Text: d.Hash}
		}
	case "case":
		return state.OpenCase{Claim: d.Text}
	case "key":
		return keyMessage(d.Key)
	}
	return nil
}

func tableMessage(d detail) state.Msg {
	switch d.Kind {
	case "filter":
		return state.TableFilter{Text: d.Text}
	case "sort":
		return state.TableSort{Key: d.Key}
	case "hide":
		return state.TableHide{Key: d.Key}
	case "edges":
		return state.PickEdges{Text: d.Text}
	case "csv":
		return state.TableCSV{}
	}
	return state.Tabulate{Of: d.Name}
}

func keyMessage(key string) state.Msg {
	switch key {
	case "run":
		return state.Toggle{}
	case "inner", "stage", "epoch":
		return state.Step{Unit: key}
	case "back":
		return state.Back{}
	case "back-stage":
		return state.Back{Stage: true}
	case "back-epoch":
		return state.Back{Epoch: true}
	case "home":
		return state.Seek{}
	case "end":
		return state.Scrub{Epoch: 1e9}
	case "hops":
		return state.CycleHops{}
	case "escape":
		return state.Cancel{}
	}
	if stage, err := strconv.Atoi(strings.TrimPrefix(key, "stage-")); err == nil {
		return state.PickStage{Stage: stage}
	}
	return nil
}
