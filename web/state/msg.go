package state

import (
	"time"

	"sheafscope/core/choice"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/proto"
)

// Msg is something that happened: a control was used, or the worker answered. It is one of the plain types of this package.
type Msg any

// Messages of the controls.
type (
	// Start loads the first recipe.
	Start struct{}
	// Step advances by Unit: inner, stage or epoch.
	Step struct{ Unit string }
	// Train trains Epochs epochs, 0 for until it is done.
	Train struct{ Epochs int }
	// Pause stops a run or a seek.
	Pause struct{}
	// Toggle runs or pauses.
	Toggle struct{}
	// Paced lets the frames of a run come no faster than they are drawn.
	Paced struct{ Every time.Duration }
	// Seek goes to a position; Scrub to a point of the epoch axis; Back one
	// inner step back, one epoch, or to the stage that was on the screen before.
	Seek  struct{ Position int }
	Scrub struct{ Epoch float64 }
	Back  struct{ Epoch, Stage bool }
	// Open loads a graph by name; Split, Seed, Reading, Model and Setting
	// change one part of the recipe; Files loads the user's files.
	Open     struct{ Graph string }
	SetSplit struct{ Spec string }
	Seed     struct{ Text string }
	Reading  struct{ Name string }
	Model    struct{ Name string }
	// ModelKey changes model and reading to those of a key of package lab.
	ModelKey   struct{ Key string }
	SetSetting struct{ Name, Value string }
	Files      struct{ Files []content.File }
	// Method loads the graph with every setting of a method; [TurnOn] puts a part of the paper's method on, by its name.
	Method struct{ Name method.Method }
	TurnOn struct{ Part string }
	// OpenCase opens the run in which a claim of the paper fails.
	OpenCase struct{ Claim string }
	// Link opens the recipe of an address.
	Link struct{ Text string }
	// Cancel stops what is under way; Dismiss takes the error away.
	Cancel  struct{}
	Dismiss struct{}
	// CloseLimits closes the line about what a large graph leaves out; [ShowLimits] goes to the list.
	CloseLimits struct{}
	ShowLimits  struct{}
	// CountClaims counts the failing claims when nothing else happened for a while.
	CountClaims struct {
		run      run
		position int
	}
	// Choices of the view.
	PickEdge  struct{ Edge choice.One }
	PickNode  struct{ Node choice.One }
	PickStage struct{ Stage int }
	PickEigen struct{ Index int }
	// PickLayer looks at a layer of a peer, from 1 on.
	PickLayer struct{ Layer int }
	PickLasso struct{ Nodes []int }
	SetPanel  struct{ Panel string }
	SetTab    struct{ Tab string }
	SetNodes  struct{ Mode string }
	SetEdges  struct{ Mode string }
	SetLayout struct{ Layout string }
	SetTheme  struct{ Theme string }
	// Prefers reports a preference of the reader that changed while the page is open: its theme follows the system.
	Prefers  struct{ Theme string }
	SetSpeed struct{ Speed string }
	// AskWords asks what the words of the page mean, with their numbers now.
	AskWords struct{}
	SetMenu  struct{ Menu string }
	SetMore  struct{ On bool }
	// SkipToGraph gives the keyboard to the graph.
	SkipToGraph struct{}
	// Say puts a sentence into the live region; Fail shows an error of the page's own.
	// Own reports that the error is about the user's own files.
	Say  struct{ Text string }
	Fail struct {
		Text string
		Own  bool
	}
	// Export writes one of [Exports], a picture in a theme: "light", "dark", or "" for that of the page. Share copies the link.
	Export struct{ What, Theme string }
	Share  struct{}
	// Present shows the page for a projector.
	Present struct{}
	// Learn begins a lesson: "tour" and the others of assets/lessons.
	Learn struct{ Lesson string }
	// Tick is a rest of slow motion that is over; Turn reports which run it belongs to.
	Tick struct{ Turn int }
	// FromWorker is a reply.
	FromWorker struct{ Reply proto.Reply }
)

// Command is something to do after an update.
type Command any

type (
	// Send gives the worker a goal or a query.
	Send struct{ proto.Message }
	// Effect asks the browser: "theme", "store", "hash", "copy", "picture", "focus".
	Effect struct {
		Kind string
		Args []string
	}
	// Announce gives screen readers a sentence.
	Announce struct{ Text string }
	// Download saves bytes as a file.
	Download struct {
		Name, Type string
		Data       []byte
	}
	// After brings a message after some milliseconds.
	After struct {
		Milliseconds int
		Msg          Msg
	}
)
