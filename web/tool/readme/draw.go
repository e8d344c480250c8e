// This file draws the animated picture of README.md, an SVG with animations in CSS.

package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Layout in pixels, chosen by eye like the other distances in the drawing functions. The dial is on top, the graph on the left, an edge and
// the spectrum on the right. A stop is a position of the dial, at which the picture has the results of one run.
const (
	width, height = 880, 430
	dialLeft      = 130 // x of the first stop of the dial
	dialStep      = 200 // distance between stops
	dialTop       = 34  // y of the dial
	discSize      = 68  // radius of the disc of a group of nodes
	stalkTop      = 166 // y of the centres of the stalks
	stalkSize     = 54  // radius of a stalk
	plotLeft      = 468 // x of the right half of the picture
	plotWidth     = 380 // width of the right half
	plotBase      = 386 // y of the axis of the histogram
	plotHeight    = 86  // height of the tallest bar
	plotBins      = 40  // number of bars
	reach         = 46  // length of the longest arrow
)

// Times of the animation at a stop, in per cent of the whole animation, from the beginning of the stop. Each of the four stops lasts
// 25 per cent.
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
	body, css strings.Builder   // the elements, and the animations in CSS
	names     map[string]string // names of animations by their keyframes: a0, a1, …
	perStop   float64           // duration of a stop, in per cent of the duration of the whole animation; 0 without animations
}

// animation returns the class attribute of the animation with the given keyframes, such as ` class="a3"`. Equal keyframes share an
// animation. animation returns "" if keyframes is "".
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

// turning returns the class attribute of an animation that changes CSS properties when the dial turns. declarations has the declarations of
// the properties at each stop. If all declarations are equal, turning returns "". Example of the keyframes of two stops:
// 0%{opacity:0}4%{opacity:1}50%{opacity:1}54%{opacity:0}100%{opacity:0}.
func (d *drawing) turning(declarations []string) string {
	last := declarations[len(declarations)-1]
	allEqual := true
	var keyframes strings.Builder
	previous := last // the animation repeats: the last stop precedes the first stop
	for k, declaration := range declarations {
		begin := float64(k) * d.perStop // of stop k, in per cent
		fmt.Fprintf(&keyframes, "%g%%{%s}%g%%{%s}", begin, previous, begin+turned, declaration)
		allEqual = allEqual && declaration == last
		previous = declaration
	}
	fmt.Fprintf(&keyframes, "100%%{%s}", last)
	if allEqual {
		return ""
	}
	return d.animation(keyframes.String())
}

// travelling returns the class attribute of the animation of an arrow. At each stop the arrow appears in the stalk of its node, moves to
// the stalk of the edge, and disappears. starts and targets have the CSS declarations of both places at each stop. The keyframes of the
// first stop have the form 0%{opacity:0;START}6%{opacity:1;START}13%,23%{opacity:1;TARGET}24.5%{opacity:0;TARGET}.
func (d *drawing) travelling(starts, targets []string) string {
	var b strings.Builder
	for k := range starts {
		begin := float64(k) * d.perStop // of stop k, in per cent
		fmt.Fprintf(&b, "%g%%{opacity:0;%s}%g%%{opacity:1;%s}%g%%,%g%%{opacity:1;%s}%g%%{opacity:0;%s}", begin, starts[k], begin+leave,
			starts[k], begin+arrive, begin+stay, targets[k], begin+gone, targets[k])
	}
	fmt.Fprintf(&b, "100%%{opacity:0;%s}", starts[0]) // the beginning of the repetition
	return d.animation(b.String())
}

// add adds an SVG element to the body. form is a format of package fmt.
func (d *drawing) add(form string, args ...any) { fmt.Fprintf(&d.body, form+"\n", args...) }

// text adds a text at (x, y). class has its CSS classes. With l the text begins at x, with e it ends at x, and otherwise it is centred at
// x. i is the colour of important texts, and b is this colour in bold.
func (d *drawing) text(x, y float64, class, text string) {
	d.add(`<text x="%g" y="%g" class="%s">%s</text>`, x, y, class, text)
}

// svg returns the animated picture of the film. If the reader has switched off animations, the picture displays the last stop.
func (f *film) svg() []byte {
	d := &drawing{names: map[string]string{}, perStop: 100 / float64(len(f.stops))}
	f.dial(d)
	f.nodes(d)
	f.stalks(d)
	f.spectrum(d)
	return fmt.Appendf(nil, head, width, height, f.alternative(), d.css.String(), seconds, d.body.String())
}

