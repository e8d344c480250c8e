// The pictures of the figure of chapter 11, and pointing at them.

package course

import (
	"math"
	"strconv"

	"sheafscope/core/words"
)

// corners are the corners of the mark of each class, for radius 1; nil stands for a circle. The shapes distinguish the classes without
// colours.
var corners = [][][2]float64{nil, {{-0.87, -0.87}, {0.87, -0.87}, {0.87, 0.87}, {-0.87, 0.87}}, {{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}},
	{{0, -1.3}, {1.13, 0.65}, {-1.13, 0.65}}, {{0, 1.3}, {1.13, -0.65}, {-1.13, -0.65}}}

// mark draws the mark of a class at (x, y). moreClasses is appended to the CSS class.
func (p *pen) mark(class int, moreClasses string, x, y, r float64) {
	name := letter(class) + moreClasses
	shape := corners[class%len(corners)]
	if shape == nil {
		p.circle(name, x, y, r)
		return
	}
	p.add(`<path class="`, name, `" d="`)
	for k, q := range shape {
		p.add(words.Either(k == 0, "M", "L"), x+r*q[0], " ", y+r*q[1])
	}
	p.add(`Z"/>`)
}

// nodePlace returns the place of a page in the picture.
func (p *pages) nodePlace(i int) (x, y float64) {
	return 18 + 484*(p.Layout[2*i]+1)/2, 14 + 302*(1-p.Layout[2*i+1])/2
}

// drawPages draws the pages of Texas with their links. p is nil before Texas is loaded.
func drawPages(d *pen, p *pages, v Values) {
	if p == nil {
		d.rect("ghost", 0.5, 0.5, 519, 329)
		d.text("k c", 260, 158, "Texas is not a part of this page.")
		d.text("c", 260, 180, "The button below fetches it.")
		return
	}
	// Links. Those of the marked page come second, above the others.
	page, end := p.marked(v)
	for _, drawsMarked := range []bool{false, true} {
		for k := 0; k < len(p.Edges); k += 2 {
			i, j := int(p.Edges[k]), int(p.Edges[k+1])
			if isMarked := i == page || j == page; isMarked != drawsMarked {
				continue
			}
			class := words.Either(drawsMarked, "ea on", "ea")
			if isMarkedLink := i+j == page+end; isMarkedLink && drawsMarked {
				class = "re"
			}
			ax, ay := p.nodePlace(i)
			bx, by := p.nodePlace(j)
			d.line(class, ax, ay, bx, by)
		}
	}
	// Pages outside the test set, the marks of the classes, and the test pages.
	test := make([]bool, p.N)
	for _, i := range p.Test {
		test[i] = true
	}
	for i := range p.N {
		if x, y := p.nodePlace(i); !test[i] {
			d.mark(p.Labels[i], " faint", x, y, 3.4)
		}
	}
	for class := range p.Classes {
		d.mark(class, "", 8, 12+19*float64(class), 5)
		d.text("sm", 20, 16+19*float64(class), letter(class))
	}
	model := puzzleModels[int(v["who"])].model
	for k, i := range p.Test {
		x, y := p.nodePlace(i)
		if i == page {
			d.grip(handle{name: "page", label: "marked test page", text: "page " + strconv.Itoa(i) + ", class " + letter(p.Labels[i]),
				value: float64(k), max: float64(len(p.Test) - 1)})
			d.circle("hit", x, y, 22)
			d.circle("sel", x, y, 12)
		}
		d.mark(p.Labels[i], "", x, y, 5.6)
		if p.predictions[model] != nil && !p.right(model, i) {
			d.circle("wr", x, y, 8.6)
		}
		if i == page {
			d.add("</g>")
		}
	}
}

// drawAccuracies draws a bar for each model. More than five models are in two columns.
func (c *Course) drawAccuracies(d *pen, p *pages, v Values) {
	rows := c.webRows(v)
	// Distance and height of the bars, width of a name, pixels of 1 %, and class of the texts.
	columns, pitch, high, nameWidth, scale, sm := 1, 40.0, 20.0, 70.0, 3.6, ""
	if len(rows) > 5 {
		columns, pitch, high, nameWidth, scale, sm = 2, 18, 11, 104, 1.0, "sm "
	}
	perColumn := (len(rows) + columns - 1) / columns
	for k, m := range rows {
		x, y := 270*float64(k/perColumn), 6+pitch*float64(k%perColumn)
		d.text(sm+"i", x, y+high/2+4.5, plain(m.name))
		x += nameWidth
		// A model that is not trained has an empty bar, with the progress of its training.
		if p == nil || p.predictions[m.model] == nil {
			d.rect("ghost", x, y, 100*scale, high)
			if r := c.Trainer.Result(webTask(v, m.model).Key); r != nil && r.Epochs > 0 {
				d.rect("t2", x, y+high-2, 100*scale*float64(r.Epoch)/float64(r.Epochs), 2)
			}
			continue
		}
		wrong, _ := p.wrong(m.model)
		right := len(p.Test) - wrong
		share := 100 * float64(right) / float64(len(p.Test))
		d.rect(words.Either(m.model == "sgpc" || m.model == "nsd-general", "t1", "t2"), x, y, scale*share, high)
		d.text(sm+"s", x+scale*share+8, y+high/2+4.5, strconv.Itoa(right))
		// A line at the accuracy of the MLP.
		if wrongOfMLP, ok := p.wrong("mlp"); ok && columns == 1 {
			lineX := x + scale*100*(1-float64(wrongOfMLP)/float64(len(p.Test)))
			d.line("stem2", lineX, y-5, lineX, y+high+5)
		}
	}
	foot := "Test pages named rightly"
	if p != nil {
		foot += ", of " + strconv.Itoa(len(p.Test))
		if columns == 1 && p.predictions["mlp"] != nil {
			foot += "; the line is the MLP’s"
		}
	}
	d.text("sm", 0, 228, foot)
}

