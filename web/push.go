package web

import (
	"strings"
	"unsafe"

	"sheafscope/core/json"
	"sheafscope/web/state"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/node"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/stages"
)

// receiver passes a model to an island: the islands' function update, or the recorder of the first picture during the build.
type receiver func(name, json string, bytes ...[]byte)

// pusher passes changed models to the islands.
type pusher struct {
	to     receiver
	last   map[string]string
	graph  int
	places int // counts the places by eigenvectors
	// community has the communities of the graph with the key communityOf.
	community   []int
	communityOf int
	of          pictureKey
	// painted is the key of the graph's colours, at are these colours. half reports that a large graph has the present colours,
	// and the other pictures are outdated.
	painted pictureKey
	at      picture.Attributes
	half    bool
	// later are computed parts of a large graph, each passed in a frame of its own.
	later []func()
}

// send passes a model with its bytes to an island, unless both equal the last ones.
func (p *pusher) send(name string, model any, bytes ...[]byte) {
	if p.last == nil {
		p.last = map[string]string{}
	}
	text := toJSON(model)
	all := text
	for _, b := range bytes {
		all += string(b)
	}
	if p.last[name] == all {
		return
	}
	p.last[name] = all
	p.to(name, text, bytes...)
}

// toJSON returns a model as JSON.
func toJSON(model any) string {
	b, err := json.Marshal(model)
	if err != nil {
		panic(err) // a model without JSON is a bug
	}
	return string(b)
}

// all passes the models of a state. It reports whether more is left for the next frame: drawing, colours and other pictures of a
// large graph have a frame each.
func (p *pusher) all(a *App) (more bool) {
	if len(p.later) > 0 {
		first := p.later[0]
		p.later = p.later[1:]
		first()
		return true
	}
	s := &a.State
	p.send("sketch", picture.NewSketch(s))
	p.send("code", s.ShareCode())
	if s.Chrome.Menu == state.MenuPins {
		p.send("pins", charts.NewPins(s))
	}
	p.send("generator", picture.NewGenerator(s))
	now := pictureKeyOf(s)
	if s.Graph == nil || now == p.of && !p.repaints(s, now) {
		return false
	}
	large := picture.InPart(s.Graph)
	if p.graph != s.GraphKey {
		p.graph, p.of, p.painted = s.GraphKey, pictureKey{}, pictureKey{}
		if p.topology(s); large {
			return true
		}
	}
	if !p.half && p.repaints(s, now) {
		p.attributes(s)
		if p.painted, p.half = now, large; large {
			return true
		}
	}
	p.half = false
	old := p.of
	p.of = now
	if old.colours != now.colours || old.stage != now.stage || old.layout != now.layout || old.table != now.table || old.hops != now.hops ||
		now.hops > 0 && (old.node != now.node || old.edge != now.edge) {
		at := p.at
		if p.painted != now {
			at = picture.NewAttributes(s)
		}
		p.send("legend", picture.NewLegend(s, &at))
	}
	if m := now.maps; m != nil && old.maps != m {
		p.to("maps", "", bytesOf(m.Maps), bytesOf(m.HatMaps))
	}
	if now.features != nil && old.features != now.features {
		v := now.features.Features
		p.to("features", "", bytesOf(v.Ptr), bytesOf(v.Col), bytesOf(v.Val), bytesOf(v.Encoded))
	}
	p.styles(s, old, now)
	p.send("inspector", a.inspector().Body)
	if s.View.Full == state.FullUnrolled {
		p.send("unrolled", node.UnrolledOrNot(s))
	}
	if s.View.Table != nil && (s.Matrix() || old.table != now.table || !picture.SameTable(s.View.Table.Of, old.frame, now.frame) ||
		old.plane != now.plane || old.lasso != now.lasso || old.lassoed != now.lassoed || old.node != now.node || old.edge != now.edge) {
		p.table(s)
	}
	p.send("spectrum", charts.NewSpectrum(s))
	train := charts.NewTraining(s)
	var curves [][]byte
	for _, v := range train.Curves {
		curves = append(curves, bytesOf(v))
	}
	p.send("training", train, curves...)
	p.send("bound", charts.NewBound(s))
	scrub := charts.NewScrub(s)
	p.send("scrub", scrub, bytesOf(scrub.Loss))
	p.send("sparks", stages.Sparks(s))
	return p.repaints(s, now)
}

