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

// This file passes changed models to the islands, the scripts that draw the pictures. A model has JSON and, for long lists of numbers,
// bytes. A small model is compared with the last one by its contents, and a large model by the key of the values on which it depends.

// receiver receives a model: the islands' function update, or the recorder of the first picture during the build.
type receiver func(name, modelJSON string, bytes ...[]byte)

// pusher passes changed models to the islands.
type pusher struct {
	receive receiver
	last    map[string]string // last JSON and bytes that send has passed, by island
	graph   int               // State.GraphKey of the passed graph, 0 before the first
	coords  []float32         // coordinates of the last style
	places  int               // number of changes of coords
	// community has the communities of the graph with the key communityOf. It is nil before the first matrix that needs them.
	community   []int
	communityOf int
	passedKey   pictureKey         // key of the passed pictures
	colouredKey pictureKey         // key of the passed colours of the graph
	attributes  picture.Attributes // newest computed colours of the graph
	// coloursPassed is used only for a large graph. It reports that the colours are passed or deferred, and that the other pictures follow.
	coloursPassed bool
	// deferred are functions that pass computed parts of a large graph. Each call of all calls one of them.
	deferred []func()
}

// send passes a model with its bytes to an island. It does nothing if JSON and bytes are the same as in the last call for the island.
func (p *pusher) send(name string, model any, bytes ...[]byte) {
	if p.last == nil {
		p.last = map[string]string{}
	}
	text := toJSON(model)
	content := text
	for _, b := range bytes {
		content += string(b)
	}
	if p.last[name] == content {
		return
	}
	p.last[name] = content
	p.receive(name, text, bytes...)
}

// toJSON returns a model as JSON.
func toJSON(model any) string {
	b, err := json.Marshal(model)
	if err != nil {
		panic(err) // a bug: every model has a JSON
	}
	return string(b)
}

// all passes the changed models of a state to the islands. more reports that models are left for a further call, in the next frame. Only a
// large graph needs several calls, five if it is new: they compute the topology, pass it, compute the colours, pass them, and pass all
// other models.
func (p *pusher) all(a *App) (more bool) {
	if len(p.deferred) > 0 {
		pass := p.deferred[0]
		p.deferred = p.deferred[1:]
		pass()
		return true // the models below wait for a later frame
	}

	// Models without a key: send compares their contents.
	s := &a.State
	p.send("sketch", picture.NewSketch(s))
	p.send("code", s.ShareCode())
	if s.Chrome.Menu == state.MenuPins {
		p.send("pins", charts.NewPins(s))
	}
	p.send("generator", picture.NewGenerator(s))
	now := pictureKeyOf(s)
	if s.Graph == nil {
		return false
	}
	if now == p.passedKey && !p.coloursDiffer(s, now) { // all pictures and colours are passed
		return false
	}

	// A new graph is drawn first, then it is coloured. For a large graph each of the two steps ends the call.
	large := picture.InPart(s.Graph) // the picture shows only a part of the graph
	if p.graph != s.GraphKey {
		p.graph, p.passedKey, p.colouredKey = s.GraphKey, pictureKey{}, pictureKey{} // everything is passed anew
		p.passTopology(s)
		if large {
			return true
		}
	}
	if !p.coloursPassed && p.coloursDiffer(s, now) {
		p.passAttributes(s)
		p.colouredKey, p.coloursPassed = now, large
		if large {
			return true
		}
	}

	// The other pictures.
	p.coloursPassed = false
	old := p.passedKey
	p.passedKey = now
	p.passSelection(s, old, now)
	p.passStyle(s, old, now)
	p.send("inspector", a.inspector().Body)
	if s.View.Full == state.FullUnrolled { // only this view, which fills the page, shows the model
		p.send("unrolled", node.UnrolledOrNot(s))
	}
	if s.View.Table != nil && tableChanged(s, old, now) {
		p.passTable(s)
	}
	p.passCharts(s)
	return p.coloursDiffer(s, now) // the state can have changed since the colours of a large graph were passed
}

// passSelection passes the legend, the maps and the features, if they have changed. old is the key of the passed pictures, and now is the
// present key.
func (p *pusher) passSelection(s *state.State, old, now pictureKey) {
	viewChanged := old.colours != now.colours || old.stage != now.stage || old.layout != now.layout || old.table != now.table
	otherSelection := old.node != now.node || old.edge != now.edge
	otherCentre := now.hops > 0 && otherSelection // the drawn neighbourhood is of another node or edge
	hopsChanged := old.hops != now.hops || otherCentre
	if viewChanged || hopsChanged {
		attributes := p.attributes
		if p.colouredKey != now { // the passed colours are of another state
			attributes = picture.NewAttributes(s)
		}
		p.send("legend", picture.NewLegend(s, &attributes))
	}
	if m := now.maps; m != nil && old.maps != m {
		p.receive("maps", "", bytesOf(m.Maps), bytesOf(m.HatMaps))
	}
	if now.features != nil && old.features != now.features {
		features := now.features.Features // in compressed sparse rows
		p.receive("features", "", bytesOf(features.Ptr), bytesOf(features.Col), bytesOf(features.Val), bytesOf(features.Encoded))
	}
}