// head is the format of the SVG. Its arguments are width, height, alternative text, keyframes, duration in seconds, and elements. The CSS
// variables are colours: --p of the background, --i of important texts, --m of other texts, --r of lines, --a of accents, and --c0 and --c1
// of the classes 0 and 1.
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
	// The dial has four stops: the last stop is three steps to the right of the first stop.
	d.text(dialLeft-94, dialTop+5, "l b", "graph")
	d.text(dialLeft+3*dialStep+92, dialTop+5, "e b", "sheaf")
	d.add(`<path class="line" stroke-width="3" stroke-linecap="round" d="M%d %dh%d"/>`, dialLeft, dialTop, dialStep*(len(f.stops)-1))
	var thumb []string
	for k, s := range f.stops {
		x := dialLeft + dialStep*k
		d.add(`<circle cx="%d" cy="%d" r="4" fill="var(--r)"/>`, x, dialTop)
		d.text(float64(x), dialTop-16, "i", s.maps)
		thumb = append(thumb, fmt.Sprintf("transform:translate(%dpx,%dpx)", x, dialTop))
		// The number of wrong nodes and the effect of the maps are visible only at their stop.
		d.shown(k, fmt.Sprintf(`<text x="%d" y="%d" class="i"><tspan font-weight="600">%d of %d nodes wrong</tspan></text>`, x, dialTop+28,
			s.wrong, f.graph.N))
		d.shown(k, fmt.Sprintf(`<text x="%d" y="%d">the maps %s</text>`, plotLeft+plotWidth/2, stalkTop-stalkSize-24, s.effect))
	}
	// The thumb moves with the dial. Without animations it is at the last stop.
	d.add(`<circle r="9" fill="var(--a)" style="%s"%s/>`, thumb[len(thumb)-1], d.turning(thumb))
}

// shown adds an element that is visible only at stop k, counted from 0. Without animations only an element of the last stop is visible.
func (d *drawing) shown(k int, element string) {
	stops := int(math.Round(100 / d.perStop)) // number of stops
	opacities := slices.Repeat([]string{"opacity:0"}, stops)
	opacities[k] = "opacity:1"
	d.add(`<g style="%s"%s>%s</g>`, opacities[stops-1], d.turning(opacities), element)
}

// positions returns the coordinates of the nodes in pixels. A node belongs to a group: its column is the class of the node, and its row is
// the temper. The nodes of a group are on a disc like the seeds of a sunflower: node k of n nodes is turned by k + 1/2 golden angles, and
// its distance from the centre is proportional to √((k + 1/2) / n).
func (f *film) positions() (x, y []float64) {
	const goldenAngle = 2.399963                      // in radians
	const left, top, column, row = 128, 158, 200, 160 // centre of the first group, and distances between groups
	// groupOf returns column and row of node i, from 0. The temper, a feature of the node, is positive in row 0 and negative in row 1.
	groupOf := func(i int) [2]int {
		group := [2]int{f.graph.Labels[i], 0}
		if f.temper(int32(i)) < 0 {
			group[1] = 1
		}
		return group
	}
	size := map[[2]int]int{} // by group
	for i := range f.graph.N {
		size[groupOf(i)]++
	}
	// Place the nodes in the order of their numbers.
	placed := map[[2]int]int{} // number of nodes with a position, by group
	x, y = make([]float64, f.graph.N), make([]float64, f.graph.N)
	for i := range f.graph.N {
		group := groupOf(i)
		place := float64(placed[group]) + 0.5 // k + 1/2
		placed[group]++
		r, angle := discSize*math.Sqrt(place/float64(size[group])), goldenAngle*place
		x[i] = left + column*float64(group[0]) + r*math.Cos(angle)
		y[i] = top + row*float64(group[1]) + r*math.Sin(angle)
	}
	return x, y
}

// nodes draws the graph: its edges, its nodes with a ring around wrong predictions, and the edge of the stalks.
func (f *film) nodes(d *drawing) {
	x, y := f.positions()
	var edges strings.Builder
	for _, e := range f.graph.Edges {
		fmt.Fprintf(&edges, "M%.0f %.0fL%.0f %.0f", x[e.I], y[e.I], x[e.J], y[e.J])
	}
	d.add(`<path class="thin" stroke-width=".7" d="%s"/>`, edges.String())
	for i := range f.graph.N {
		var styles []string // at each stop
		for _, s := range f.stops {
			ring := "stroke:var(--p);stroke-width:1px"
			if s.pred[i] != f.graph.Labels[i] {
				ring = "stroke:var(--a);stroke-width:3.5px"
			}
			styles = append(styles, fmt.Sprintf("fill:var(--c%d);%s", s.pred[i], ring))
		}
		d.add(`<circle cx="%.1f" cy="%.1f" r="5.5" style="%s"%s/>`, x[i], y[i], styles[len(styles)-1], d.turning(styles))
	}
	d.add(`<path stroke="var(--i)" stroke-width="2.5" d="M%.1f %.1fL%.1f %.1f"/>`, x[f.i], y[f.i], x[f.j], y[f.j])
	d.text(228, 418, "", "colour: predicted class · ring: wrong · columns: true class")
}

