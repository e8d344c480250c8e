package train

import (
	"fmt"
	"strings"
)

// Lengths in pixels.
const (
	width, height = 1200, 640 // of the picture
	left, top     = 60, 70    // of the drawing inside the picture
	across, down  = 1080, 520 // width and height of the drawing
	radius        = 6.5       // of a round node; a square node is 12 wide, and a ring around a node has the radius 11
)

// pictureStyle has the colours of the light theme (assets/style.css), which a page without scripts has.
const pictureStyle = `text{font:13px Inter,'Liberation Sans',Arial,sans-serif;fill:#646a76;text-anchor:middle}` +
	`.a{fill:#0072b2}.b{fill:#cc8500}.ring{fill:none;stroke:#14171c;stroke-width:2}.edges{fill:none;stroke:#d9dce1}`

// Picture returns the first screen as SVG for a browser without scripts: the graph with the predictions of the first stop of the dial. At
// this stop the network has no maps.
func (l *Opening) Picture() string {
	var b strings.Builder
	// Places are in thousandths of the drawing.
	place := func(i int) (x, y int) { return left + across*l.Places[2*i]/1000, top + down*l.Places[2*i+1]/1000 }
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"><style>%s</style>`, width, height, pictureStyle)
	// The names of the camps stand above the drawing (y = 36 is less than top). Their x are the centres of the two camps, 18 % and 82 % of
	// the width of the drawing: see scatter.
	fmt.Fprintf(&b, `<text x="%d" y="36">blue camp</text><text x="%d" y="36">amber camp</text><path class="edges" d="`,
		left+across*18/100, left+across*82/100)
	for e := 0; e < len(l.Edges); e += 2 {
		x0, y0 := place(l.Edges[e])
		x1, y1 := place(l.Edges[e+1])
		fmt.Fprintf(&b, "M%d %dL%d %d", x0, y0, x1, y1)
	}
	b.WriteString(`"/>`)
	// The colour is the prediction. The shape is the temper T, the visible feature of a node: a square for 1, else a circle. A ring marks a
	// wrong prediction.
	pred := l.Stops[0].State["predictions"].([]int)
	for i, id := range l.IDs { // id is the index of the node in the graph and in pred
		x, y := place(i)
		class := "ab"[pred[id] : pred[id]+1] // "a" for camp 0, "b" for camp 1
		if l.T[i] == 1 {
			// x and y are the centre, 6 from each side of the square.
			fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%d" width="12" height="12" rx="1"/>`, class, x-6, y-6)
		} else {
			fmt.Fprintf(&b, `<circle class="%s" cx="%d" cy="%d" r="%g"/>`, class, x, y, radius)
		}
		if pred[id] != l.Y[i] {
			fmt.Fprintf(&b, `<circle class="ring" cx="%d" cy="%d" r="11"/>`, x, y)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}
