package main

import (
	"fmt"
	"math"
	"strings"
)

// Layout of the picture in pixels: the dial on top, the graph on the left, an edge and the spectrum on the right.
const (
	width, height = 880, 430
	dialLeft      = 130 // x of the first stop
	dialStep      = 200
	dialTop       = 34
	discSize      = 68
	stalkTop      = 166
	stalkSize     = 54
	plotLeft      = 468
	plotWidth     = 380
	plotBase      = 386
	plotHeight    = 86
	plotBins      = 40
	reach         = 46 // length of the longest arrow
)

// Times from the beginning of a stop, in per cent of the duration of the whole animation.
const (
	turned = 4    // the dial has turned
	leave  = 6    // the arrows leave the stalks of the nodes
	arrive = 13   // the arrows are in the stalk of the edge
	stay   = 23   // the arrows begin to disappear
	gone   = 24.5 // the arrows are gone
)

// seconds is the duration of the animation with all stops.
const seconds = 18

// drawing is an SVG with animations.
type drawing struct {
	body, css strings.Builder
	names     map[string]string // names of animations by keyframes
	share     float64           // duration of a stop, in per cent of the duration of the whole animation
}

// animation returns the class attribute of an animation, "" for empty keyframes. Equal keyframes share an animation.
func (d *drawing) animation(keyframes string) string {
	if keyframes == "" {
		return ""
	}
	name, ok := d.names[keyframes]
	if !ok {
		name = fmt.Sprintf("a%d", len(d.names))
		d.names[keyframes] = name
		fmt.Fprintf(&d.css, "@keyframes %s{%s}.%s{animation-name:%s}\n", name, keyframes, name, name)
	}
	return ` class="` + name + `"`
}

// turning returns the class attribute of an animation that changes a CSS property when the dial turns. values has the declaration of the
// property at each stop. If all declarations are equal, turning returns "".
func (d *drawing) turning(values []string) string {
	last := values[len(values)-1]
	isConstant := true
	before := last // the declaration of the previous stop; the last stop precedes the first
	var b strings.Builder
	for k, v := range values {
		start := float64(k) * d.share
		fmt.Fprintf(&b, "%g%%{%s}%g%%{%s}", start, before, start+turned, v)
		isConstant = isConstant && v == last
		before = v
	}
	fmt.Fprintf(&b, "100%%{%s}", last)
	if isConstant {
		return ""
	}
	return d.animation(b.String())
}

// travelling returns the class attribute of the animation of an arrow. At each stop the arrow appears in its stalk (from), moves to the
// stalk of the edge (to), and disappears.
func (d *drawing) travelling(from, to []string) string {
	var b strings.Builder
	for k := range from {
		at := float64(k) * d.share
		fmt.Fprintf(&b, "%g%%{opacity:0;%s}%g%%{opacity:1;%s}%g%%,%g%%{opacity:1;%s}%g%%{opacity:0;%s}", at, from[k], at+leave,
			from[k], at+arrive, at+stay, to[k], at+gone, to[k])
	}
	fmt.Fprintf(&b, "100%%{opacity:0;%s}", from[0])
	return d.animation(b.String())
}

// add adds an element.
func (d *drawing) add(form string, args ...any) { fmt.Fprintf(&d.body, form+"\n", args...) }

// text adds a text with classes of its style.
func (d *drawing) text(x, y float64, class, text string) {
	d.add(`<text x="%g" y="%g" class="%s">%s</text>`, x, y, class, text)
}

// svg returns the picture of the film. If the reader has switched off animations, it displays the last stop.
func (f *film) svg() []byte {
	d := &drawing{names: map[string]string{}, share: 100 / float64(len(f.stops))}
	f.dial(d)
	f.nodes(d)
	f.stalks(d)
	f.spectrum(d)
	return fmt.Appendf(nil, head, width, height, f.alternative(), d.css.String(), seconds, d.body.String())
}

