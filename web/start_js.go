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

// The start of the page: the first state, from the address and the boot script, and the first messages.

// firstRequest is the part of the page's start that needs a message after the first state.
type firstRequest struct {
	asked  *recipe.Recipe // recipe that needs the user's files or agreement, nil if the first state has the recipe of the address
	damage string         // fault of the address, "" if it has none
	figure error          // fault of the requested figure
}

// openFirst sets the first state of the page.
func (p *Page) openFirst() firstRequest {
	baked := p.baked()
	first, asked, damage := state.FirstRecipe(p.firstHash(), len(baked) > 0)
	if len(baked) > 0 && first.Own != "" && first.Own != state.SumOf(baked) && len(first.Files) == 0 {
		own := first // a link to another graph of the user, opened in a single-file page
		first, asked = recipe.Recipe{}, &own
	}
	if len(baked) > 0 && first.Graph == "" {
		first.Graph = "file"
	}
	if p.booted && first.Version == 0 && first.Graph == "" {
		first = state.FirstOf(script.Text(script.Get(p.boot, "level")))
	}
	p.app.State = state.New(first)
	s := &p.app.State
	s.Bake(baked)
	request := firstRequest{asked: asked, damage: damage}
	// The boot script knows whether the page is embedded, and which figure alone it displays.
	if p.booted {
		if script.True(script.Get(p.boot, "embedded")) {
			s.Embed.Origin = cmp.Or(script.Text(script.Get(p.boot, "embedder")), state.Unanswered)
		}
		if figure := script.Get(p.boot, "figure"); script.True(figure) {
			s.Figure, request.figure = state.ParseFigure(script.Text(figure))
		}
	}
	if s.Embed.Inside() || s.Figure.Name != "" {
		s.View.Colours = first.View.Colours // embedded pages keep their colours
	}
	if first.Graph == "file" && len(first.Files) == 0 {
		s.Files = baked
	}
	p.applyTheme()
	return request
}

// applyTheme takes the theme of the islands, or passes that of the recipe to them.
func (p *Page) applyTheme() {
	view := &p.app.State.View
	if view.Theme == "" || p.booted && script.True(script.Get(p.boot, "themed")) {
		view.Theme = script.Text(script.Call(p.islands, "themeNow"))
	} else {
		script.Call(p.islands, "theme", view.Theme, true)
	}
}

// start dispatches the first messages, and registers the handlers of the worker and of the islands.
func (p *Page) start(request firstRequest) {
	if p.booted {
		script.Set(p.boot, "keep", p.callback(func([]safejs.Value) { p.rememberNow() }))
	}
	p.client.SetHandler(func(r proto.Reply) { p.Dispatch(state.FromWorker{Reply: r}) })
	asked, damage := request.asked, request.damage
	if asked != nil && (asked.Graph == "file" || asked.Kept != "") {
		p.Dispatch(state.Restore{Recipe: *asked})
		asked, damage = nil, ""
	} else {
		p.Dispatch(state.Start{})
	}
	s := &p.app.State
	if p.booted && s.View.Level != script.Text(script.Get(p.boot, "level")) {
		p.execute(s.ShowLevel())
	}
	opensEdge := s.Figure.Name == state.FigureOne || p.firstHash() == "#edge"
	if opensEdge && s.View.One == nil {
		p.Dispatch(state.OpenOne{})
	}
	if scene := max(s.Figure.Scene, state.SceneOf(p.firstHash())); scene > 0 && s.View.Scene == nil {
		p.Dispatch(state.SetScene{Scene: scene, Turned: true})
	}
	p.listen() // after Start: an earlier message would find an idle page, and ready would resolve without a graph
	if request.figure != nil {
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
