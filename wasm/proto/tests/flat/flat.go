// Package flat has flat forms of the protocol's messages for tests. A Request is a goal or a query, and a Reply is a status or an answer.
// The field Kind names the message. Therefore a test can compare a conversation line by line.
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

// Kinds of a Request. Each comment names the fields that the kind uses.
const (
	Load      = "load"    // Recipe and Files
	Step      = "step"    // Unit: one more unit
	Run       = "run"     // Epochs, 0 for all
	Pause     = "pause"   // no field: keep the position
	Seek      = "seek"    // Position
	Params    = "params"  // Settings: the changed settings
	ReadFrame = "look"    // Focus, Once
	Trace     = "trace"   // no field
	Export    = "export"  // Unit
	Job       = "job"     // Recipe, Files, Unit
	Read      = "read"    // Recipe, Files
	Explain   = "explain" // Node
	WhatIf    = "whatif"  // Change
	Flips     = "flips"   // Node
)

// Kinds of a Reply.
const (
	Loaded     = "loaded"     // status with a graph
	Framed     = "frame"      // status with a frame, or answer to ReadFrame
	Progress   = "progress"   // status with progress
	Failed     = "error"      // status or answer with an error
	Written    = "written"    // answer to Trace or Export
	Ended      = "ended"      // answer to Job
	Answered   = "answered"   // any other answer
	Recognised = "recognised" // status that asks the user about files
	Crashed    = "crashed"    // status after a crash of the worker
)

// Request is a goal or a query.
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

// Reply is a status or an answer.
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

// Talk converts the messages of one conversation. It stores the last settings, the last goal, and the queries by Seq.
type Talk struct {
	Settings map[string]string
	Queries  map[int]proto.Query
	goal     proto.Goal
}

// Message returns the message of a request. The settings of Params are added to those of the conversation.
func (t *Talk) Message(r Request) proto.Message {
	g := proto.Goal{Seq: r.Seq, Start: r.Seq, From: -1, Focus: r.Focus}
	if r.Start != 0 {
		g.Start = r.Start
	}
	q := proto.Query{Seq: r.Seq, Question: r.Kind, Run: r.Recipe, Files: r.Files, Unit: r.Unit, Node: r.Node,
		Change: r.Change, Focus: r.Focus, Once: r.Once}
	// Loads and queries return here; other kinds are goals for the present run.
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
		next := map[string]string{}
		maps.Copy(next, r.Settings)
		for name, value := range t.Settings {
			if _, changed := next[name]; !changed {
				next[name] = value
			}
		}
		t.Settings = next
	case Pause:
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
	default:
		return proto.Message{Query: &q}
	}
	if r.Recipe.Settings != nil {
		t.Settings = r.Recipe.Settings
	}
	g.Set, g.Run.Settings = true, t.Settings
	return proto.Message{Goal: &g}
}

// Request returns the flat form of a message. A goal without Load has the kind Params if its settings differ from the last settings of the
// conversation. Its Settings are then the settings that differ. A goal without Load and with the same settings has the kind of its end.
func (t *Talk) Request(m proto.Message) Request {
	if m.Query != nil {
		return t.queryRequest(*m.Query)
	}
	g := m.Goal
	r := Request{Seq: g.Seq, Focus: g.Focus, From: g.From}
	t.goal = *g
	// The kind is that of the first case that applies.
	before := t.Settings
	if g.Supersedes() || g.Set {
		t.Settings = g.Run.Settings
	}
	switch {
	case g.Load:
		r.Kind, r.Recipe, r.Files, r.Local, r.Forward = Load, g.Run, g.Files, g.Local, g.Forward
		if g.Asks == proto.Always {
			r.Kind = Read
		}
	case !maps.Equal(before, t.Settings):
		r.Kind, r.Settings = Params, map[string]string{}
		for name, value := range g.Run.Settings {
			old, hasOld := before[name]
			if !hasOld || old != value {
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
		r.Kind, r.Unit, r.Epochs = Step, g.Until.Unit, 0
		r.More = g.Until.N > 1
	}
	return r
}

// queryRequest returns the flat form of a query, and stores the query for its reply.
func (t *Talk) queryRequest(q proto.Query) Request {
	if t.Queries == nil {
		t.Queries = map[int]proto.Query{}
	}
	t.Queries[q.Seq] = q
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

// Of returns the flat form of a reply.
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
	// A status has the kind of its most important field.
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

// Reply returns the reply of a flat form. If the Seq is the Seq of a stored query, the reply is an answer, except for the kind Progress. In
// all other cases it is a status. A status with Seq 0 belongs to the last goal. A status that ends a goal has the settings of the goal.
func (t *Talk) Reply(r Reply) proto.Reply {
	if r.Kind == Failed {
		r.Message = cmp.Or(r.Message, "failed")
	}
	q, isQuery := t.Queries[r.Seq]
	if isQuery && r.Kind != Progress {
		return proto.Reply{Answer: &proto.Answer{Seq: r.Seq, Question: q.Question, For: q.For, Frame: r.Frame, Err: r.Message,
			Missing: r.Missing, Overtaken: r.Overtaken, Died: r.Died, Name: r.What, Bytes: r.Bytes, Outcome: r.Outcome,
			Explanation: r.Explanation, WhatIf: r.Answer, Flips: r.Flips}}
	}
	// Fields that a test leaves empty receive the values that a worker would send.
	st := proto.Status{Goal: r.Seq, Graph: r.Graph, Config: r.Config, Method: r.Method, Frame: r.Frame,
		EpochSeconds: r.EpochSeconds, Reached: r.Final || r.Kind == Recognised, Err: r.Message, Host: r.Host, Crashed: r.Kind == Crashed,
		Stopped: r.Stopped, Settings: r.Settings, Found: r.Recognition}
	if st.Goal == 0 {
		st.Goal = t.goal.Seq
	}
	if r.Kind == Loaded && st.Graph == nil {
		st.Graph = &proto.GraphInfo{}
	}
	if r.Kind == Progress {
		st.Progress = &proto.Progress{What: r.What, Fraction: r.Fraction, Left: r.Left}
	}
	isSuccess := st.Reached && st.Err == ""
	if isSuccess && st.Settings == nil {
		st.Settings = t.Settings
	}
	return proto.Reply{Status: &st}
}
