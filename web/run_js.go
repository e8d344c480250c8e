//go:build js && wasm

package web

import (
	"fmt"
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/hack-pad/safejs"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/script"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

// This file runs the page in the browser: it draws the state, and carries out its commands.

// Page connects state, panels, islands and worker.
type Page struct {
	app      *App
	client   state.Client          // sends messages to the worker
	renderer *domrender.JSRenderer // writes trees of panels to the page
	build    *vugu.BuildEnv        // builds the tree of the panels
	root     *Root
	drawn    *vugu.VGNode // tree of the last render
	islands  safejs.Value // the scripts that draw
	drawing  js.Value     // islands by syscall/js, for calls of every animation frame
	boot     safejs.Value // the boot script
	booted   bool         // the page has a boot script

	// Messages to the state, applied one by one.
	queue   []queuedMessage
	working bool // a message is in progress

	// Messages to the worker. holds keeps them in unsent until the first drawing: the run would compete with the drawing.
	unsent []proto.Message
	holds  bool

	// Drawing.
	scheduled bool          // an animation frame is requested
	held      bool          // drawing waits for an answer of the worker
	pace      pace          // schedules panels and models
	stepped   bool          // the user has made a step that is not drawn yet
	frame     js.Func       // callback of an animation frame
	wasShown  js.Func       // callback of the second frame after the models
	shown     bool          // the page has replaced the first picture or the progress bar
	every     time.Duration // requested least time between two frames of a run, 0 before a request
	push      pusher        // passes the models to the islands
	dead      bool          // a panic has stopped the page

	remembers bool          // an update of the address is scheduled
	lastStep  time.Duration // time of the user's last step
	changed   func()        // called after every change of the state
	// Workers starts the workers of tables and comparison. It is set before Run.
	Workers Workers
	bench   labWorkers // carries out the commands of package lab
}

// New returns a page, which is idle before Run. The page calls changed, if it is not nil, after every change of its state.
func New(c state.Client, changed func()) *Page {
	if changed == nil {
		changed = func() {}
	}
	p := &Page{client: c, changed: changed, islands: script.Global("sheafscopeIslands"), boot: script.Global("sheafscopeBoot")}
	p.drawing, p.booted = safejs.Unsafe(p.islands), script.True(p.boot)
	p.app = &App{State: state.New(recipe.Recipe{}), Do: p.Dispatch, Hint: p.hint}
	return p
}

// State returns the present state.
func (p *Page) State() state.State { return p.app.State }

// Run draws the page and handles its events. It does not return, except after a panic.
func (p *Page) Run() {
	defer p.crash()
	request := p.openFirst() // the parts of the start that need a message
	p.prepareDrawing()
	p.start(request)
	// Vugu's loop would render after each of its events. The page renders in animation frames; the loop only drains the events.
	for p.renderer.EventWait() {
	}
}

// prepareDrawing makes the renderer and the callbacks of animation frames.
func (p *Page) prepareDrawing() {
	p.root = &Root{App: p.app}
	var err error
	p.renderer, err = domrender.New("#app")
	if err != nil {
		panic(err)
	}
	p.build, err = vugu.NewBuildEnv(p.renderer.EventEnv())
	if err != nil {
		panic(err)
	}

	// The callbacks are made once: a js.Func stays in memory until it is released.
	p.frame = js.FuncOf(func(js.Value, []js.Value) any {
		defer p.crash()
		p.scheduled = false
		if !p.dead {
			p.draw()
		}
		return nil
	})
	p.wasShown = js.FuncOf(func(js.Value, []js.Value) any {
		defer p.crash()
		p.pace.showed(proto.Now())
		p.requestPace()
		return nil
	})
	p.push.receive, p.bench.page = p.update, p
}

// leastPaceChange prevents requests of a new interval after small changes of the pause: see requestPace.
const leastPaceChange = 20 * time.Millisecond

// requestPace requests that the worker sends the frames of a run at intervals of one pause between two drawings: the page would not draw
// more. It does nothing if the pause differs from the last requested interval by at most leastPaceChange plus a quarter of that interval.
func (p *Page) requestPace() {
	pause := p.pace.rest()
	change := (pause - p.every).Abs()
	if change > p.every/4+leastPaceChange {
		p.every = pause
		p.Dispatch(state.Paced{Every: pause})
	}
}

// schedule requests an animation frame for changes that are not drawn. If drawing waits for an answer of the worker, a timer calls
// schedule again.
func (p *Page) schedule() {
	if p.scheduled {
		return
	}
	held, timer := p.pace.hold(proto.Now(), p.app.State.Answering())
	p.hold(held)
	if timer > 0 {
		// The milliseconds are rounded down: with 1 more, the wait is over when the timer ends.
		p.after(int(timer.Milliseconds())+1, func() { p.pace.woke(); p.schedule() })
	}
	if !held && p.pace.waiting() {
		p.scheduled = true
		p.drawing.Call("soon", p.frame)
	}
}

// hold informs the islands whether drawing waits for an answer of the worker.
func (p *Page) hold(held bool) {
	if p.held != held {
		p.held = held
		p.drawing.Set("held", held)
	}
}

// draw does the work that is due in an animation frame: it renders the panels, or passes the models of the pictures to the islands, or
// both. It does nothing while the first picture of the boot script must stay on the screen.
func (p *Page) draw() {
	s := &p.app.State
	showsPicture := !p.shown && p.hasFirstPicture() // the first picture of the boot script is on the screen
	if showsPicture && !canReplacePicture(s) {
		return // the picture stays, and nothing is drawn
	}
	if showsPicture && s.View.Level == state.LevelLook { // the layer of Look covers the page, which is drawn in the next frame
		p.show()
		p.schedule()
		return
	}
	step := p.stepped && !s.Running() && !s.Answering() // an answered step of the user
	opens := !p.shown && canReplaceProgress(s)          // the page replaces the first picture or the progress bar
	work := p.pace.next(proto.Now(), frameLimit(step || opens))
	if work.panels {
		p.render()
	}
	if work.models {
		p.passModels(step)
		if opens {
			p.show()
		}
	}
	p.schedule()
}

// passModels passes the models of the pictures to the islands. step reports that the models answer the user's last step. During a run the
// callback wasShown then measures the cost of the drawing, in the second frame from now.
func (p *Page) passModels(step bool) {
	if p.app.State.Running() {
		p.drawing.Call("after", 2, p.wasShown)
	}
	p.stepped = p.stepped && !step
	modelsAreLeft := p.push.all(p.app)
	if modelsAreLeft {
		p.pace.more()
	}
	p.bench.draw()
	if step || p.pace.figures { // the islands draw in this frame instead of the next one, since the user waits
		p.drawing.Call("now")
	}
}

// show removes the first picture or the progress bar.
func (p *Page) show() {
	p.shown = true
	if p.booted {
		script.Call(p.boot, "shown")
	}
}

// canReplaceProgress reports whether the page can replace the boot script's progress bar. It can with a graph or an error, and after a
// load of state.FirstRest milliseconds, which the user may want to cancel.
func canReplaceProgress(s *state.State) bool {
	hasError := s.Error != "" && !s.Loading()
	loadsLong := proto.Now() >= state.FirstRest*time.Millisecond
	return s.Graph != nil || hasError || loadsLong
}

// execute carries out a command of the state. A message to the worker is kept while p.holds is true.
func (p *Page) execute(c state.Command) {
	switch c := c.(type) {
	// Commands to the workers, and texts for the live region.
	case state.Send:
		if p.holds {
			p.unsent = append(p.unsent, c.Message)
			return
		}
		p.client.Send(c.Message)
	case state.Announce:
		p.app.Announcement = c.Text
	case state.Revive:
		p.client.Restart()
	case state.Effect:
		p.executeEffect(c)
	case state.LabCommand:
		p.bench.execute(c.Command)

	// Commands to the browser's storage, and other requests to the browser.
	case state.KeepFiles:
		var list []any
		for _, f := range c.Files {
			list = append(list, map[string]any{"name": f.Name, "data": script.FromBytes(f.Data)})
		}
		p.callIslands("keep", c.Sum, list)
	case state.FindFiles:
		p.callIslands("find", c.Sum)
	case state.ForgetFiles:
		p.callIslands("forget")
	case state.Download:
		p.callIslands("effect", "download", c.Name, c.Type, script.FromBytes(c.Data))
	case state.After:
		p.after(c.Milliseconds, func() { p.Dispatch(c.Msg) })
	}
}

// executeEffect passes an effect to the islands, as the function effect(kind, arguments…). The theme has a function of its own. The
// glossary is a model, and the report has a further argument: its data.
func (p *Page) executeEffect(c state.Effect) {
	switch c.Kind {
	case "theme":
		p.callIslands("theme", c.Args[0])
		return
	case state.EffectWords:
		p.push.receive("words", toJSON(stages.Words(&p.app.State)))
		return
	}
	args := make([]any, 0, len(c.Args)+1)
	args = append(args, c.Kind)
	for _, a := range c.Args {
		args = append(args, a)
	}
	if c.Kind == state.EffectReport {
		args = append(args, toJSON(inspector.NewReport(&p.app.State)))
	}
	p.callIslands("effect", args...)
}

// callIslands calls a function of the islands. The page survives a failure of the function, and shows an exception as an error.
func (p *Page) callIslands(name string, args ...any) {
	_, err := p.islands.Call(name, args...)
	if err != nil {
		p.Dispatch(state.Fail{Text: "The browser refused: " + script.Explained(err).Error()})
	}
}

// after calls f after a delay in milliseconds.
func (p *Page) after(milliseconds int, f func()) {
	script.After(milliseconds, func() {
		defer p.crash()
		f()
	})
}

// render builds the panels' tree, and writes its difference from the drawn tree to the page.
func (p *Page) render() {
	result := p.build.RunBuild(p.root)
	// The tree has only elements and texts: flatten replaces components and templates, and fit shortens texts that are too long for Vugu.
	rootsOf := func(component any) []*vugu.VGNode { return result.ResultFor(component).Out }
	now := flatten(result.Out.Out[0], rootsOf)[0]
	fit(now)
	part := treeDiff(now, p.drawn)
	p.drawn = now
	if part != nil { // something has changed
		p.write(result, part)
	}
	// The page may differ from the drawn tree: a browser extension has removed an element, or a lesson has changed one. Write the whole tree.
	if js.Global().Get("vuguLost").Truthy() {
		js.Global().Set("vuguLost", false)
		p.write(result, now)
	}
	p.drawing.Call("attach")
}

// write passes a tree to Vugu's renderer.
func (p *Page) write(result *vugu.BuildResults, tree *vugu.VGNode) {
	result.Out.Out = []*vugu.VGNode{tree}
	if err := p.renderer.Render(result); err != nil {
		panic(err)
	}
}

// hasFirstPicture reports whether the boot script has drawn the first picture.
func (p *Page) hasFirstPicture() bool { return p.booted && script.True(script.Get(p.boot, "pictured")) }

// hint passes a command that changes no state to an island.
func (p *Page) hint(name, arg string) { p.update(name, quoteJSON(arg)) }

// crash recovers a panic of the calling function and shows the reload banner. It must be deferred. Without crash, a panic would end Vugu's
// event loop silently. Only the first panic is reported.
func (p *Page) crash() {
	if r := recover(); r != nil && !p.dead {
		p.dead = true
		script.Log(fmt.Sprintf("panic: %v\n\n%s", r, debug.Stack()))
		if p.booted {
			script.Call(p.boot, "panic", fmt.Sprint(r))
		}
	}
}