// head is the format of the SVG. Its arguments are width, height, alternative text, keyframes, duration in seconds, and elements.
const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">
<title>%s</title>
<style>
svg{--p:#fff;--i:#14171c;--m:#646a76;--r:#c6c7c4;--a:#c2410c;--c0:#0072b2;--c1:#cc8500;
font:13px Inter,system-ui,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
@media (prefers-color-scheme:dark){svg{--p:#13171d;--i:#eceef1;--m:#8b94a3;--r:#414a57;--a:#ff8b58;--c0:#4ba3e0;--c1:#f0b02c}}
text{fill:var(--m);text-anchor:middle}.l{text-anchor:start}.i{fill:var(--i)}
.b{fill:var(--i);font-weight:600;font-size:15px}.e{text-anchor:end}
.line{stroke:var(--r);fill:none}.thin{stroke:var(--m);stroke-opacity:.22;fill:none}.disc{fill:none;stroke:var(--r)}.bar{fill:var(--i)}
%s[class^=a]{animation-duration:%ds;animation-iteration-count:infinite;animation-timing-function:ease-in-out}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
</style>
<rect width="100%%" height="100%%" rx="8" fill="var(--p)"/>
%s</svg>
`

// alternative returns the alternative text of the picture, with its numbers.
func (f *film) alternative() string {
	var wrong []string
	for _, s := range f.stops {
		wrong = append(wrong, fmt.Sprintf("%s %d", s.maps, s.wrong))
	}
	return fmt.Sprintf("From a graph to a sheaf: one network on %d nodes, trained with four families of restriction maps. "+
		"Wrong nodes: %s.", f.graph.N, strings.Join(wrong, ", "))
}

// dial draws the dial with its stops and its thumb.
func (f *film) dial(d *drawing) {
	d.text(dialLeft-94, dialTop+5, "l b", "graph")
	d.text(dialLeft+3*dialStep+92, dialTop+5, "e b", "sheaf")
	d.add(`<path class="line" stroke-width="3" stroke-linecap="round" d="M%d %dh%d"/>`, dialLeft, dialTop, dialStep*(len(f.stops)-1))
	var thumb []string
	for k, s := range f.stops {
		x := dialLeft + dialStep*k
		d.add(`<circle cx="%d" cy="%d" r="4" fill="var(--r)"/>`, x, dialTop)
		d.text(float64(x), dialTop-16, "i", s.maps)
		thumb = append(thumb, fmt.Sprintf("transform:translate(%dpx,%dpx)", x, dialTop))
		d.shown(k, fmt.Sprintf(`<text x="%d" y="%d" class="i"><tspan font-weight="600">%d of %d nodes wrong</tspan></text>`, x, dialTop+28,
			s.wrong, f.graph.N))
		d.shown(k, fmt.Sprintf(`<text x="%d" y="%d">the maps %s</text>`, plotLeft+plotWidth/2, stalkTop-stalkSize-24, s.effect))
	}
	d.add(`<circle r="9" fill="var(--a)" style="%s"%s/>`, thumb[len(thumb)-1], d.turning(thumb))
}

// shown adds an element that is visible only at stop k.
func (d *drawing) shown(k int, element string) {
	var values []string
	for s := range int(math.Round(100 / d.share)) {
		values = append(values, fmt.Sprintf("opacity:%d", map[bool]int{true: 1}[s == k]))
	}
	d.add(`<g style="%s"%s>%s</g>`, values[len(values)-1], d.turning(values), element)
}

// nodes draws the graph: a column for each class, a row for each temper, and the edges between them.
func (f *film) nodes(d *drawing) {
	// The group of a node is its pair of class and temper.
	x, y := make([]float64, f.graph.N), make([]float64, f.graph.N)
	count := map[[2]int]int{}
	group := func(i int) [2]int {
		row := 0
		if f.temper(int32(i)) < 0 {
			row = 1
		}
		return [2]int{f.graph.Labels[i], row}
	}
	for i := range f.graph.N {
		count[group(i)]++
	}
	next := map[[2]int]int{}
	// The nodes of a group are placed on a disc like the seeds of a sunflower. Node k is turned by k golden angles, at a distance of √k.
	for i := range f.graph.N {
		p := group(i)
		k := float64(next[p]) + 0.5
		next[p]++
		const goldenAngle = 2.399963 // in radians
		r, turn := discSize*math.Sqrt(k/float64(count[p])), goldenAngle*k
		x[i], y[i] = 128+200*float64(p[0])+r*math.Cos(turn), 158+160*float64(p[1])+r*math.Sin(turn)
	}
	// Edges, then nodes with a ring around wrong predictions, then the edge of the picture.
	var edges strings.Builder
	for _, e := range f.graph.Edges {
		fmt.Fprintf(&edges, "M%.0f %.0fL%.0f %.0f", x[e.I], y[e.I], x[e.J], y[e.J])
	}
	d.add(`<path class="thin" stroke-width=".7" d="%s"/>`, edges.String())
	for i := range f.graph.N {
		var looks []string
		for _, s := range f.stops {
			ring := "stroke:var(--p);stroke-width:1px"
			if s.pred[i] != f.graph.Labels[i] {
				ring = "stroke:var(--a);stroke-width:3.5px"
			}
			looks = append(looks, fmt.Sprintf("fill:var(--c%d);%s", s.pred[i], ring))
		}
		d.add(`<circle cx="%.1f" cy="%.1f" r="5.5" style="%s"%s/>`, x[i], y[i], looks[len(looks)-1], d.turning(looks))
	}
	d.add(`<path stroke="var(--i)" stroke-width="2.5" d="M%.1f %.1fL%.1f %.1f"/>`, x[f.i], y[f.i], x[f.j], y[f.j])
	d.text(228, 418, "", "colour: predicted class · ring: wrong · columns: true class")
}

// stalks draws the stalks of the edge and of its ends, with the vectors in them.
func (f *film) stalks(d *drawing) {
	at := [3]float64{plotLeft + 54, plotLeft + plotWidth/2, plotLeft + plotWidth - 54}
	d.add(`<path class="line" d="M%g %dH%g"/>`, at[0], stalkTop, at[2])
	for k, name := range [3]string{fmt.Sprintf("stalk of node %d", f.i), "stalk of their edge", fmt.Sprintf("stalk of node %d", f.j)} {
		d.add(`<circle cx="%g" cy="%d" r="%d" fill="var(--p)"/><circle cx="%g" cy="%d" r="%d" class="disc"/>`, at[k], stalkTop, stalkSize, at[k],
			stalkTop, stalkSize)
		d.text(at[k], stalkTop+stalkSize+20, "", name)
	}
	d.text(at[1], stalkTop+stalkSize+38, "", "lengths to scale within a stalk")
	// The arrows of both ends, in their stalk and in the stalk of the edge, at each stop.
	var own, image [2][]string
	for _, s := range f.stops {
		c := s.edges[f.edge]
		longest := math.Sqrt(max(dot(c.yi), dot(c.yj)))
		for end, v := range [2][2][2]float64{{c.xi, c.yi}, {c.xj, c.yj}} {
			own[end] = append(own[end], arrow(at[2*end], v[0], math.Sqrt(dot(v[0]))))
			image[end] = append(image[end], arrow(at[1], v[1], longest))
		}
	}
	for end := range 2 {
		class := f.graph.Labels[[2]int32{f.i, f.j}[end]]
		shape := fmt.Sprintf(`<path fill="var(--c%d)" d="M0-2H%d V-7L%d 0 %d 7V2H0Z"`, class, reach-12, reach, reach-12)
		last := len(f.stops) - 1
		d.add(`%s style="%s"%s/>`, shape, own[end][last], d.turning(own[end]))
		d.add(`%s style="%s"%s/>`, shape, image[end][last], d.travelling(own[end], image[end]))
	}
}

// arrow returns the CSS transform of an arrow for the vector v in the stalk at x. The arrow of a vector of length longest fills the stalk.
func arrow(x float64, v [2]float64, longest float64) string {
	return fmt.Sprintf("transform:translate(%.0fpx,%dpx) rotate(%.0fdeg) scale(%.2f)", x, stalkTop,
		-math.Atan2(v[1], v[0])*180/math.Pi, math.Sqrt(dot(v))/longest)
}

// spectrum draws a histogram of the eigenvalues, from 0 to 2, at each stop. The height of a bar is proportional to the square root of its
// count.
func (f *film) spectrum(d *drawing) {
	counts := make([][plotBins]int, len(f.stops))
	most := 0
	for k, s := range f.stops {
		for _, v := range s.values {
			b := min(plotBins-1, max(0, int(v/2*plotBins)))
			counts[k][b]++
			most = max(most, counts[k][b])
		}
	}
	for b := range plotBins {
		var tall []string
		x := plotLeft + float64(b)*plotWidth/plotBins
		for k := range counts {
			tall = append(tall, fmt.Sprintf("transform:translate(%gpx,%dpx) scale(1,%.3f)", x, plotBase,
				math.Sqrt(float64(counts[k][b])/float64(most))))
		}
		d.add(`<path d="M1 0V-%dH8.5V0Z" style="%s"%s fill="var(--m)"/>`, plotHeight, tall[len(tall)-1], d.turning(tall))
	}
	d.add(`<path class="line" d="M%d %dh%d"/>`, plotLeft, plotBase, plotWidth)
	d.text(plotLeft, plotBase+18, "", "0")
	d.text(plotLeft+plotWidth/2, plotBase+32, "", "eigenvalues of the sheaf Laplacian")
	d.text(plotLeft+plotWidth/2, plotBase+18, "", "1")
	d.text(plotLeft+plotWidth, plotBase+18, "", "2")
}
