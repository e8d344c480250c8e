package state

import (
	"time"

	"sheafscope/core/choice"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/proto"
)

// This file has messages of the page's controls, and the commands that several files use. Files with one subject have their own messages.

// Msg is an event: the use of a control, or a reply of the worker. The messages are the plain types of this package.
type Msg any

// Messages of the controls.
type (
	// Start is the first message of the page. It loads the first recipe.
	Start struct{}
	// Step advances the run by one unit: "inner" (an inner step), "stage" or "epoch".
	Step struct{ Unit string }
	// Train trains a number of epochs. 0 trains until the run is done, and begins a finished run again.
	Train struct{ Epochs int }
	// Pause stops a run. In slow motion the run stops after its present step.
	Pause struct{}
	// Toggle pauses the run. If the run is paused, Toggle trains it until it is done.
	Toggle struct{}
	// Paced limits the frames of a run to the rate at which they are drawn: at most one frame in each duration Every.
	Paced struct{ Every time.Duration }
	// Seek moves the run to a position, Scrub to a point of the epoch axis. Epoch 2.5 is the middle of the third epoch.
	Seek  struct{ Position int }
	Scrub struct{ Epoch float64 }
	// Back moves the run back: by one inner step, with Epoch to the end of the epoch before, with Stage to the stage before if its frame is
	// cached.
	Back struct{ Epoch, Stage bool }
	// Open loads a graph by name.
	Open struct{ Graph string }
	// SetSplit, Seed, Reading, Model and SetSetting change one part of the recipe. The Name of Reading is "paper" or "code": SGPC follows
	// the text of the paper or its code.
	SetSplit struct{ Spec string }
	Seed     struct{ Text string }
	Reading  struct{ Name string }
	Model    struct{ Name string }
	// ModelKey sets model and reading from a key of package lab, for example "gcn" or "sgpc/code".
	ModelKey   struct{ Key string }
	SetSetting struct{ Name, Value string }
	// Files opens the user's files: a graph, a trained network, or a saved state of the page.
	Files struct{ Files []content.File }
	// Method loads the graph with all settings of a method: a set of default settings (method.go). TurnOn switches on a part of the paper's
	// method by name.
	Method struct{ Name method.Method }
	TurnOn struct{ Part string }
	// OpenCase opens the run in which a claim of the paper fails.
	OpenCase struct{ Claim string }
	// Link opens an address. Text is the fragment of the address, with or without "#": a recipe, names, or a view (State.link).
	Link struct{ Text string }
	// Cancel ends an open dialog, menu or full page, a load, or a search for flips. If none is open, it stops the run. Dismiss closes the
	// error.
	Cancel  struct{}
	Dismiss struct{}
	// CloseLimits closes the line about the omitted parts of a large graph. ShowLimits opens the list of these parts.
	CloseLimits struct{}
	ShowLimits  struct{}
	// CountClaims evaluates the claims of the paper after a pause, if run and position are still the same.
	CountClaims struct {
		run      run
		position int
	}
	// PickEdge and PickNode select an edge or a node, counted from 1. 0 clears the selection.
	PickEdge struct{ Edge choice.One }
	PickNode struct{ Node choice.One }
	// PickStage shows a stage, counted from 1. 0 shows the stage of the run.
	PickStage struct{ Stage int }
	// PickEigen selects an eigenvector, counted from 0. The selected eigenvector, or a negative index, clears the selection.
	PickEigen struct{ Index int }
	// PickLayer selects a layer of a peer, a model with which SGPC is compared. Layers count from 1; 0 selects none.
	PickLayer struct{ Layer int }
	// PickLasso selects several nodes together, counted from 0.
	PickLasso struct{ Nodes []int }
	// The next Set messages change the view.
	SetPanel  struct{ Panel string }
	SetTab    struct{ Tab string }
	SetNodes  struct{ Mode string }
	SetEdges  struct{ Mode string }
	SetLayout struct{ Layout string }
	SetTheme  struct{ Theme string }
	// Prefers reports that the theme of the system has changed while the page follows the system.
	Prefers  struct{ Theme string }
	SetSpeed struct{ Speed string }
	// AskWords opens the glossary: the explanations of the page's terms with their present values.
	AskWords struct{}
	// SetMenu opens a menu, or closes it if it is open. SetMore opens or closes the settings that a narrow page hides.
	SetMenu struct{ Menu string }
	SetMore struct{ On bool }
	// SkipToGraph moves the keyboard focus to the graph.
	SkipToGraph struct{}
	// Say announces a text in the live region. Fail shows an error of the page; Own reports that the error is about the user's own files.
	Say  struct{ Text string }
	Fail struct {
		Text string
		Own  bool
	}
	// Export saves one of [Exports]. A picture has the theme "light" or "dark", with "" the theme of the page. Share copies the link.
	Export struct{ What, Theme string }
	Share  struct{}
	// Present shows the page in a form for a projector.
	Present struct{}
	// Learn starts a lesson: "tour" or another of assets/lessons.
	Learn struct{ Lesson string }
	// Tick ends a pause of slow motion. Turn is the number of the goal before the pause. If a newer goal was sent, Tick is ignored.
	Tick struct{ Turn int }
	// FromWorker is a reply of the worker.
	FromWorker struct{ Reply proto.Reply }
)

// Command is an effect that the page carries out after an update.
type Command any

// The commands that several files of this package use.
type (
	// Send sends the worker a goal or a query.
	Send struct{ proto.Message }
	// Effect is a request to the browser: "theme", "store", "hash", "copy", "picture", "focus" and others. The page's function for the Kind
	// gets the Args, for example Effect{"store", {"theme", "dark"}}.
	Effect struct {
		Kind string
		Args []string
	}
	// Announce sets the text of the live region, which a screen reader reads aloud.
	Announce struct{ Text string }
	// Download saves bytes as a file.
	Download struct {
		Name, Type string
		Data       []byte
	}
	// After delivers a message after a delay.
	After struct {
		Milliseconds int
		Msg          Msg
	}
)
