// This file draws the pictures of the figure of chapter 11, and handles pointing at them.

package course

import (
	"math"
	"strconv"

	"sheafscope/core/words"
)

// corners are the corners of the mark of each class, for radius 1: circle (nil), square, diamond, and triangles upwards and downwards. The
// shapes distinguish the classes without colours.
var corners = [][][2]float64{nil, {{-0.87, -0.87}, {0.87, -0.87}, {0.87, 0.87}, {-0.87, 0.87}}, {{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}},
	{{0, -1.3}, {1.13, 0.65}, {-1.13, 0.65}}, {{0, 1.3}, {1.13, -0.65}, {-1.13, -0.65}}}

// mark draws the mark of a class at (x, y). moreClasses is appended to the CSS class.
func (p *pen) mark(class int, moreClasses string, x, y, r float64) {
	name := letter(class) + moreClasses
	shape := corners[class%len(corners)] // more than five classes would repeat the shapes
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

// nodePlace returns the place of page i in the picture of 520 × 330 units, inside margins of 18 and 14. Layout has x and y of each page,
// in −1..1 with y upwards.
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
	// The links. The second pass draws the links of the marked page, above all other links.
	page, neighbour := p.markedLink(v)
	for _, drawsMarked := range []bool{false, true} {
		for k := 0; k < len(p.Edges); k += 2 {
			i, j := int(p.Edges[k]), int(p.Edges[k+1])
			isOfPage := i == page || j == page
			if isOfPage != drawsMarked {
				continue
			}
			class := words.Either(drawsMarked, "ea on", "ea")
			// One end is the page. If both sums are equal, the other end is the marked neighbour.
			isMarkedLink := isOfPage && i+j == page+neighbour
			if isMarkedLink {
				class = "re"
			}
			ax, ay := p.nodePlace(i)
			bx, by := p.nodePlace(j)
			d.line(class, ax, ay, bx, by)
		}
	}
	// The pages outside the test set, small, and the legend of the classes.
	isTest := make([]bool, p.N)
	for _, i := range p.Test {
		isTest[i] = true
	}
	for i := range p.N {
		if !isTest[i] {
			x, y := p.nodePlace(i)
			d.mark(p.Labels[i], " faint", x, y, 3.4)
		}
	}
	for class := range p.Classes {
		y := 12 + 19*float64(class)
		d.mark(class, "", 8, y, 5)
		d.text("sm", 20, y+4, letter(class))
	}
	// The test pages. The mark of the marked page is inside its handle, and a mistake of the chosen model has a ring.
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
		if p.predictions[model] != nil && !p.isRight(model, i) {
			d.circle("wr", x, y, 8.6)
		}
		if i == page { // the end of the group that grip has opened
			d.add("</g>")
		}
	}
}

