package course

import (
	"math"
	"strconv"

	"sheafscope/core/words"
)

// corners are those of class marks of radius 1, nil for a circle. Shapes distinguish the classes without colours.
var corners = [][][2]float64{nil, {{-0.87, -0.87}, {0.87, -0.87}, {0.87, 0.87}, {-0.87, 0.87}}, {{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}},
	{{0, -1.3}, {1.13, 0.65}, {-1.13, 0.65}}, {{0, 1.3}, {1.13, -0.65}, {-1.13, -0.65}}}

// mark draws a page with the mark of its class.
func (p *pen) mark(class int, more string, x, y, r float64) {
	name := letter(class) + more
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

func drawPages(d *pen, p *pages, v Values) {
	if p == nil {
		d.rect("ghost", 0.5, 0.5, 519, 329)
		d.text("k c", 260, 158, "Texas is not a part of this page.")
		d.text("c", 260, 180, "The button below fetches it.")
		return
	}
	page, end := p.marked(v)
	for pass := range 2 {
		for k := 0; k < len(p.Edges); k += 2 {
			i, j := int(p.Edges[k]), int(p.Edges[k+1])
			if on := i == page || j == page; on != (pass == 1) {
				continue
			}
			class := words.Either(pass == 1, "ea on", "ea")
			if i+j == page+end && pass == 1 {
				class = "re"
			}
			ax, ay := p.nodePlace(i)
			bx, by := p.nodePlace(j)
			d.line(class, ax, ay, bx, by)
		}
	}
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
	who := puzzleModels[int(v["who"])].model
	for k, i := range p.Test {
		x, y := p.nodePlace(i)
		if i == page {
			d.grip(handle{name: "page", label: "marked test page", text: "page " + strconv.Itoa(i) + ", class " + letter(p.Labels[i]),
				value: float64(k), max: float64(len(p.Test) - 1)})
			d.circle("hit", x, y, 22)
			d.circle("sel", x, y, 12)
		}
		d.mark(p.Labels[i], "", x, y, 5.6)
		if p.says[who] != nil && !p.right(who, i) {
			d.circle("wr", x, y, 8.6)
		}
		if i == page {
			d.add("</g>")
		}
	}
}

// drawAccuracies draws a bar for each model, in two columns when there are more than five.
func (c *Course) drawAccuracies(d *pen, p *pages, v Values) {
	rows := c.webRows(v)
	columns, pitch, high, name, scale, sm := 1, 40.0, 20.0, 70.0, 3.6, ""
	if len(rows) > 5 {
		columns, pitch, high, name, scale, sm = 2, 18, 11, 104, 1.0, "sm "
	}
	each := (len(rows) + columns - 1) / columns
	for k, m := range rows {
		x, y := 270*float64(k/each), 6+pitch*float64(k%each)
		d.text(sm+"i", x, y+high/2+4.5, plain(m.name))
		x += name
		if p == nil || p.says[m.model] == nil {
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
		if least, ok := p.wrong("mlp"); ok && columns == 1 {
			at := x + scale*100*(1-float64(least)/float64(len(p.Test)))
			d.line("stem2", at, y-5, at, y+high+5)
		}
	}
	foot := "Test pages named rightly"
	if p != nil {
		foot += ", of " + strconv.Itoa(len(p.Test))
		if columns == 1 && p.says["mlp"] != nil {
			foot += "; the line is the MLP’s"
		}
	}
	d.text("sm", 0, 228, foot)
}

// drawPairs draws the links by class pair. The area of a square is its share of the row.
func drawPairs(d *pen, p *pages) {
	if p == nil {
		d.text("k", 0, 20, "Links by class pair, once Texas is here")
		return
	}
	m := p.pairs()
	const left, top, wide, high = 118.0, 24.0, 62.0, 36.0
	for a, row := range m {
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

// Centre and radius of the circle of neighbours around the marked page.
const egoX, egoY, egoR = 132.0, 116.0, 88.0

// neighbourPlace returns the place of neighbour k of so many.
func (p *pages) neighbourPlace(k, of int) (x, y float64) {
	sin, cos := math.Sincos(2*math.Pi*float64(k)/float64(of) - math.Pi/2)
	return egoX + egoR*cos, egoY + egoR*sin
}

// drawPage draws the marked page with its neighbours and the predictions of the models.
func drawPage(d *pen, p *pages, v Values) {
	if p == nil {
		d.text("k", 0, 20, "A page with its neighbours, once Texas is here")
		return
	}
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
	d.mark(p.Labels[page], "", egoX, egoY, 13)
	d.text("i b", 300, 22, "page "+strconv.Itoa(page)+", class "+letter(p.Labels[page]))
	for k, m := range puzzleModels {
		y := 50 + 22*float64(k)
		d.text("k", 300, y, m.name)
		switch says := p.says[m.model]; {
		case says == nil:
			d.text("", 360, y, "not run")
		case p.right(m.model, page):
			d.text("i", 360, y, "says "+letter(says[page])+", right")
		default:
			d.text("i", 360, y, "says "+letter(says[page])+", wrong")
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
	reach := 24.0
	if handle != "" {
		reach = math.Inf(1)
	}
	if picture == "pages" {
		for k, i := range p.Test {
			px, py := p.nodePlace(i)
			if far := math.Hypot(px-x, py-y); far < reach {
				reach, v["page"], v["link"], v["look"], v["mine"] = far, float64(k), 0, 2, 0
			}
		}
		return
	}
	switch v["look"] {
	case 0:
		if row := math.Floor((y + 4) / 40); v["all"] == 0 && row >= 0 && row < float64(len(puzzleModels)) {
			v["who"] = row
		}
	case 2:
		page, links := p.markedPage(v)
		for k := range p.near[page] {
			nx, ny := p.neighbourPlace(k, links)
			if far := math.Hypot(nx-x, ny-y); far < reach {
				reach, v["link"], v["mine"] = far, float64(k), 1
			}
		}
	}
}