// tableChanged reports whether the open table differs from the passed one: in its values or in its selection. It returns true for the
// matrix, whose values have no key.
func tableChanged(s *state.State, old, now pictureKey) bool {
	valuesChanged := old.table != now.table || !picture.SameTable(s.View.Table.Of, old.frame, now.frame) || old.plane != now.plane
	selectionChanged := old.lasso != now.lasso || old.lassoed != now.lassoed || old.node != now.node || old.edge != now.edge
	return s.Matrix() || valuesChanged || selectionChanged
}

// passCharts passes the models of the charts under the graph, of the timeline, and of the small pictures in the rail.
func (p *pusher) passCharts(s *state.State) {
	p.send("spectrum", charts.NewSpectrum(s))
	training := charts.NewTraining(s)
	var curves [][]byte
	for _, curve := range training.Curves {
		curves = append(curves, bytesOf(curve))
	}
	p.send("training", training, curves...)
	p.send("bound", charts.NewBound(s))
	scrub := charts.NewScrub(s)
	p.send("scrub", scrub, bytesOf(scrub.Loss))
	p.send("sparks", stages.Sparks(s))
}

// passTable passes the open table or matrix. The matrix needs the communities only if it is sorted by them.
func (p *pusher) passTable(s *state.State) {
	if !s.Matrix() {
		m := picture.NewTable(s)
		p.receive("table", toJSON(m), bytesOf(m.Order), bytesOf(m.Values))
		return
	}
	m, norms := stages.NewMatrix(s)
	if strings.Contains(m.Order, state.OrderCommunity) {
		known := p.community != nil && p.communityOf == s.GraphKey
		if !known {
			p.community, p.communityOf = s.Communities(), s.GraphKey
		}
		m.Community = p.community
	}
	p.receive(state.TableMatrix, toJSON(m), bytesOf(s.Graph.Edges), bytesOf(norms))
}

// coloursDiffer reports whether the colours of the present graph differ from the passed colours. now is the key of the state.
func (p *pusher) coloursDiffer(s *state.State, now pictureKey) bool {
	old := p.colouredKey
	runChanged := old.frame != now.frame || old.spectrum != now.spectrum || old.channel != now.channel
	modeChanged := old.nodes != now.nodes || old.edges != now.edges
	groupChanged := old.lasso != now.lasso || old.lassoed != now.lassoed
	flowChanged := s.FlowColours() && old.flow != now.flow
	mistakesChanged := s.View.Nodes == state.NodesMistakes && old.lab != now.lab
	return p.graph != s.GraphKey || runChanged || modeChanged || groupChanged || flowChanged || mistakesChanged
}

// passTopology passes the drawn nodes and edges of a new graph. For a large graph nodes and edges list the drawn part; both are nil if all
// are drawn. ends has two entries for each drawn edge.
func (p *pusher) passTopology(s *state.State) {
	delete(p.last, "style") // the island drops the coordinates of the previous graph: even an equal style must be passed again
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
	p.passOrDefer(s, func() {
		p.receive("topology", text, bytesOf(ends), bytesOf(coords), bytesOf(nodes), bytesOf(edges))
	})
}

// passOrDefer calls pass at once or, for a large graph, in a later frame.
func (p *pusher) passOrDefer(s *state.State, pass func()) {
	if picture.InPart(s.Graph) {
		p.deferred = append(p.deferred, pass)
		return
	}
	pass()
}

// passAttributes passes the legend, and the numbers from which the island colours nodes and edges.
func (p *pusher) passAttributes(s *state.State) {
	p.attributes = picture.NewAttributes(s)
	attributes, legend := p.attributes, picture.NewLegend(s, &p.attributes) // of this state: the call below may come later
	p.passOrDefer(s, func() {
		p.receive("attributes", "", bytesOf(attributes.Class), attributes.Flags, bytesOf(attributes.Value), bytesOf(attributes.Edge),
			bytesOf(attributes.Raw), bytesOf(attributes.Probs), bytesOf(attributes.Far))
		p.send("legend", legend)
	})
}

// passStyle passes the style of the graph. For the three layouts below it also passes coordinates, x and y of each node, as soon as they
// are known. A new CoordsKey marks other coordinates; it is 0 without coordinates.
func (p *pusher) passStyle(s *state.State, old, now pictureKey) {
	style := picture.NewStyle(s)
	var coords []float32
	switch s.View.Layout {
	case "fibre": // by the stalks of the nodes
		if old.layout == now.layout && s.Running() {
			coords = p.coords // during a run the nodes keep their places
			break
		}
		coords = picture.StalkCoords(s)
	case state.LayoutSpectral:
		coords = s.Places()
		if len(coords) != 2*s.Graph.N { // the spectrum has no layout yet
			coords = nil
		}
	case state.LayoutApart: // by communities; empty before the worker has computed the coordinates
		coords = single(s.Graph.Apart)
	}
	if string(bytesOf(coords)) != string(bytesOf(p.coords)) { // bytes, since NaN differs from itself
		p.coords = coords
		p.places++
	}
	if len(coords) > 0 {
		style.CoordsKey = p.places
	}
	p.send("style", style, bytesOf(coords))
}

// single converts coordinates to single precision.
func single(coords []float64) []float32 {
	out := make([]float32, len(coords))
	for i, x := range coords {
		out[i] = float32(x)
	}
	return out
}

// bytesOf returns the memory of numbers as bytes, nil for an empty list. Wasm and the typed arrays of JavaScript are both little-endian.
// The bytes share the memory of v, and are valid as long as v does not change.
func bytesOf[T int32 | float32 | float64](v []T) []byte {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), len(v)*int(unsafe.Sizeof(v[0])))
}
