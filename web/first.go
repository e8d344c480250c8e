package web

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/vugu/vugu"

	"sheafscope/core/json"
	"sheafscope/core/words"
	"sheafscope/wasm/client"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/state"
)

// This file computes the first picture for the build (web/tool/pages): the page with its first graph before any training. The boot script
// draws the picture while the browser loads the program, whose first render replaces the picture. The picture comes from the code of the
// page, so that both are equal to the last digit.

// Picture is the first picture for the boot script. HTML has the panels, and Models has the calls that draw graph and figures. Asked has,
// for each level of the page (Look, Learn or Research), the first message to the worker in the client's binary form. The script sends it
// before the program is loaded.
type Picture struct {
	HTML   string            `json:"html"`
	Models []Model           `json:"models"`
	Asked  map[string][]byte `json:"asked"`
}

// Model is a call of the function update of the islands, the scripts that draw. Bytes has the byte arrays of the call in base64.
type Model struct {
	Name  string   `json:"name"`
	JSON  string   `json:"json"`
	Bytes []string `json:"bytes,omitempty"`
}

// First computes the first picture. It fails if the first graph cannot be loaded, and if Vugu refuses the environment of the panels.
func First() (Picture, error) {
	s, err := openState(recipe.Recipe{}) // the default graph
	if err != nil {
		return Picture{}, err
	}

	// The panels as HTML.
	app := &App{State: s, Do: func(state.Msg) {}, Hint: func(string, string) {}}
	env, err := vugu.NewBuildEnv(&noEvents{})
	if err != nil {
		return Picture{}, err
	}
	root := &Root{App: app}
	built := env.RunBuild(root)
	var b strings.Builder
	writeResult(&b, built, built.Out)

	// The first message to the worker, for each level of the page.
	p := Picture{HTML: b.String(), Asked: map[string][]byte{}}
	for _, level := range state.Levels() { // pairs of name and label
		name := level[0]
		// One of the commands of Start sends a message to the worker, which loads the level's first graph.
		_, commands, _ := state.Update(state.New(state.FirstOf(name)), state.Start{})
		for _, c := range commands {
			if c, ok := c.(state.Send); ok {
				p.Asked[name] = client.Encoded(nil, c.Message) // nil: into a new buffer
			}
		}
	}

	// The models of the islands.
	push := pusher{receive: func(name, json string, bytes ...[]byte) {
		m := Model{Name: name, JSON: json}
		for _, part := range bytes {
			m.Bytes = append(m.Bytes, base64.StdEncoding.EncodeToString(part))
		}
		p.Models = append(p.Models, m)
	}}
	for push.all(app) { // true while models are left, as for a large graph
	}
	return p, nil
}

// Script returns the picture as a script that sets sheafscopeFirst: globalThis.sheafscopeFirst = {"html":"…",…};
func (p Picture) Script() ([]byte, error) {
	b, err := json.Marshal(p)
	return fmt.Appendf(nil, "globalThis.sheafscopeFirst = %s;\n", b), err
}

// canReplacePicture reports whether a page that opens can replace the first picture. It can with the first frame of the run after the load,
// with an error, or with a question to the user: for consent to a request to another host (Asked), or about files (Check).
func canReplacePicture(s *state.State) bool {
	hasError := s.Error != "" && !s.Loading()
	hasQuestion := s.Asked() != nil || s.Check() != nil
	isLoaded := s.Running() || !s.Busy() // after the load a run keeps the worker busy
	hasFrame := s.Frame != nil && isLoaded
	return hasError || hasQuestion || hasFrame
}

// openState opens the page with a recipe, and returns the state as soon as it can replace the first picture. It fails if the state then has
// an error, or if it never gets so far.
func openState(r recipe.Recipe) (state.State, error) {
	s := state.New(r)
	h := &firstHost{}
	worker := session.New(h, session.Core{})
	messages := []state.Msg{state.Start{}}

	// The state and the worker exchange messages until the load is complete.
	for len(messages) > 0 {
		var commands []state.Command
		s, commands, _ = state.Update(s, messages[0])
		messages = messages[1:]
		if canReplacePicture(&s) {
			if s.Error != "" {
				return s, errors.New("the first graph: " + s.Error)
			}
			// There is no question here, so there is a frame, and with it a graph.
			g := *s.Graph // a copy, since states share the graph
			g.Kernel = "" // the kernel of the visitor's browser is unknown during the build
			s.Graph = &g
			return s, nil
		}
		for _, c := range commands {
			if c, ok := c.(state.Send); ok {
				worker.Post(c.Message)
				worker.Drain()
			}
		}
		for _, reply := range h.replies {
			messages = append(messages, state.FromWorker{Reply: reply})
		}
		h.replies = nil
	}
	return s, errors.New("the first graph never appeared")
}

// firstHost is the host of a session that collects the replies. It has no Fetcher, since the first graph is not downloaded.
type firstHost struct{ replies []proto.Reply }

func (h *firstHost) Reply(r proto.Reply)  { h.replies = append(h.replies, r) }
func (*firstHost) Yield()                 {}
func (*firstHost) Wait()                  {}
func (*firstHost) Fetcher() *data.Fetcher { return nil }

// Now is constant, so that the picture does not depend on the time of the build.
func (*firstHost) Now() time.Duration { return 1 }

// noEvents is an event environment without events, which Vugu needs to build the panels.
type noEvents struct{ sync.RWMutex }

func (e *noEvents) UnlockOnly()   { e.Unlock() }
func (e *noEvents) UnlockRender() { e.Unlock() }

// writeResult writes the output of a component as HTML. all has the outputs of the components inside it.
func writeResult(b *strings.Builder, all *vugu.BuildResults, out *vugu.BuildOut) {
	for _, n := range out.Out {
		writeNode(b, all, n)
	}
}

// void has the elements without an end tag.
var void = map[string]bool{"br": true, "hr": true, "img": true, "input": true, "link": true, "meta": true}

// writeNode writes a node and its children as HTML. A component is replaced by its output. A node that is neither an element nor a text,
// such as a comment, is left out.
func writeNode(b *strings.Builder, all *vugu.BuildResults, n *vugu.VGNode) {
	switch {
	case n.Component != nil:
		writeResult(b, all, all.ResultFor(n.Component))
		return
	case n.Type == vugu.TextNode:
		b.WriteString(words.EscapeString(n.Data))
		return
	case n.Type != vugu.ElementNode:
		return
	}

	// The tag and its attributes. A template has no tags.
	isTemplate := n.Data == ""
	if !isTemplate {
		b.WriteString("<" + n.Data)
		for _, a := range n.Attr {
			fmt.Fprintf(b, ` %s="%s"`, a.Key, words.EscapeString(a.Val))
		}
		b.WriteString(">")
		if void[n.Data] { // neither content nor end tag
			return
		}
	}

	// The content, and the end tag.
	if n.InnerHTML != nil {
		b.WriteString(*n.InnerHTML)
	} else {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			writeNode(b, all, c)
		}
	}
	if !isTemplate {
		b.WriteString("</" + n.Data + ">")
	}
}