// drawPairs draws the numbers of links by pair of classes. The area of a square is its share of the row.
func drawPairs(d *pen, p *pages) {
	if p == nil {
		d.text("k", 0, 20, "Links by class pair, once Texas is here")
		return
	}
	// A row for each class: its mark, its number of pages, and a cell for each class.
	counts := p.pairs()
	const left, top, wide, high = 118.0, 24.0, 62.0, 36.0
	for a, row := range counts {
		y := top + high*float64(a)
		d.mark(a, "", 10, y+high/2, 6)
		d.text("i", 26, y+high/2+4.5, letter(a))
		d.text("sm", 46, y+high/2+4.5, words.Count(p.ClassSizes[a], "page"))
		d.text("c i", left+wide*(float64(a)+0.5), 16, letter(a))
		sum := 0
		for _, k := range row {
			sum += k
		}
		for b, k := range row {
			x := left + wide*float64(b)
			d.rect("cell off", x, y, wide, high)
			r := 26 * math.Sqrt(float64(k)/float64(max(1, sum)))
			d.rect(words.Either(a == b, "t1", "t3"), x+(wide-r)/2-13, y+(high-r)/2, r, r)
			d.text("e i", x+wide-6, y+high/2+4.5, strconv.Itoa(k))
		}
	}
	d.text("sm", 0, 228, "Links between the classes; a square is the share of its row; dark: equal classes")
}

// Centre and radius of the circle on which the neighbours of the marked page are drawn.
const egoX, egoY, egoR = 132.0, 116.0, 88.0

// neighbourPlace returns the place of neighbour k of count neighbours.
func (p *pages) neighbourPlace(k, count int) (x, y float64) {
	sin, cos := math.Sincos(2*math.Pi*float64(k)/float64(count) - math.Pi/2)
	return egoX + egoR*cos, egoY + egoR*sin
}

// drawPage draws the marked page with its neighbours and the predictions of the models.
func drawPage(d *pen, p *pages, v Values) {
	if p == nil {
		d.text("k", 0, 20, "A page with its neighbours, once Texas is here")
		return
	}
	// Links, then neighbours. The marked link has a handle at its neighbour.
	page, end := p.marked(v)
	near := p.near[page]
	for k, j := range near {
		x, y := p.neighbourPlace(k, len(near))
		d.line(words.Either(j == end, "re", "tie"), egoX, egoY, x, y)
	}
	for k, j := range near {
		x, y := p.neighbourPlace(k, len(near))
		if j == end {
			d.grip(handle{name: "link", label: "marked link", text: "to page " + strconv.Itoa(j) + ", class " + letter(p.Labels[j]),
				value: float64(k), max: float64(len(near) - 1)})
			d.circle("hit", x, y, 22)
			d.circle("sel", x, y, 13)
		}
		d.mark(p.Labels[j], "", x, y, words.Either(len(near) <= 24, 8.0, 4))
		if j == end {
			d.add("</g>")
		}
		if len(near) <= 12 {
			side := words.Either(x >= egoX-1, "sm halo", "sm e halo")
			d.text(side, x+words.Either(x >= egoX-1, 15.0, -15), y+4, strconv.Itoa(j)+" "+letter(p.Labels[j]))
		}
	}
	// The page and the predictions of the models for it.
	d.mark(p.Labels[page], "", egoX, egoY, 13)
	d.text("i b", 300, 22, "page "+strconv.Itoa(page)+", class "+letter(p.Labels[page]))
	for k, m := range puzzleModels {
		y := 50 + 22*float64(k)
		d.text("k", 300, y, m.name)
		switch predicted := p.predictions[m.model]; {
		case predicted == nil:
			d.text("", 360, y, "not run")
		case p.right(m.model, page):
			d.text("i", 360, y, "says "+letter(predicted[page])+", right")
		default:
			d.text("i", 360, y, "says "+letter(predicted[page])+", wrong")
		}
	}
	text := "no link"
	if end >= 0 {
		text = "marked link: to page " + strconv.Itoa(end) + ", class " + letter(p.Labels[end])
	}
	d.text("a", 300, 156, text)
}

// pointWebkb marks the page, model or neighbour nearest to (x, y).
func pointWebkb(c *Course, v Values, picture, handle string, x, y float64) {
	p := c.pages(v)
	if p == nil {
		return
	}
	// The largest distance; a dragged handle has no limit.
	reach := 24.0
	if handle != "" {
		reach = math.Inf(1)
	}
	if picture == "pages" {
		for k, i := range p.Test {
			px, py := p.nodePlace(i)
			if distance := math.Hypot(px-x, py-y); distance < reach {
				reach, v["page"], v["link"], v["look"], v["mine"] = distance, float64(k), 0, 2, 0
			}
		}
		return
	}
	// In the lower picture a tap marks a model or a neighbour.
	switch v["look"] {
	case 0:
		if row := math.Floor((y + 4) / 40); v["all"] == 0 && row >= 0 && row < float64(len(puzzleModels)) {
			v["who"] = row
		}
	case 2:
		page, links := p.markedPage(v)
		for k := range p.near[page] {
			nx, ny := p.neighbourPlace(k, links)
			if distance := math.Hypot(nx-x, ny-y); distance < reach {
				reach, v["link"], v["mine"] = distance, float64(k), 1
			}
		}
	}
}
