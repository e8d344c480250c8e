//go:build js && wasm

package web

import (
	"syscall/js"

	"sheafscope/core/graphio/content"
	"sheafscope/core/json"
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
	Dark                               bool
}

// listen takes the events of the islands and the files that the user gives.
func (p *Page) listen() {
	p.islands.Call("onEvent", js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer p.crash()
		var d detail
		if err := json.Unmarshal([]byte(args[1].String()), &d); err != nil {
			panic(err)
		}
		if args[0].String() == "hash" {
			p.address = "" // it is no longer what the page wrote there
		}
		if m := message(args[0].String(), d); m != nil {
			p.Dispatch(m)
		}
		return nil
	}))
	js.Global().Set("sheafscopeFound", js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer p.crash()
		m := state.Found{Sum: args[0].String()}
		if args[1].Truthy() {
			m.Files = filesOf(args[1])
		}
		p.Dispatch(m)
		return nil
	}))
	js.Global().Set("sheafscopeFiles", js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer p.crash()
		p.Dispatch(state.Files{Files: filesOf(args[0])})
		return nil
	}))
}

// filesOf copies a list of {name, data} with Uint8Arrays.
func filesOf(list js.Value) (files []content.File) {
	for i := range list.Length() {
		f := list.Index(i)
		data := make([]byte, f.Get("data").Length())
		js.CopyBytesToGo(data, f.Get("data"))
		files = append(files, content.File{Name: f.Get("name").String(), Data: data})
	}
	return files
}

func message(kind string, d detail) state.Msg {
	switch kind {
	case "pick":
		switch d.Kind {
		case "node":
			return state.PickNode{Node: d.Index}
		case "edge":
			return state.PickEdge{Edge: d.Index}
		}
		return state.PickNode{Node: -1}
	case "eigen":
		return state.PickEigen{Index: d.Index}
	case "lasso":
		return state.PickLasso{Nodes: d.Nodes}
	case "confusion":
		return state.PickConfusion{Label: d.A, Pred: d.B}
	case "kept":
		return state.OnDevice{Sum: d.Key, Sets: d.Index, Bytes: int64(d.Number), Problem: d.Text}
	case "shared":
		return state.Shared{Link: d.Text, Copied: d.Copied}
	case "scrub":
		return state.Scrub{Epoch: d.Epoch}
	case "setting":
		return state.Setting{Name: d.Name, Value: d.Value}
	case "turnon":
		return state.TurnOn{Part: d.Name}
	case "editmap":
		return state.EditMap{Side: d.Side, A: d.A, B: d.B, Degrees: d.Degrees, Scale: d.Scale}
	case "mix":
		return state.Mix{Gamma: d.Gamma}
	case "flow":
		return state.MoveFlow{At: d.Index, Dt: d.Dt, Classes: d.Classes}
	case "putback":
		return state.PutBack{}
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

func keyMessage(key string) state.Msg {
	switch key {
	case "run":
		return state.Toggle{}
	case "inner", "stage", "epoch":
		return state.Step{Unit: key}
	case "back":
		return state.Back{}
	case "back-epoch":
		return state.Back{Epoch: true}
	case "home":
		return state.Seek{}
	case "end":
		return state.Scrub{Epoch: 1e9}
	case "escape":
		return state.Cancel{}
	}
	return nil
}
