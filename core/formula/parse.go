// Package formula makes the data set of a graph from formulas: the class and the features of a node as expressions of its place, its
// degree, its class and features in a base graph, and noise.
//
//	friends:n=120|class = sign(x*y)|feature 1 = temper|feature 2 = x + 0.3*noise
//
// names the graph "friends:n=120" with another class and two features. A line gives a quantity of every node:
//
//	line    = ("class" | "feature" number | name) "=" sum
//	sum     = product {("+" | "-") product} [("<" | ">" | "<=" | ">=") sum]
//	product = power {("*" | "/") power}
//	power   = ["-"] atom ["^" power]
//	atom    = number | name | function "(" sum {"," sum} ")" | "(" sum ")"
//
// A comparison is 1 where it holds, otherwise 0. A name is a quantity of an earlier line, of the graph ([Names]), or a feature of the base
// graph. Nothing but this grammar is evaluated.
package formula

import (
	"slices"
	"strconv"
	"strings"
)

// Limits of a formula: characters of all lines, lines, parts of a line, features, classes.
const (
	MaxText, MaxLines, MaxParts, MaxFeatures, MaxClasses = 2000, 40, 400, 64, 50
	maxDepth                                             = 40
)

// Error is a fault with its place, both counted from 1: the line of the formulas, and the character in it.
type Error struct {
	Line, Column int
	Text         string
}

func (e *Error) Error() string {
	return "formula: line " + strconv.Itoa(e.Line) + ", character " + strconv.Itoa(e.Column) + ": " + e.Text
}

// line is a formula: what it gives, and its operations in the order of their evaluation on a stack.
type line struct {
	target string // "class", or a name
	// feature is the number of the feature that it gives, from 1; 0 for none.
	feature int
	ops     []op
	text    string // of the expression
	at      int
}

// op pushes a number or a quantity, or replaces the topmost values by a function of them.
type op struct {
	name     string // of a quantity, "" for a number
	value    float64
	function int // its number where it takes values
	args     int // how many values it takes
	column   int
}

// reader reads one line. Its small functions are not inlined: speed is nothing here, and the program for files is fetched.
type reader struct {
	text  []rune
	at    int
	line  int
	depth int
	ops   []op
}

// parse reads the lines.
func parse(lines []string) (out []line, fault *Error) {
	total := 0
	for _, text := range lines {
		total += len(text)
	}
	if len(lines) > MaxLines || total > MaxText {
		return nil, &Error{1, 1, "at most " + strconv.Itoa(MaxLines) + " lines and " + strconv.Itoa(MaxText) + " characters"}
	}
	for k, text := range lines {
		if strings.TrimSpace(text) == "" {
			continue
		}
		p := &reader{text: []rune(text), line: k + 1}
		l, fault := p.read()
		if fault != nil {
			return nil, fault
		}
		for _, before := range out {
			if before.target == l.target {
				return nil, p.fault(0, l.target+" is given twice")
			}
		}
		out = append(out, l)
	}
	return out, nil
}

//go:noinline
func (p *reader) fault(at int, text string) *Error { return &Error{p.line, at + 1, text} }

// read reads a whole line.
func (p *reader) read() (line, *Error) {
	l := line{target: p.word(), at: p.line}
	if l.target == "feature" {
		from := p.at
		n, err := strconv.Atoi(p.digits())
		if err != nil || n < 1 || n > MaxFeatures {
			return l, p.fault(from, "“feature” needs its number, from 1 to "+strconv.Itoa(MaxFeatures))
		}
		l.feature, l.target = n, "feature "+strconv.Itoa(n)
	}
	switch known := function(l.target) >= 0; {
	case l.target == "":
		return l, p.fault(p.at, "a line begins with “class”, “feature 1” or a name")
	case known, l.feature == 0 && reserved(l.target):
		return l, p.fault(0, l.target+" has a meaning already; choose another name")
	case !p.take("="):
		return l, p.fault(p.at, "“=” is missing")
	}
	p.space()
	from := p.at
	if err := p.sum(); err != nil {
		return l, err
	}
	if p.at < len(p.text) {
		return l, p.fault(p.at, "“"+string(p.text[p.at])+"” is not expected here")
	}
	if len(p.ops) > MaxParts {
		return l, p.fault(from, "the line has "+strconv.Itoa(len(p.ops))+" parts; at most "+strconv.Itoa(MaxParts))
	}
	l.ops, l.text = p.ops, strings.TrimSpace(string(p.text[from:]))
	return l, nil
}