// stalks draws the stalks of one edge and of its ends, with the vectors in these stalks. A stalk is the vector space of a node or an edge,
// here a disc.
func (f *film) stalks(d *drawing) {
	// The centres of the stalks, from left to right: the first end, the edge, the second end.
	x := [3]float64{plotLeft + stalkSize, plotLeft + plotWidth/2, plotLeft + plotWidth - stalkSize}
	names := [3]string{fmt.Sprintf("stalk of node %d", f.i), "stalk of their edge", fmt.Sprintf("stalk of node %d", f.j)}
	d.add(`<path class="line" d="M%g %dH%g"/>`, x[0], stalkTop, x[2])
	for k, name := range names {
		d.add(`<circle cx="%g" cy="%d" r="%d" fill="var(--p)"/><circle cx="%g" cy="%d" r="%d" class="disc"/>`, x[k], stalkTop, stalkSize, x[k],
			stalkTop, stalkSize)
		d.text(x[k], stalkTop+stalkSize+20, "", name)
	}
	d.text(x[1], stalkTop+stalkSize+38, "", "lengths to scale within a stalk")
	// The arrow of each end: the vector in the stalk of the node (own), and its image in the stalk of the edge, at each stop. A vector has
	// the length reach in the stalk of its node. In the stalk of the edge, the longer of the two images has this length.
	var own, image [2][]string
	for _, s := range f.stops {
		e := s.edges[f.edge]
		longest := math.Sqrt(max(dot(e.yi), dot(e.yj)))
		vectors, images := [2][2]float64{e.xi, e.xj}, [2][2]float64{e.yi, e.yj}
		for end := range 2 {
			own[end] = append(own[end], arrow(x[2*end], vectors[end], math.Sqrt(dot(vectors[end]))))
			image[end] = append(image[end], arrow(x[1], images[end], longest))
		}
	}
	// Each end has two arrows in the colour of its class: one stays in the stalk of the node, and one moves to the stalk of the edge.
	for end := range 2 {
		class := f.graph.Labels[[2]int32{f.i, f.j}[end]]
		// An arrow from the origin to the right, of length reach: a shaft of width 4, and a head of length 12 and width 14.
		shape := fmt.Sprintf(`<path fill="var(--c%d)" d="M0-2H%d V-7L%d 0 %d 7V2H0Z"`, class, reach-12, reach, reach-12)
		last := len(f.stops) - 1
		d.add(`%s style="%s"%s/>`, shape, own[end][last], d.turning(own[end]))
		d.add(`%s style="%s"%s/>`, shape, image[end][last], d.travelling(own[end], image[end]))
	}
}

// arrow returns the CSS transform of the arrow of a vector v in the stalk whose centre has the coordinate x. A vector of length longest has
// an arrow of length reach.
func arrow(x float64, v [2]float64, longest float64) string {
	return fmt.Sprintf("transform:translate(%.0fpx,%dpx) rotate(%.0fdeg) scale(%.2f)", x, stalkTop,
		-math.Atan2(v[1], v[0])*180/math.Pi, math.Sqrt(dot(v))/longest) // minus: the y axis of the screen points down
}

// spectrum draws a histogram of the eigenvalues at each stop. The eigenvalues of a normalised Laplacian are in [0, 2]. The height of a bar
// is proportional to the square root of its count, so that small counts are visible.
func (f *film) spectrum(d *drawing) {
	counts := make([][plotBins]int, len(f.stops)) // by stop and bin
	largest := 0                                  // the largest of all counts
	for k, s := range f.stops {
		for _, value := range s.values {
			bin := min(plotBins-1, max(0, int(value/2*plotBins))) // rounding can move a value out of [0, 2]
			counts[k][bin]++
			largest = max(largest, counts[k][bin])
		}
	}
	for bin := range plotBins {
		var bars []string // at each stop
		x := plotLeft + float64(bin)*plotWidth/plotBins
		for k := range counts {
			scale := math.Sqrt(float64(counts[k][bin]) / float64(largest))
			bars = append(bars, fmt.Sprintf("transform:translate(%gpx,%dpx) scale(1,%.3f)", x, plotBase, scale))
		}
		// A bar of full height, 7.5 wide in a bin of 380/40 = 9.5 pixels.
		d.add(`<path d="M1 0V-%dH8.5V0Z" style="%s"%s fill="var(--m)"/>`, plotHeight, bars[len(bars)-1], d.turning(bars))
	}
	d.add(`<path class="line" d="M%d %dh%d"/>`, plotLeft, plotBase, plotWidth)
	d.text(plotLeft, plotBase+18, "", "0")
	d.text(plotLeft+plotWidth/2, plotBase+32, "", "eigenvalues of the sheaf Laplacian")
	d.text(plotLeft+plotWidth/2, plotBase+18, "", "1")
	d.text(plotLeft+plotWidth, plotBase+18, "", "2")
}