// drawAccuracies draws a row for each model: a bar with the number of correctly predicted test pages, or the progress of its training. More
// than five models are in two columns. p is nil before Texas is loaded.
func (c *Course) drawAccuracies(d *pen, p *pages, v Values) {
	rows := c.webRows(v)
	// pitch is the distance of the rows, height is the height of a bar, and scale is the width of 1 %. nameWidth is the room for the names,
	// and small is the CSS class of the texts.
	columns, pitch, height, nameWidth, scale, small := 1, 40.0, 20.0, 70.0, 3.6, ""
	if len(rows) > 5 {
		columns, pitch, height, nameWidth, scale, small = 2, 16, 11, 104, 1.0, "sm "
	}
	perColumn := (len(rows) + columns - 1) / columns // rounded up
	for k, m := range rows {
		nameX, y := 270*float64(k/perColumn), 6+pitch*float64(k%perColumn)
		d.text(small+"i", nameX, y+height/2+4.5, plain(m.name))
		barX := nameX + nameWidth
		// The progress of a model that is not trained, in an empty bar.
		if p == nil || p.predictions[m.model] == nil {
			d.rect("ghost", barX, y, 100*scale, height)
			r := c.Trainer.Result(webTask(v, m.model).Key)
			if r != nil && r.Epochs > 0 {
				d.rect("t2", barX, y+height-2, 100*scale*float64(r.Epoch)/float64(r.Epochs), 2)
			}
			continue
		}
		// The accuracy of a trained model. SGPC and NSD, the sheaf networks of the puzzle, have darker bars.
		wrong, _ := p.mistakes(m.model)
		right := len(p.Test) - wrong
		accuracy := 100 * float64(right) / float64(len(p.Test)) // in per cent
		isSheafNetwork := m.model == "sgpc" || m.model == "nsd-general"
		d.rect(words.Either(isSheafNetwork, "t1", "t2"), barX, y, scale*accuracy, height)
		d.text(small+"s", barX+scale*accuracy+8, y+height/2+4.5, strconv.Itoa(right))
		// A line at the accuracy of the MLP, if there is only one column.
		wrongOfMLP, hasMLP := p.mistakes("mlp")
		if hasMLP && columns == 1 {
			lineX := barX + scale*100*(1-float64(wrongOfMLP)/float64(len(p.Test)))
			d.line("stem2", lineX, y-5, lineX, y+height+5)
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

// drawPairs draws the numbers of links by pair of classes. The area of a square is proportional to its share of the links of the row. p is
// nil before Texas is loaded.
func drawPairs(d *pen, p *pages) {
	if p == nil {
		d.text("k", 0, 20, "Links by class pair, once Texas is here")
		return
	}
	// A row for each class: its mark, its number of pages, and a cell of wide × high units for each class.
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
			// The square is 13 units left of the middle of its cell, since the number is at the right.
			square := 26 * math.Sqrt(float64(k)/float64(max(1, sum))) // side of the square
			d.rect(words.Either(a == b, "t1", "t3"), x+(wide-square)/2-13, y+(high-square)/2, square, square)
			d.text("e i", x+wide-6, y+high/2+4.5, strconv.Itoa(k))
		}
	}
	d.text("sm", 0, 228, "Links between the classes; a square is the share of its row; strong: equal classes")
}

// The neighbours of the marked page are drawn on a circle. egoX and egoY are its centre, and egoR is its radius.
const egoX, egoY, egoR = 132.0, 116.0, 88.0

// neighbourPlace returns the place of neighbour k = 0 … count−1 on the circle, clockwise from the top.
func (p *pages) neighbourPlace(k, count int) (x, y float64) {
	sin, cos := math.Sincos(2*math.Pi*float64(k)/float64(count) - math.Pi/2)
	return egoX + egoR*cos, egoY + egoR*sin
}

// drawPage draws the marked page with its neighbours and the predictions of the models. p is nil before Texas is loaded.
func drawPage(d *pen, p *pages, v Values) {
	if p == nil {
		d.text("k", 0, 20, "A page with its neighbours, once Texas is here")
		return
	}
	// The links, then the neighbours. The mark of the marked neighbour is inside the handle of the marked link. More than 24 neighbours
	// have smaller marks, and more than 12 have no label.
	page, marked := p.markedLink(v)
	neighbours := p.near[page]
	for k, j := range neighbours {
		x, y := p.neighbourPlace(k, len(neighbours))
		d.line(words.Either(j == marked, "re", "tie"), egoX, egoY, x, y)
	}
	for k, j := range neighbours {
		x, y := p.neighbourPlace(k, len(neighbours))
		if j == marked {
			d.grip(handle{name: "link", label: "marked link", text: "to page " + strconv.Itoa(j) + ", class " + letter(p.Labels[j]),
				value: float64(k), max: float64(len(neighbours) - 1)})
			d.circle("hit", x, y, 22)
			d.circle("sel", x, y, 13)
		}
		d.mark(p.Labels[j], "", x, y, words.Either(len(neighbours) <= 24, 8.0, 4))
		if j == marked { // the end of the group that grip has opened
			d.add("</g>")
		}
		if len(neighbours) <= 12 {
			labelClass, labelX := "sm halo", x+15
			if x < egoX-1 { // on the left half
				labelClass, labelX = "sm e halo", x-15
			}
			d.text(labelClass, labelX, y+4, strconv.Itoa(j)+" "+letter(p.Labels[j]))
		}
	}
	// The page and the predictions of the models for it.
	d.mark(p.Labels[page], "", egoX, egoY, 13)
	d.text("i b", 300, 22, "page "+strconv.Itoa(page)+", class "+letter(p.Labels[page]))
	for k, m := range puzzleModels {
		y := 50 + 22*float64(k)
		d.text("k", 300, y, m.name)
		predicted := p.predictions[m.model]
		switch {
		case predicted == nil:
			d.text("", 360, y, "not run")
		case p.isRight(m.model, page):
			d.text("i", 360, y, "says "+letter(predicted[page])+", right")
		default:
			d.text("i", 360, y, "says "+letter(predicted[page])+", wrong")
		}
	}
	text := "no link"
	if marked >= 0 {
		text = "marked link: to page " + strconv.Itoa(marked) + ", class " + letter(p.Labels[marked])
	}
	d.text("a", 300, 156, text)
}

// pointWebkb handles a tap at (x, y), or a drag of a handle to (x, y); handle is "" for a tap. In the upper picture it marks the nearest
// test page. In the lower picture it chooses a model or marks a neighbour; the pairs of classes do not react.
func pointWebkb(c *Course, v Values, picture, handle string, x, y float64) {
	p := c.pages(v)
	if p == nil {
		return
	}
	// nearest is the distance of the nearest mark so far. A tap farther than 24 units from all marks does nothing. A drag may be at any
	// distance.
	nearest := 24.0
	if handle != "" {
		nearest = math.Inf(1)
	}
	if picture == "pages" {
		for k, i := range p.Test {
			px, py := p.nodePlace(i)
			if distance := math.Hypot(px-x, py-y); distance < nearest {
				nearest, v["page"] = distance, float64(k)
				v["link"], v["look"], v["mine"] = 0, 2, 0 // the page with its first link is shown below
			}
		}
		return
	}
	switch v["look"] {
	case 0: // the rows of models, if the four models are in one column
		// In drawAccuracies the bar of row k has y from 6 + 40·k to 26 + 40·k. The row extends 10 units above and below its bar.
		row := math.Floor((y + 4) / 40)
		isRow := row >= 0 && row < float64(len(puzzleModels))
		if v["all"] == 0 && isRow {
			v["who"] = row
		}
	case 2: // the neighbours of the marked page
		page, links := p.markedPage(v)
		for k := range p.near[page] {
			px, py := p.neighbourPlace(k, links)
			if distance := math.Hypot(px-x, py-y); distance < nearest {
				nearest, v["link"], v["mine"] = distance, float64(k), 1
			}
		}
	}
}