// comparisons are longest first.
var comparisons = []string{"<=", ">=", "<", ">"}

func (p *reader) sum() *Error {
	if p.depth++; p.depth > maxDepth {
		return p.fault(p.at, "too many brackets")
	}
	err := p.chain((*reader).product, "+", "-")
	for _, name := range comparisons {
		if err == nil && p.take(name) {
			err = p.sum()
			p.call(name)
			break
		}
	}
	p.depth--
	return err
}

func (p *reader) product() *Error { return p.chain((*reader).power, "*", "/") }

// chain reads operands between operators of equal rank, from left to right.
func (p *reader) chain(operand func(*reader) *Error, names ...string) *Error {
	err := operand(p)
next:
	for err == nil {
		for _, name := range names {
			if p.take(name) {
				err = operand(p)
				p.call(name)
				continue next
			}
		}
		break
	}
	return err
}

func (p *reader) power() *Error {
	if from := p.at; p.take("-") || p.take("−") {
		if p.depth++; p.depth > maxDepth {
			return p.fault(from, "too many signs")
		}
		err := p.power()
		p.depth--
		p.call("neg")
		return err
	}
	if err := p.atom(); err != nil {
		return err
	}
	if from := p.at; p.take("^") {
		if p.depth++; p.depth > maxDepth {
			return p.fault(from, "too many powers")
		}
		err := p.power()
		p.depth--
		p.call("^")
		return err
	}
	return nil
}

func (p *reader) atom() *Error {
	p.space()
	from := p.at
	if p.take("(") {
		return p.closed(p.sum())
	}
	if number := p.digits(); number != "" {
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return p.fault(from, number+" is no number")
		}
		p.push(op{value: v, column: from})
		return nil
	}
	name := p.word()
	of := function(name)
	known, n := of >= 0, values(of)
	switch {
	case name == "" && from == len(p.text):
		return p.fault(from, "a number, a name or “(” is missing")
	case name == "":
		return p.fault(from, "“"+string(p.text[from])+"” is not expected here")
	case !known && p.take("("):
		return p.fault(from, "there is no function "+name+"; there are "+strings.Join(Functions(), ", "))
	case !known:
		p.push(op{name: name, column: from})
		return nil
	case !p.take("("):
		return p.fault(p.at, name+" needs its value in brackets")
	}
	for k := range n {
		if k > 0 && !p.take(",") {
			return p.fault(p.at, name+" takes "+strconv.Itoa(n)+" values, with a comma between")
		}
		if err := p.sum(); err != nil {
			return err
		}
	}
	p.call(name)
	return p.closed(nil)
}

// closed reads the bracket behind what was read with err.
func (p *reader) closed(err *Error) *Error {
	if err == nil && !p.take(")") {
		return p.fault(p.at, "“)” is missing")
	}
	return err
}

//go:noinline
func (p *reader) push(o op) { p.ops = append(p.ops, o) }

// call pushes the function or sign with a name.
//
//go:noinline
func (p *reader) call(name string) {
	k := slices.Index(functions[:], name)
	p.push(op{function: k, args: values(k)})
}

//go:noinline
func (p *reader) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

// take reads a sign, and reports whether it is there.
//
//go:noinline
func (p *reader) take(sign string) bool {
	p.space()
	if s := []rune(sign); p.at+len(s) <= len(p.text) && string(p.text[p.at:p.at+len(s)]) == sign {
		p.at += len(s)
		return true
	}
	return false
}

// word reads a name: letters, digits and “_”, a letter first.
//
//go:noinline
func (p *reader) word() string {
	return p.while(func(c rune, first bool) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || !first && c >= '0' && c <= '9'
	})
}

// digits reads a number without a sign.
//
//go:noinline
func (p *reader) digits() string {
	return p.while(func(c rune, _ bool) bool { return c >= '0' && c <= '9' || c == '.' })
}

func (p *reader) while(in func(c rune, first bool) bool) string {
	p.space()
	from := p.at
	for p.at < len(p.text) && in(p.text[p.at], p.at == from) {
		p.at++
	}
	word := string(p.text[from:p.at])
	p.space()
	return word
}
