//go:build js && wasm

package web

import (
	"cmp"

	"github.com/hack-pad/safejs"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/script"
	"sheafscope/web/state"
)

// This file starts the page: it computes the first state from the address and the boot script, and dispatches the first messages. The boot
// script (assets/boot) runs before this program is loaded.

// firstRequest is the part of the page's start that needs a message after the first state.
type firstRequest struct {
	asked  *recipe.Recipe // recipe of the address that needs the user's files or agreement, nil if it needs none
	damage string         // fault of the address, "" if it has none
	figure error          // fault of the requested figure, nil if it has none
}

// openFirst sets the first state of the page. Its recipe is the first of these that exists: the recipe of the address, the graph that the
// page contains, and the recipe of the level with which the boot script has started the page.
func (p *Page) openFirst() firstRequest {
	// The recipe of the address. A single-file page contains the files of its graph.
	baked := p.baked()
	hasFiles := len(baked) > 0
	first, asked, damage := state.FirstRecipe(p.firstHash(), state.PageKind(hasFiles))

	// Own is the checksum of the files that the recipe needs. If the link lacks them and the page contains other files, the page opens the
	// graph of its files, and the link is returned as asked.
	needsOtherFiles := first.Own != "" && first.Own != state.SumOf(baked) && len(first.Files) == 0
	if hasFiles && needsOtherFiles {
		link := first
		first, asked = recipe.Recipe{}, &link
	}
	if hasFiles && first.Graph == "" {
		first.Graph = "file"
	}
	namesNothing := first.Version == 0 && first.Graph == ""
	if p.booted && namesNothing {
		first = state.FirstOf(script.Text(script.Get(p.boot, "level")))
	}
	p.app.State = state.New(first)
	s := &p.app.State
	s.Bake(baked)
	request := firstRequest{asked: asked, damage: damage}

	// The boot script has found in the address whether another site embeds the page, and which figure the page shows alone.
	if p.booted {
		if script.True(script.Get(p.boot, "embedded")) {
			s.Embed.Origin = cmp.Or(script.Text(script.Get(p.boot, "embedder")), state.Unanswered)
		}
		if figure := script.Get(p.boot, "figure"); script.True(figure) {
			s.Figure, request.figure = state.ParseFigure(script.Text(figure))
		}
	}
	// state.New makes the colours of the default graph follow the stage. An embedded page and a figure take only the colours of the address.
	if s.Embed.Inside() || s.Figure.Name != "" {
		s.View.Colours = first.View.Colours
	}
	if first.Graph == "file" && len(first.Files) == 0 {
		s.Files = baked
	}
	p.applyTheme()
	return request
}

// applyTheme gives the state and the islands one theme: the theme of the recipe or, if the recipe has none or the address sets another, the
// theme of the islands.
func (p *Page) applyTheme() {
	view := &p.app.State.View
	isFixed := p.booted && script.True(script.Get(p.boot, "themed"))
	if view.Theme == "" || isFixed {
		view.Theme = script.Text(script.Call(p.islands, "themeNow"))
		return
	}
	script.Call(p.islands, "theme", view.Theme, true) // true: a link has chosen the theme, not the reader
}

// start dispatches the first messages, and registers the handlers of the worker and of the islands.
func (p *Page) start(request firstRequest) {
	if p.booted { // keep is called before the page is hidden, printed or reloaded
		script.Set(p.boot, "keep", p.callback(func([]safejs.Value) { p.rememberNow() }))
	}
	p.client.SetHandler(func(r proto.Reply) { p.Dispatch(state.FromWorker{Reply: r}) })

	// A recipe whose files or parts may be on this device is restored from there. Restore reports a fault itself.
	asked, damage := request.asked, request.damage
	mayBeStored := asked != nil && (asked.Graph == "file" || asked.Kept != "")
	if mayBeStored {
		p.Dispatch(state.Restore{Recipe: *asked})
		asked, damage = nil, ""
	} else {
		p.Dispatch(state.Start{})
	}

	// The boot script has chosen a level. If the recipe has another level, show that level. Then open the view or the scene of the address.
	s := &p.app.State
	if p.booted && s.View.Level != script.Text(script.Get(p.boot, "level")) {
		p.execute(s.ShowLevel())
	}
	opensEdge := s.Figure.Name == state.FigureOne || p.firstHash() == "#edge"
	if opensEdge && s.View.One == nil {
		p.Dispatch(state.OpenOne{})
	}
	scene := max(s.Figure.Scene, state.SceneOf(p.firstHash()))
	if scene > 0 && s.View.Scene == nil {
		p.Dispatch(state.SetScene{Scene: scene, Turned: true}) // Turned: with the dial at its last stop, learned maps
	}

	// listen follows the message Start. A message of a script before Start would find an idle page, and the promise ready
	// (assets/docs/scripting.md) would resolve without a graph.
	p.listen()
	if request.figure != nil { // in place of a fault of the address
		damage = request.figure.Error()
	}
	if damage != "" {
		p.Dispatch(state.Fail{Text: damage})
	}
	if asked != nil {
		p.Dispatch(state.Offer{Recipe: *asked})
	}
}

// firstHash returns the fragment of the address at the start.
func (p *Page) firstHash() string { return script.Text(script.Call(p.islands, "firstHash")) }

// baked returns the files of the graph in a single-file page, nil for any other page.
func (p *Page) baked() []content.File {
	if !p.booted || !script.True(script.Get(p.boot, "graph")) {
		return nil
	}
	return script.Must(script.Files(script.Get(p.boot, "graph")))
}
