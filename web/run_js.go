//go:build js && wasm

package web

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/hack-pad/safejs"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/script"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

// Page connects state, panels, islands and worker.
type Page struct {
	app      *App
	client   state.Client
	renderer *domrender.JSRenderer
	build    *vugu.BuildEnv
	root     *Root
	drawn    *vugu.VGNode // tree of the last render
	islands  safejs.Value
	drawing  js.Value // islands by syscall/js, for calls of every animation frame
	boot     safejs.Value
	booted   bool // the page has a boot script

	queue   []queuedMessage
	working bool
	// unsent are messages to the worker until the first drawing, so that the run does not compete with it; holds reports whether
	// messages are held back.
	unsent    []proto.Message
	holds     bool
	scheduled bool
	held      bool
	pace      pace
	stepped   bool // the user's last step is not drawn yet
	raf       js.Func
	wasShown  js.Func
	shown     bool
	every     time.Duration // requested least time between two frames of a run
	dead      bool
	// later reports that an update of the address is scheduled.
	later bool
	steps time.Duration // time of the user's last step
	push  pusher
	// changed is called after every change of the state.
	changed func()
	// Workers serves tables and comparison; it is set before Run.
	Workers Workers
	bench   labWorkers
}

// New returns a page, which is idle before Run. changed, if not nil, is called after every change of its state.
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

// Run draws the page and handles its events; it does not return.
func (p *Page) Run() {
	defer p.crash()
	baked := p.baked()
	first, asked, damage := state.FirstRecipe(script.Text(script.Call(p.islands, "firstHash")), len(baked) > 0)
	if len(baked) > 0 && first.Own != "" && first.Own != state.SumOf(baked) && len(first.Files) == 0 {
		own := first // a link to another own graph, opened in a single-file page
		first, asked = recipe.Recipe{}, &own
	}
	if len(baked) > 0 && first.Graph == "" {
		first.Graph = "file"
	}
	if p.booted && first.Version == 0 && first.Graph == "" {
		first = state.FirstOf(script.Text(script.Get(p.boot, "level")))
	}
	var wrongFigure error
	p.app.State = state.New(first)
	p.app.State.Bake(baked)
	if p.booted {
		if script.True(script.Get(p.boot, "embedded")) {
			p.app.State.Embed.Origin = cmp.Or(script.Text(script.Get(p.boot, "embedder")), state.Unanswered)
		}
		if asked := script.Get(p.boot, "figure"); script.True(asked) {
			p.app.State.Figure, wrongFigure = state.ParseFigure(script.Text(asked))
		}
	}
	if s := &p.app.State; s.Embed.Inside() || s.Figure.Name != "" {
		s.View.Colours = first.View.Colours // embedded pages keep their colours
	}
	if first.Graph == "file" && len(first.Files) == 0 {
		p.app.State.Files = baked
	}
	if p.app.State.View.Theme == "" || p.booted && script.True(script.Get(p.boot, "themed")) {
		p.app.State.View.Theme = script.Text(script.Call(p.islands, "themeNow"))
	} else {
		script.Call(p.islands, "theme", p.app.State.View.Theme, true)
	}
	p.root = &Root{App: p.app}
	var err error
	if p.renderer, err = domrender.New("#app"); err != nil {
		panic(err)
	}
	if p.build, err = vugu.NewBuildEnv(p.renderer.EventEnv()); err != nil {
		panic(err)
	}
	p.raf = js.FuncOf(func(js.Value, []js.Value) any {
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
		if rest := p.pace.rest(); (rest - p.every).Abs() > p.every/4+20*time.Millisecond {
			p.every = rest
			p.Dispatch(state.Paced{Every: rest})
		}
		return nil
	})
	p.push.to, p.bench.page = p.update, p
	if p.booted {
		script.Set(p.boot, "keep", p.callback(func([]safejs.Value) { p.rememberNow() }))
	}
	p.client.SetHandler(func(r proto.Reply) { p.Dispatch(state.FromWorker{Reply: r}) })
	if asked != nil && (asked.Graph == "file" || asked.Kept != "") {
		p.Dispatch(state.Restore{Recipe: *asked})
		asked, damage = nil, ""
	} else {
		p.Dispatch(state.Start{})
	}
	if s := &p.app.State; p.booted && s.View.Level != script.Text(script.Get(p.boot, "level")) {
		p.execute(s.ShowLevel())
	}
	if s := &p.app.State; s.Figure.Name == state.FigureOne && s.View.One == nil || s.View.One == nil && p.opensEdge() {
		p.Dispatch(state.OpenOne{})
	}
	if s, k := &p.app.State, max(p.app.State.Figure.Scene, state.SceneOf(script.Text(script.Call(p.islands, "firstHash")))); k > 0 &&
		s.View.Scene == nil {
		p.Dispatch(state.SetScene{Scene: k, Turned: true})
	}
	p.listen() // after Start: an earlier message would find an idle page, and ready would resolve without a graph
	if wrongFigure != nil {
		damage = wrongFigure.Error()
	}
	if damage != "" {
		p.Dispatch(state.Fail{Text: damage})
	}
	if asked != nil {
		p.Dispatch(state.Offer{Recipe: *asked})
	}
	// Vugu's loop would render after each of its events. The page renders in animation frames, so the loop only drains the events.
	for p.renderer.EventWait() {
	}
}

