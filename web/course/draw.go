package course

import (
	"math"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// pen writes the inside of an SVG picture, for all figures. Colours and widths are classes of assets/learn/learn.css, since the page's
// content security policy forbids styles in the markup. The most frequent classes are:
//
//   - of texts: i in the text colour, k grey, s and b bold, a bold in the accent colour, m an italic letter; sm, mid and big are sizes;
//     c centres a text at its place, e ends it there; halo keeps it readable above lines;
//   - of lines: ax an axis, gd a thin line, ln and ln2 curves, tie an edge, re a marked edge, mark the present value, dash dashed;
//   - of shapes: disc a node, x a vector, fi in the text colour, fa in the accent colour, t1 to t3 three greys, ghost an outline,
//     hit invisible;
//   - of nodes and ties of the puzzle: A and B the two classes, ea a tie, r a rivalry, on marked, odd against the rule.
type pen struct{ b strings.Builder }

// String returns the written markup.
func (p *pen) String() string { return p.b.String() }

// add appends strings and numbers, and ignores values of other types. Numbers of type float64 have at most two decimals.
func (p *pen) add(parts ...any) {
	for _, x := range parts {
		switch x := x.(type) {
		case string:
			p.b.WriteString(x)
		case float64:
			p.b.WriteString(short(x))
		case int:
			p.b.WriteString(strconv.Itoa(x))
		}
	}
}

// short formats a number with at most two decimals. The sum with 0 turns −0 into 0.
func short(x float64) string {
	hundredths := math.Round(x * 100)
	return strconv.FormatFloat(hundredths/100+0, 'f', -1, 64)
}

// line draws a line from (x0, y0) to (x1, y1).
func (p *pen) line(class string, x0, y0, x1, y1 float64) {
	p.add(`<path class="`, class, `" d="M`, x0, " ", y0, "L", x1, " ", y1, `"/>`)
}

// circle draws a circle with centre (x, y).
func (p *pen) circle(class string, x, y, r float64) {
	p.add(`<circle class="`, class, `" cx="`, x, `" cy="`, y, `" r="`, r, `"/>`)
}

// rect draws a rectangle with the upper left corner (x, y). A negative width or height is drawn as 0.
func (p *pen) rect(class string, x, y, w, h float64) {
	p.add(`<rect class="`, class, `" x="`, x, `" y="`, y, `" width="`, max(0, w), `" height="`, max(0, h), `"/>`)
}

// path draws a polyline through points.
func (p *pen) path(class string, points [][2]float64) {
	p.add(`<path class="`, class, `" d="`)
	for i, q := range points {
		p.add(words.Either(i == 0, "M", "L"), q[0], " ", q[1])
	}
	p.add(`"/>`)
}

// arrow draws an arrow from (x0, y0) to (x1, y1). Its head has the length maxHead, but at most 0.6 of the arrow. An arrow shorter than half
// a unit of the picture is not drawn, since its direction would not be visible.
func (p *pen) arrow(class string, x0, y0, x1, y1, maxHead float64) {
	length := math.Hypot(x1-x0, y1-y0)
	if length < 0.5 {
		return
	}
	p.line(class, x0, y0, x1, y1)
	// The head is a triangle: the tip, and two corners at an angle of 0.5 radians on either side of the shaft.
	head := min(maxHead, length*0.6)
	angle := math.Atan2(y1-y0, x1-x0)
	corner := func(t float64) (x, y float64) { return x1 - head*math.Cos(angle+t), y1 - head*math.Sin(angle+t) }
	ax, ay := corner(0.5)
	bx, by := corner(-0.5)
	p.add(`<path class="`, class, ` solid" d="M`, ax, " ", ay, "L", x1, " ", y1, "L", bx, " ", by, `"/>`)
}

// text writes markup at (x, y): a text without the signs <, > and &, or the results of [plain], [it], [sub] and [sup].
func (p *pen) text(class string, x, y float64, markup string) {
	p.add(`<text class="`, class, `" x="`, x, `" y="`, y, `">`, markup, "</text>")
}

// plain escapes a text for markup.
func plain(s string) string { return words.EscapeString(s) }

// it returns markup of a symbol in italics. A tap on a symbol of the glossary opens its card, the explanation of the symbol.
func it(s string) string { return carded(s, slanted(s)) }

// sub returns markup of a symbol as [it] does, with a subscript. The invisible character &#8203; after the subscript carries dy −3, which
// returns to the line.
func sub(s, index string) string {
	return carded(s+"_"+index, slanted(s)+`<tspan class="ss it" dy="3">`+plain(index)+`</tspan><tspan dy="-3">&#8203;</tspan>`)
}

// sup returns markup of a symbol as [sub] does, with a superscript in place of the subscript.
func sup(s, index string) string {
	return carded(s+"^"+index, slanted(s)+`<tspan class="ss" dy="-5">`+plain(index)+`</tspan><tspan dy="5">&#8203;</tspan>`)
}

// slanted returns a text in italics, without a card.
func slanted(s string) string { return `<tspan class="it">` + plain(s) + "</tspan>" }

// carded wraps markup of the formula tex, so that a tap opens the glossary cards of its symbols. Without such symbols it returns markup.
func carded(tex, markup string) string {
	keys := Symbols(tex)
	if len(keys) == 0 {
		return markup
	}
	return `<tspan class="sym" role="button" tabindex="0" data-g="` + strings.Join(keys, " ") + `" aria-expanded="false">` +
		markup + "</tspan>"
}

// handle is a control that the reader drags in a picture. To the keyboard and to screen readers it is a slider.
type handle struct {
	// name identifies the handle in its figure. label and text are its name and its value for screen readers.
	name, label, text string
	value, min, max   float64 // value is between min and max
	small             bool    // a smaller circle
}

// handle draws a handle at (x, y).
func (p *pen) handle(h handle, x, y float64) {
	r := 9.0 // radius of the visible circle
	if h.small {
		r = 7
	}
	p.grip(h)
	p.circle("hit", x, y, 22) // the invisible area for fingers
	p.circle("knob on", x, y, r)
	p.add("</g>")
}

// grip opens the group element of a handle. The caller draws its content and closes it with </g>.
func (p *pen) grip(h handle) {
	p.add(`<g class="h" data-h="`, h.name, `" role="slider" tabindex="0" aria-label="`, plain(h.label), `" aria-valuemin="`, h.min,
		`" aria-valuemax="`, h.max, `" aria-valuenow="`, h.value, `" aria-valuetext="`, plain(h.text), `">`)
}

// rotated returns v rotated by an angle in degrees, anticlockwise if y increases upwards.
func rotated(v [2]float64, degrees float64) [2]float64 {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return [2]float64{c*v[0] - s*v[1], s*v[0] + c*v[1]}
}

// Num formats a number with a fixed number of decimals, a typographic minus and no negative zero.
func Num(x float64, decimals int) string {
	return words.Minus(words.Fixed(x, decimals))
}

// pair formats a vector of two coordinates, with two decimals.
func pair(v [2]float64) string { return "(" + Num(v[0], 2) + ", " + Num(v[1], 2) + ")" }
