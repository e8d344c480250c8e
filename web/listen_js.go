//go:build js && wasm

package web

import (
	"strconv"
	"strings"

	"github.com/hack-pad/safejs"

	"sheafscope/core/choice"
	"sheafscope/core/json"
	"sheafscope/wasm/script"
	"sheafscope/web/state"
)

// This file maps the events of the islands to messages. An event has a kind, such as "lasso", and data as JSON, such as {"nodes":[0,4]}.

// detail is the data of an island's event, decoded from JSON. Each event sets only the fields that its row uses. Kind selects a row of the
// event's own table (ofKind). Any other field has the unit and the meaning of the message's field to which the row copies it: Index is a
// node in one event, and a stage in another.
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

// listen registers the handlers of the islands' events and of the user's files.
func (p *Page) listen() {
	script.Call(p.islands, "onEvent", p.callback(func(args []safejs.Value) {
		var d detail
		kind := script.Text(args[0])
		if err := json.Unmarshal([]byte(script.Text(args[1])), &d); err != nil {
			panic(err) // a bug: the page's own scripts send the events
		}
		p.handleEvent(kind, d)
	}))

	// Files from the browser's storage, with their checksum, and files that the user opens. The storage passes a false value for files that it
	// does not have.
	script.Set(safejs.Global(), "sheafscopeFound", p.callback(func(args []safejs.Value) {
		m := state.Found{Sum: script.Text(args[0])}
		if script.True(args[1]) {
			m.Files, _ = script.Files(args[1]) // an unreadable copy counts as missing
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

// handleEvent dispatches the message of an island's event. An unknown event, and some known ones, have no message. The event "drawing"
// reports how the island draws the graph, and only a change of the way of drawing is announced.
func (p *Page) handleEvent(kind string, d detail) {
	if kind == "drawing" {
		announcement := p.app.Drawing.By(d.Value, d.Name) // "" without a change
		if announcement != "" {
			p.Dispatch(state.Say{Text: announcement})
		}
		return
	}
	makeMessage := events.of(kind)
	if makeMessage == nil {
		return
	}
	m := makeMessage(d)
	if m != nil {
		p.Dispatch(m)
	}
}

// callback returns f as a function for JavaScript, with the arguments of the call in args. A panic of f shows the reload banner.
func (p *Page) callback(f func(args []safejs.Value)) safejs.Func {
	return script.Func(func(args []safejs.Value) any {
		defer p.crash()
		f(args)
		return nil
	})
}

// row is the function of a row of a [table]. It returns the message of an event, nil for no message.
type row = func(d detail) state.Msg

// table has a row for each kind of event. It is a list, because the program would have to fill a map at its start, which costs time.
type table []struct {
	kind string
	make row
}

// of returns the function of a kind of event, nil for an unknown kind.
func (t table) of(kind string) row {
	for _, r := range t {
		if r.kind == kind {
			return r.make
		}
	}
	return nil
}

// events has the messages of the islands' events. For an event whose data has a Kind, ofKind selects the message from a further table.
var events = table{
	{"pick", ofKind(picks, func(detail) state.Msg { return state.PickNode{} })},
	{"eigen", func(d detail) state.Msg { return state.PickEigen{Index: d.Index} }},
	{"lasso", func(d detail) state.Msg { return state.PickLasso{Nodes: d.Nodes} }},
	{"confusion", func(d detail) state.Msg { return state.PickConfusion{Label: d.A, Pred: d.B} }},
	{state.NodesMistakes, func(d detail) state.Msg { return state.PickMistakes{Right: d.A, Wrong: d.B} }},
	{"kept", func(d detail) state.Msg {
		return state.OnDevice{Sum: d.Key, Sets: d.Index, Bytes: int64(d.Number), Problem: d.Text}
	}},
	{"written", func(d detail) state.Msg { return state.OnAddress{Problem: d.Text, Late: d.On} }},
	{"shared", func(d detail) state.Msg { return state.Shared{Link: d.Text, Copied: d.Copied} }},
	{"scrub", func(d detail) state.Msg { return state.Scrub{Epoch: d.Epoch} }},
	{"setting", func(d detail) state.Msg {
		if d.Name == state.FileLayer || d.Name == state.FileEpoch { // menus for maps of a file, which are no settings of the run
			return state.ShowMaps{Name: d.Name, Value: d.Value}
		}
		return state.SetSetting{Name: d.Name, Value: d.Value}
	}},
	{"turnon", func(d detail) state.Msg { return state.TurnOn{Part: d.Name} }},
	{"changemap", func(d detail) state.Msg {
		return state.ChangeMap{Side: d.Side, A: d.A, B: d.B, Degrees: d.Degrees, Scale: d.Scale}
	}},
	{"mix", func(d detail) state.Msg { return state.Mix{Gamma: d.Gamma} }},
	{"pins", ofKind(pinEvents, nil)},
	{"figure", func(d detail) state.Msg { return state.MoveFigure{Name: d.Name, At: d.Index} }},
	{"flow", func(d detail) state.Msg { return state.MoveFlow{At: d.Index, Dt: d.Dt, Classes: d.Classes} }},
	{"unroll", func(d detail) state.Msg { return state.Unroll{On: d.On} }},
	{"without", ofKind(withouts, func(d detail) state.Msg { return state.Without{Maps: d.Name} })},
	{"withoutflip", func(d detail) state.Msg { return state.WithoutFlip{Index: d.Index} }},
	{"reset", func(detail) state.Msg { return state.Reset{} }},
	{"retrain", func(detail) state.Msg { return state.Retrain{} }},
	{"findflips", func(detail) state.Msg { return state.FindFlips{} }},
	{"note", ofKind(noteEvents, func(d detail) state.Msg { return state.OpenNote{Index: d.Index} })},
	{"export", func(d detail) state.Msg { return state.Export{What: d.Name} }},
	{"putback", func(detail) state.Msg { return state.PutBack{} }},
	{"table", ofKind(tableEvents, func(d detail) state.Msg { return state.Tabulate{Of: d.Name} })},
	{"lab", ofKind(labEvents, nil)},
	{"sketch", ofKind(sketchEvents, nil)},
	{"generate", func(d detail) state.Msg { return state.Generate{Name: d.Name, Value: d.Number} }},
	{"formula", func(d detail) state.Msg { return state.SetFormula{Text: d.Text} }},
	{"announce", func(d detail) state.Msg { return state.Say{Text: d.Text} }},
	{"words", func(detail) state.Msg { return state.AskWords{} }},
	{"address", func(d detail) state.Msg { return state.AskURL{URL: d.Text} }},
	{"filefailed", func(d detail) state.Msg { return state.Fail{Text: d.Text, Own: true} }},
	{"hash", func(d detail) state.Msg {
		if len(d.Hash) > 1 { // more than the sign #
			return state.Link{Text: d.Hash}
		}
		return state.Link{} // an empty address
	}},
	{"case", func(d detail) state.Msg { return state.OpenCase{Claim: d.Text} }},
	{"key", keyMessage},
	{"level", func(d detail) state.Msg { return state.SetLevel{Level: d.Name} }},
	{"dial", func(d detail) state.Msg {
		return state.Turn{Stop: d.Index, Stops: d.A, State: d.Text, Recipe: d.Value, Thread: d.Key}
	}},
	{"edge", ofKind(oneEvents, nil)},
	{"scene", ofKind(sceneEvents, nil)},
	{"menu", func(d detail) state.Msg { return state.SetMenu{Menu: d.Name} }},
	{"prefers", func(d detail) state.Msg { return state.Prefers{Theme: d.Name} }},
	{"theme", func(d detail) state.Msg { return state.SetTheme{Theme: d.Name} }},
}

// ofKind returns a function that calls the function of the event's Kind in the table rows. For a kind that rows lacks it calls other; if
// other is nil, the event has no message.
func ofKind(rows table, other row) row {
	return func(d detail) state.Msg {
		makeMessage := rows.of(d.Kind)
		if makeMessage == nil {
			makeMessage = other
		}
		if makeMessage == nil {
			return nil
		}
		return makeMessage(d)
	}
}

// oneEvents has the events of the view of one edge. The kind "look" opens a sample edge, and "open" opens the edge Index.
var oneEvents = table{
	{"look", func(detail) state.Msg { return state.OpenOne{} }},
	{"open", func(d detail) state.Msg { return state.OpenOne{Edge: choice.Of(d.Index)} }},
	{"moved", func(d detail) state.Msg { return state.MovedOne{Text: d.Text} }},
	{"close", func(detail) state.Msg { return state.CloseOne{} }},
}

// sceneEvents has the events of the scenes, the layers over the level Look.
var sceneEvents = table{
	{"go", func(d detail) state.Msg { return state.SetScene{Scene: d.Index} }},
	{"person", func(d detail) state.Msg { return state.FollowPerson{U: d.Index} }},
	{"tie", func(d detail) state.Msg { return state.FollowTie{V: d.Index} }},
	{"maps", func(d detail) state.Msg { return state.TakeMaps{Maps: d.Name} }},
	{"strike", func(d detail) state.Msg { return state.Strike{Node: d.Index} }},
	{"flip", func(detail) state.Msg { return state.FlipTemper{} }},
	{"stage", func(d detail) state.Msg { return state.PickStage{Stage: d.Index} }},
}

// picks has the kinds of the event "pick": selections in a picture. Any other kind clears the selection.
var picks = table{
	{"node", func(d detail) state.Msg { return state.PickNode{Node: choice.Of(d.Index)} }},
	{"edge", func(d detail) state.Msg { return state.PickEdge{Edge: choice.Of(d.Index)} }},
	{"layer", func(d detail) state.Msg { return state.PickLayer{Layer: d.Index} }},
}

// withouts has the kinds of the event "without": changes of the graph under which a node is predicted again, without training. Any other
// kind replaces the maps.
var withouts = table{
	{"edge", func(d detail) state.Msg { return state.Without{Edge: &[2]int{d.A, d.B}} }},
	{"word", func(d detail) state.Msg { return state.Without{Word: &[2]int{d.A, d.B}} }},
	{"join", func(d detail) state.Msg { return state.Without{Join: &[2]int{d.A, d.B}} }},
	{"label", func(d detail) state.Msg { return state.Without{Label: &d.A} }},
	{"name", func(d detail) state.Msg { return state.JoinTo{Name: d.Text} }},
}

// noteEvents has the events of notes. Any other kind opens a note.
var noteEvents = table{
	{"add", func(d detail) state.Msg { return state.AddNote{Pin: d.Name, Text: d.Text} }},
	{"edit", func(d detail) state.Msg { return state.EditNote{Index: d.Index, Text: d.Text} }},
}

// tableEvents has the events of the table under the graph. Any other kind opens a table or closes it.
var tableEvents = table{
	{"filter", func(d detail) state.Msg { return state.TableFilter{Text: d.Text} }},
	{"sort", func(d detail) state.Msg { return state.TableSort{Key: d.Key} }},
	{"hide", func(d detail) state.Msg { return state.TableHide{Key: d.Key} }},
	{"edges", func(d detail) state.Msg { return state.PickEdges{Text: d.Text} }},
	{"csv", func(detail) state.Msg { return state.TableCSV{} }},
}

// pinEvents has the events of the row of pins, the states that the user has named. An event of an unknown kind has no message.
var pinEvents = table{
	{"add", func(d detail) state.Msg { return state.AddPin{Name: d.Text} }},
	{"open", func(d detail) state.Msg { return state.OpenPin{Index: d.Index} }},
	{"show", func(d detail) state.Msg { return state.ShowPin{Text: d.Text} }},
	{"row", func(d detail) state.Msg { return state.KeepRow{Text: d.Text} }},
	{"drop", func(d detail) state.Msg { return state.DropPin{Index: d.Index} }},
	{"move", func(d detail) state.Msg { return state.MovePin{Index: d.Index} }},
	{"link", func(detail) state.Msg { return state.SharePins{} }},
	{"file", func(detail) state.Msg { return state.SavePins{} }},
}

// keys has the messages of the keyboard, except those of "stage-1" to "stage-10" ([keyMessage]).
var keys = [...]struct {
	key string
	msg state.Msg
}{
	{"run", state.Toggle{}}, {"inner", state.Step{Unit: "inner"}}, {"stage", state.Step{Unit: "stage"}},
	{"epoch", state.Step{Unit: "epoch"}}, {"back", state.Back{}}, {"back-stage", state.Back{Stage: true}},
	{"back-epoch", state.Back{Epoch: true}}, {"home", state.Seek{}}, {"end", state.Scrub{Epoch: afterLastEpoch}}, {"hops", state.CycleHops{}},
	{"next-pin", state.NextPin{By: 1}}, {"pin-before", state.NextPin{By: -1}}, {"escape", state.Cancel{}},
}

// afterLastEpoch is larger than the number of epochs of any run.
const afterLastEpoch = 1e9

// keyMessage returns the message of a key:
//   - PickStage for a number, with or without the prefix "stage-"; the keyboard sends "stage-1" to "stage-10";
//   - the message in keys for a key that is listed there;
//   - nil for any other key.
func keyMessage(d detail) state.Msg {
	stage, err := strconv.Atoi(strings.TrimPrefix(d.Key, "stage-"))
	if err == nil {
		return state.PickStage{Stage: stage}
	}
	for _, k := range keys {
		if k.key == d.Key {
			return k.msg
		}
	}
	return nil
}