// opensEdge reports whether the address opens One edge.
func (p *Page) opensEdge() bool { return script.Text(script.Call(p.islands, "firstHash")) == "#edge" }

// baked returns the graph of a single-file page, or nil.
func (p *Page) baked() []content.File {
	if !p.booted || !script.True(script.Get(p.boot, "graph")) {
		return nil
	}
	return script.Must(script.Files(script.Get(p.boot, "graph")))
}

// schedule requests an animation frame when something is undrawn and no answer of the worker is awaited.
func (p *Page) schedule() {
	if p.scheduled {
		return
	}
	held, timer := p.pace.hold(proto.Now(), p.app.State.Answering())
	p.hold(held)
	if timer > 0 {
		p.after(int(timer.Milliseconds())+1, func() { p.pace.woke(); p.schedule() })
	}
	if !held && p.pace.waiting() {
		p.scheduled = true
		p.drawing.Call("soon", p.raf)
	}
}

// hold reports to the islands whether a drawing waits without a requested frame.
func (p *Page) hold(yes bool) {
	if p.held != yes {
		p.held = yes
		p.drawing.Set("held", yes)
	}
}

// draw does the share of an animation frame.
func (p *Page) draw() {
	if !p.shown && p.pictured() && !settledFirst(&p.app.State) {
		return // the first picture stays until the page can replace it
	}
	s := &p.app.State
	if !p.shown && s.View.Level == state.LevelLook && p.pictured() { // the opening covers the page, which is drawn behind it
		p.show()
		p.schedule()
		return
	}
	step, opens := p.stepped && !s.Running() && !s.Answering(), !p.shown && presentable(s)
	panels, models := p.pace.next(proto.Now(), step || opens)
	if panels {
		p.render()
	}
	if models {
		if s.Running() {
			p.drawing.Call("after", 2, p.wasShown)
		}
		p.stepped = p.stepped && !step
		if p.push.all(p.app) {
			p.pace.more()
		}
		p.bench.draw()
		if step || p.pace.figures {
			p.drawing.Call("now")
		}
		if opens {
			p.show()
		}
	}
	p.schedule()
}

// show removes the first picture or the progress bar.
func (p *Page) show() {
	p.shown = true
	if p.booted {
		script.Call(p.boot, "shown")
	}
}

// presentable reports whether the page can replace the boot script's progress bar: by a graph, an error or a long load that can be
// cancelled.
func presentable(s *state.State) bool {
	return s.Graph != nil || s.Error != "" && !s.Loading() || proto.Now() >= state.FirstRest*time.Millisecond
}

// execute carries out a command of the state.
func (p *Page) execute(c state.Command) {
	switch c := c.(type) {
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
		switch c.Kind {
		case "theme":
			p.ask("theme", c.Args[0])
			return
		case state.EffectWords:
			p.push.to("words", toJSON(stages.Words(&p.app.State)))
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
		p.ask("effect", args...)
	case state.LabCommand:
		p.bench.execute(c.Command)
	case state.KeepFiles:
		var list []any
		for _, f := range c.Files {
			list = append(list, map[string]any{"name": f.Name, "data": script.FromBytes(f.Data)})
		}
		p.ask("keep", c.Sum, list)
	case state.FindFiles:
		p.ask("find", c.Sum)
	case state.ForgetFiles:
		p.ask("forget")
	case state.Download:
		p.ask("effect", "download", c.Name, c.Type, script.FromBytes(c.Data))
	case state.After:
		p.after(c.Milliseconds, func() { p.Dispatch(c.Msg) })
	}
}

// ask calls a function of the islands on which the page does not depend: an exception is reported.
func (p *Page) ask(what string, args ...any) {
	if _, err := p.islands.Call(what, args...); err != nil {
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

// render writes the difference of the panels' tree to the page.
func (p *Page) render() {
	result := p.build.RunBuild(p.root)
	now := flatten(result.Out.Out[0], func(component any) []*vugu.VGNode { return result.ResultFor(component).Out })[0]
	fit(now)
	part := treeDiff(now, p.drawn)
	p.drawn = now
	if part != nil {
		p.write(result, part)
	}
	if js.Global().Get("vuguLost").Truthy() { // another program, such as an extension, removed a kept node
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

// pictured reports whether the boot script drew the first picture.
func (p *Page) pictured() bool { return p.booted && script.True(script.Get(p.boot, "pictured")) }

func (p *Page) hint(name, arg string) { p.update(name, quoteJSON(arg)) }

// crash turns a panic into the reload banner; Vugu's event loop would end silently.
func (p *Page) crash() {
	if r := recover(); r != nil && !p.dead {
		p.dead = true
		script.Log(fmt.Sprintf("panic: %v\n\n%s", r, debug.Stack()))
		if p.booted {
			script.Call(p.boot, "panic", fmt.Sprint(r))
		}
	}
}
