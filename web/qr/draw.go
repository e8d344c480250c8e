package qr

// draw returns a code of a version with its patterns, and room for the format.
func draw(version int) *Code {
	n := 17 + 4*version
	c := &Code{Size: n, Modules: make([]bool, n*n), taken: make([]bool, n*n)}
	for i := range n {
		c.set(6, i, i%2 == 0)
		c.set(i, 6, i%2 == 0)
	}
	for _, at := range [][2]int{{3, 3}, {n - 4, 3}, {3, n - 4}} {
		c.square(at[0], at[1], 4, func(d int) bool { return d != 2 && d != 4 })
	}
	list := alignment(version)
	for i, x := range list {
		for j, y := range list {
			if last := len(list) - 1; i == 0 && (j == 0 || j == last) || i == last && j == 0 {
				continue // a finder is there
			}
			c.square(x, y, 2, func(d int) bool { return d != 1 })
		}
	}
	c.format(0)
	if version >= 7 {
		bits := version<<12 | check(version, 12, 0x1F25)
		for i := range 18 {
			c.set(n-11+i%3, i/3, bits>>i&1 == 1)
			c.set(i/3, n-11+i%3, bits>>i&1 == 1)
		}
	}
	return c
}

// alignment lists the coordinates of the centres of the alignment patterns.
func alignment(version int) []int {
	if version == 1 {
		return nil
	}
	count := version/7 + 2
	step := (version*8 + count*3 + 5) / (count*4 - 4) * 2
	list := make([]int, count)
	list[0] = 6
	for i, at := count-1, 10+4*version; i > 0; i, at = i-1, at-step {
		list[i] = at
	}
	return list
}

// check is the remainder of v·2ᵈ by a polynomial of degree d over two elements.
func check(v, degree, by int) int {
	r := v
	for range degree {
		r = r<<1 ^ r>>(degree-1)*by
	}
	return r
}

// format writes level L and the number of a mask, twice.
func (c *Code) format(mask int) {
	const levelL = 1
	v := levelL<<3 | mask
	bits, n := (v<<10|check(v, 10, 0x537))^0x5412, c.Size
	for i := range 15 {
		dark := bits>>i&1 == 1
		switch {
		case i < 6:
			c.set(8, i, dark)
		case i < 8:
			c.set(8, i+1, dark)
		case i == 8:
			c.set(7, 8, dark)
		default:
			c.set(14-i, 8, dark)
		}
		if i < 8 {
			c.set(n-1-i, 8, dark)
		} else {
			c.set(8, n-15+i, dark)
		}
	}
	c.set(8, n-8, true)
}

// set writes a module of a pattern, in column x and row y.
func (c *Code) set(x, y int, dark bool) {
	c.Modules[y*c.Size+x], c.taken[y*c.Size+x] = dark, true
}

// square writes a pattern of concentric squares around a module.
func (c *Code) square(x, y, radius int, dark func(distance int) bool) {
	for dy := -radius; dy <= radius; dy++ {
		for dx := -radius; dx <= radius; dx++ {
			if x+dx >= 0 && x+dx < c.Size && y+dy >= 0 && y+dy < c.Size {
				c.set(x+dx, y+dy, dark(max(dx, -dx, dy, -dy)))
			}
		}
	}
}

// place writes codewords in columns two wide, from the right, up and down in turn.
func (c *Code) place(words []byte) {
	k, up := 0, true
	for right := c.Size - 1; right > 0; right -= 2 {
		if right == 6 {
			right-- // the timing pattern
		}
		for i := range c.Size {
			y := i
			if up {
				y = c.Size - 1 - i
			}
			for _, x := range []int{right, right - 1} {
				if at := y*c.Size + x; !c.taken[at] && k < 8*len(words) {
					c.Modules[at] = words[k/8]>>(7-k%8)&1 == 1
					k++
				}
			}
		}
		up = !up
	}
}

// masks say which modules each of them inverts.
var masks = [8]func(x, y int) bool{
	func(x, y int) bool { return (x+y)%2 == 0 },
	func(_, y int) bool { return y%2 == 0 },
	func(x, _ int) bool { return x%3 == 0 },
	func(x, y int) bool { return (x+y)%3 == 0 },
	func(x, y int) bool { return (x/3+y/2)%2 == 0 },
	func(x, y int) bool { return x*y%2+x*y%3 == 0 },
	func(x, y int) bool { return (x*y%2+x*y%3)%2 == 0 },
	func(x, y int) bool { return ((x+y)%2+x*y%3)%2 == 0 },
}

// apply inverts what a mask says, but for the patterns; twice is nothing.
func (c *Code) apply(mask int) {
	for at := range c.Modules {
		if !c.taken[at] && masks[mask](at%c.Size, at/c.Size) {
			c.Modules[at] = !c.Modules[at]
		}
	}
}

// mask chooses the mask with the smallest penalty.
func (c *Code) mask() {
	best, least := 0, -1
	for m := range masks {
		c.format(m)
		c.apply(m)
		if p := c.penalty(); least < 0 || p < least {
			best, least = m, p
		}
		c.apply(m)
	}
	c.format(best)
	c.apply(best)
}

// penalty counts what makes a code hard to read: runs of one colour, squares of
// four, what looks like a finder, and too much of one colour.
func (c *Code) penalty() int {
	n, sum, dark := c.Size, 0, 0
	for _, turned := range []bool{false, true} {
		at := func(i, j int) bool {
			if turned {
				i, j = j, i
			}
			return c.Modules[i*n+j]
		}
		for i := range n {
			run, seen := 0, 0
			for j := range n {
				if j > 0 && at(i, j) == at(i, j-1) {
					run++
				} else {
					run = 1
				}
				if run == 5 {
					sum += 3
				} else if run > 5 {
					sum++
				}
				seen = seen << 1 & 0x7FF
				if at(i, j) {
					seen |= 1
				}
				if j >= 10 && (seen == 0b10111010000 || seen == 0b00001011101) {
					sum += 40
				}
			}
		}
	}
	for y := range n {
		for x := range n {
			v := c.Modules[y*n+x]
			if v {
				dark++
			}
			if x > 0 && y > 0 && v == c.Modules[y*n+x-1] && v == c.Modules[y*n-n+x] && v == c.Modules[y*n-n+x-1] {
				sum += 3
			}
		}
	}
	off := 20*dark - 10*n*n
	return sum + 10*(max(off, -off)/(n*n))
}
