// Package flat has flat forms of the protocol's messages for tests: structs without nested messages. A Request is the flat form of a goal
// or a query. A Reply is the flat form of a status or an answer. The field Kind names the message, so that a test can compare a
// conversation line by line.
package flat

import (
	"cmp"
	"maps"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Kinds of a Request. The comments name the fields of the Request that belong to the kind. Every kind has Seq, and every goal for the
// present run has Focus.
const (
	Load      = "load"    // Recipe, Files, Local, Forward: the new run
	Step      = "step"    // Unit: the run advances by one unit
	Run       = "run"     // Epochs: the run advances by so many epochs; 0 means to its end
	Pause     = "pause"   // no field; the run keeps its position
	Seek      = "seek"    // Position
	Params    = "params"  // Settings: the changed settings
	ReadFrame = "look"    // Focus, Once
	Trace     = "trace"   // no field
	Export    = "export"  // Unit
	Job       = "job"     // Recipe, Files, Unit
	Read      = "read"    // Recipe, Files: a load that asks the user about every interpretation
	Explain   = "explain" // Node
	WhatIf    = "whatif"  // Change
	Flips     = "flips"   // Node
)

// Kinds of a Reply.
const (
	Loaded     = "loaded"     // a status with a graph
	Framed     = "frame"      // a status or an answer with a frame
	Progress   = "progress"   // a status about the progress of the work
	Failed     = "error"      // a status or an answer with an error
	Written    = "written"    // the answer to Export or Trace
	Ended      = "ended"      // the answer to Job
	Answered   = "answered"   // any other answer
	Recognised = "recognised" // a status about the contents of files
	Crashed    = "crashed"    // a status after the crash of a worker
)

// Request is a goal or a query. Seq is its number in the conversation. Three fields are converted in one direction only:
//   - Start is read by Talk.Message: it becomes Goal.Start, where 0 stands for Seq. Talk.Request leaves it 0.
//   - From is Goal.From, and is set by Talk.Request. Talk.Message ignores it: its goals have From −1.
//   - More is set by Talk.Request, for a Step of more than one unit. Talk.Message ignores it.
//
// The comments of the kinds name the other fields.
type Request struct {
	Seq, Start             int
	Kind                   string
	Recipe                 recipe.Setup
	Files                  []content.File
	Unit                   string
	Epochs, Position, From int
	Focus                  frame.Focus
	Once                   frame.Once
	Settings               map[string]string
	Node                   int
	Change                 explain.Change
	Local, Forward, More   bool
}

// Reply is a status or an answer. Seq is the number of the goal or query to which the Reply belongs. Final is true for an answer, and for a
// status that ends its goal. Message is the text of the error. What is the operation of a Progress, or the name of a written file. Any
// other field is the field of the status or answer with this name; Answer is WhatIf, and Recognition is Found.
type Reply struct {
	Seq                               int
	Kind                              string
	Final                             bool
	Graph                             *proto.GraphInfo
	Config                            *settings.Config
	Method                            method.Method
	Frame                             *frame.Frame
	EpochSeconds                      float64
	Fraction, Left                    float64
	What, Message, Host               string
	Missing, Overtaken, Died, Stopped bool
	Settings                          map[string]string
	Bytes                             []byte
	Outcome                           *proto.JobAnswer
	Explanation                       *explain.Parts
	Answer                            *explain.Prediction
	Flips                             *explain.Flips
	Recognition                       *content.Recognition
}

// Talk converts the messages of one conversation. The conversion of a message depends on the messages before it.
type Talk struct {
	Settings map[string]string   // settings of the last goal, except of a load that asks the user
	Queries  map[int]proto.Query // all queries that Request has converted, by Seq
	goal     proto.Goal          // the last goal that Request has converted
}

// Message returns the message whose flat form is r. A goal for the present run has all settings of the conversation. Params changes some of
// them first, and Recipe.Settings replaces all of them if it is not nil.
func (t *Talk) Message(r Request) proto.Message {
	g := proto.Goal{Seq: r.Seq, Start: cmp.Or(r.Start, r.Seq), From: -1, Focus: r.Focus}
	q := proto.Query{Seq: r.Seq, Question: r.Kind, Run: r.Recipe, Files: r.Files, Unit: r.Unit, Node: r.Node,
		Change: r.Change, Focus: r.Focus, Once: r.Once}
	// The cases of loads and of queries return a message. The other cases complete a goal for the present run.
	switch r.Kind {
	case Read:
		g.Load, g.Asks, g.Run, g.Files = true, proto.Always, r.Recipe, r.Files
		return proto.Message{Goal: &g}
	case Load:
		g.Load, g.Run, g.Files, g.Local, g.Forward = true, r.Recipe, r.Files, r.Local, r.Forward
		t.Settings = r.Recipe.Settings
		return proto.Message{Goal: &g}
	case Step:
		g.Until = proto.Until{Unit: r.Unit, N: 1}
	case Run:
		g.Until = proto.Until{Unit: proto.Epochs, N: r.Epochs}
	case Seek:
		g.Until = proto.Until{Unit: proto.At, N: r.Position}
	case Params:
		merged := map[string]string{}
		maps.Copy(merged, t.Settings)
		maps.Copy(merged, r.Settings)
		t.Settings = merged
	case Pause: // the zero Until keeps the position
	case ReadFrame:
		q.Question = proto.ReadFrame
		return proto.Message{Query: &q}
	case Trace:
		q.Question, q.Unit = proto.Write, "trace"
		return proto.Message{Query: &q}
	case Export:
		q.Question = proto.Write
		return proto.Message{Query: &q}
	case Job:
		q.Question = proto.Measure
		return proto.Message{Query: &q}
	default: // Explain, WhatIf and Flips: the kind is the question
		return proto.Message{Query: &q}
	}
	if r.Recipe.Settings != nil {
		t.Settings = r.Recipe.Settings
	}
	g.Set, g.Run.Settings = true, t.Settings
	return proto.Message{Goal: &g}
}

// Request returns the flat form of a message, and records the message in t. If a goal without Load changes settings, the flat form has the
// kind Params and only the changed settings, even if the goal has an Until.
func (t *Talk) Request(m proto.Message) Request {
	if q := m.Query; q != nil {
		if t.Queries == nil {
			t.Queries = map[int]proto.Query{}
		}
		t.Queries[q.Seq] = *q
		r := Request{Seq: q.Seq, Kind: q.Question, Recipe: q.Run, Files: q.Files, Unit: q.Unit, Node: q.Node,
			Change: q.Change, Focus: q.Focus, Once: q.Once}
		switch {
		case q.Question == proto.ReadFrame:
			r.Kind = ReadFrame
		case q.Question == proto.Measure:
			r.Kind = Job
		case q.Question == proto.Write && q.Unit == "trace":
			r.Kind, r.Unit = Trace, ""
		case q.Question == proto.Write:
			r.Kind = Export
		}
		return r
	}
	// A goal for a new run has the kind Load or Read. A goal that changes the settings of the present run has the kind Params. The kind of any
	// other goal follows from Until.
	g := m.Goal
	r := Request{Seq: g.Seq, Focus: g.Focus, From: g.From}
	previousSettings := t.Settings
	t.goal = *g
	if g.Supersedes() || g.Set { // a load that asks the user changes no settings
		t.Settings = g.Run.Settings
	}
	switch {
	case g.Load:
		r.Kind, r.Recipe, r.Files, r.Local, r.Forward = Load, g.Run, g.Files, g.Local, g.Forward
		if g.Asks == proto.Always {
			r.Kind = Read
		}
	case !maps.Equal(previousSettings, t.Settings):
		r.Kind, r.Settings = Params, map[string]string{}
		for name, value := range g.Run.Settings {
			old, existed := previousSettings[name]
			if !existed || old != value {
				r.Settings[name] = value
			}
		}
	case g.Until.Unit == "":
		r.Kind = Pause
	case g.Until.Unit == proto.At:
		r.Kind, r.Position = Seek, g.Until.N
	case g.Until.Unit == proto.Epochs:
		r.Kind, r.Epochs = Run, g.Until.N
	default:
		r.Kind, r.Unit = Step, g.Until.Unit
		r.More = g.Until.N > 1
	}
	return r
}

// Of returns the flat form of a reply. The kind of an answer is Failed if the answer has an error. Otherwise it depends on the question.
func Of(r proto.Reply) Reply {
	if a := r.Answer; a != nil {
		out := Reply{Seq: a.Seq, Kind: Answered, Final: true, Frame: a.Frame, Message: a.Err, Missing: a.Missing,
			Overtaken: a.Overtaken, Died: a.Died, What: a.Name, Bytes: a.Bytes, Outcome: a.Outcome, Explanation: a.Explanation,
			Answer: a.WhatIf, Flips: a.Flips}
		switch {
		case a.Err != "":
			out.Kind = Failed
		case a.Question == proto.ReadFrame:
			out.Kind = Framed
		case a.Question == proto.Write:
			out.Kind = Written
		case a.Question == proto.Measure:
			out.Kind = Ended
		}
		return out
	}
	// The first case that holds decides the kind of a status. If no case holds, the kind is Framed.
	st := r.Status
	out := Reply{Seq: st.Goal, Kind: Framed, Final: st.Reached, Graph: st.Graph, Config: st.Config, Method: st.Method,
		Frame: st.Frame, EpochSeconds: st.EpochSeconds, Message: st.Err, Host: st.Host, Settings: st.Settings, Stopped: st.Stopped,
		Recognition: st.Found}
	p := st.Progress
	switch {
	case st.Crashed:
		out.Kind = Crashed
	case st.Err != "":
		out.Kind = Failed
	case st.Graph != nil:
		out.Kind = Loaded
	case st.Found != nil:
		out.Kind = Recognised
	case p != nil:
		out.Kind, out.What, out.Fraction, out.Left = Progress, p.What, p.Fraction, p.Left
	}
	return out
}

// Reply returns the reply whose flat form is r. The reply is an answer if a query has the same Seq and if the kind is not Progress. Any
// other reply is a status. Seq 0 means the last goal. A status of the kind Recognised ends its goal. A status that ends a goal without an
// error has the settings of the goal. An error without a text gets the text "failed".
func (t *Talk) Reply(r Reply) proto.Reply {
	if r.Kind == Failed {
		r.Message = cmp.Or(r.Message, "failed")
	}
	q, isOfQuery := t.Queries[r.Seq]
	if isOfQuery && r.Kind != Progress { // a status may report the progress of a query
		return proto.Reply{Answer: &proto.Answer{Seq: r.Seq, Question: q.Question, For: q.For, Frame: r.Frame, Err: r.Message,
			Missing: r.Missing, Overtaken: r.Overtaken, Died: r.Died, Name: r.What, Bytes: r.Bytes, Outcome: r.Outcome,
			Explanation: r.Explanation, WhatIf: r.Answer, Flips: r.Flips}}
	}
	st := proto.Status{Goal: r.Seq, Graph: r.Graph, Config: r.Config, Method: r.Method, Frame: r.Frame,
		EpochSeconds: r.EpochSeconds, Reached: r.Final || r.Kind == Recognised, Err: r.Message, Host: r.Host, Crashed: r.Kind == Crashed,
		Stopped: r.Stopped, Settings: r.Settings, Found: r.Recognition}
	// Fields that the flat form may omit.
	if st.Goal == 0 {
		st.Goal = t.goal.Seq
	}
	if r.Kind == Loaded && st.Graph == nil {
		st.Graph = &proto.GraphInfo{}
	}
	if r.Kind == Progress {
		st.Progress = &proto.Progress{What: r.What, Fraction: r.Fraction, Left: r.Left}
	}
	if st.Reached && st.Err == "" && st.Settings == nil {
		st.Settings = t.Settings
	}
	return proto.Reply{Status: &st}
}