// table passes the open table or matrix.
func (p *pusher) table(s *state.State) {
	if !s.Matrix() {
		m := picture.NewTable(s)
		p.to("table", toJSON(m), bytesOf(m.Order), bytesOf(m.Values))
		return
	}
	m, norms := stages.NewMatrix(s)
	if strings.Contains(m.Order, state.OrderCommunity) {
		if p.community == nil || p.communityOf != s.GraphKey {
			p.community, p.communityOf = s.Communities(), s.GraphKey
		}
		m.Community = p.community
	}
	p.to(state.TableMatrix, toJSON(m), bytesOf(s.Graph.Edges), bytesOf(norms))
}

// repaints reports whether the colours of the graph differ from those passed last.
func (p *pusher) repaints(s *state.State, now pictureKey) bool {
	old := p.painted
	return p.graph != s.GraphKey || old.frame != now.frame || old.nodes != now.nodes || old.edges != now.edges ||
		old.spectrum != now.spectrum || old.lasso != now.lasso || old.lassoed != now.lassoed || s.FlowColours() && old.flow != now.flow ||
		old.channel != now.channel || s.View.Nodes == state.NodesMistakes && old.lab != now.lab
}

// topology passes the drawn nodes and edges of a new graph.
func (p *pusher) topology(s *state.State) {
	delete(p.last, "style") // its places belong to the graph before
	coords := single(s.Graph.Layout)
	nodes, edges := picture.Drawn(s.Graph)
	ends := s.Graph.Edges
	if nodes != nil {
		ends = make([]int32, 0, 2*len(edges))
		for _, e := range edges {
			ends = append(ends, s.Graph.Edges[2*e], s.Graph.Edges[2*e+1])
		}
	}
	text := toJSON(picture.NewTopology(s))
	p.hand(s, func() { p.to("topology", text, bytesOf(ends), bytesOf(coords), bytesOf(nodes), bytesOf(edges)) })
}

// hand calls over, for a large graph in a later frame.
func (p *pusher) hand(s *state.State, over func()) {
	if picture.InPart(s.Graph) {
		p.later = append(p.later, over)
		return
	}
	over()
}

// attributes passes the colours and sizes of nodes and edges.
func (p *pusher) attributes(s *state.State) {
	p.at = picture.NewAttributes(s)
	at, legend := p.at, picture.NewLegend(s, &p.at)
	p.hand(s, func() {
		p.to("attributes", "", bytesOf(at.Class), at.Flags, bytesOf(at.Value), bytesOf(at.Edge), bytesOf(at.Raw), bytesOf(at.Probs),
			bytesOf(at.Far))
		p.send("legend", legend)
	})
}

// styles passes the style of the graph, with places where the layout depends on the run.
func (p *pusher) styles(s *state.State, old, now pictureKey) {
	st := picture.NewStyle(s)
	var coords []float32
	if s.View.Layout == "fibre" && (old.layout != now.layout || !s.Running()) {
		coords = picture.StalkCoords(s)
		if s.Frame != nil {
			st.CoordsKey = s.Frame.Position
		}
	}
	if places := s.Places(); s.View.Layout == state.LayoutSpectral && len(places) == 2*s.Graph.N {
		coords = places
		if old.layout != now.layout || old.spectrum != now.spectrum {
			p.places++
		}
		st.CoordsKey = p.places
	}
	if s.View.Layout == state.LayoutApart {
		coords, st.CoordsKey = single(s.Graph.Apart), 2*s.GraphKey
		if len(coords) == 0 { // not computed yet
			st.CoordsKey++
		}
	}
	p.send("style", st, bytesOf(coords))
}

// single converts coordinates to single precision.
func single(at []float64) []float32 {
	out := make([]float32, len(at))
	for i, x := range at {
		out[i] = float32(x)
	}
	return out
}

// bytesOf returns the memory of numbers as bytes, little-endian in wasm as in the typed arrays here.
func bytesOf[T int32 | float32 | float64](v []T) []byte {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), len(v)*int(unsafe.Sizeof(v[0])))
}
