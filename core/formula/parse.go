// This file parses the lines of a formula into operations on a stack, which evaluate.go carries out.

package formula

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a formula: the characters of all lines, the lines, the operations of a line, the features, and the classes.
// The limit maxNesting bounds the recursion of the parser.
const (
	MaxText, MaxLines, MaxParts, MaxFeatures, MaxClasses = 2000, 40, 400, 64, 50
	maxNesting                                           = 40
)

// Error is a fault at a position: the line of the formula and the character in the line, each counted from 1.
// Text is the message without the position.
type Error struct {
	Line, Column int
	Text         string
}

// Error returns a sentence with the position.
func (e *Error) Error() string {
	return "formula: line " + strconv.Itoa(e.Line) + ", character " + strconv.Itoa(e.Column) + ": " + e.Text
}

// line is a parsed line.
type line struct {
	target  string // name that the line defines: "class", "feature 1" or another name
	feature int    // number of the defined feature from 1, or 0 if the line defines no feature
	ops     []op   // in postfix order, for a stack
	text    string // text of the expression
	number  int    // number of the line from 1
}

// op is an operation on a stack. With arity 0 it pushes a number or the values of a name.
// With arity 1 or 2 it replaces the topmost values by the value of a function.
type op struct {
	name   string  // name to push, or "" for a number
	value  float64 // number to push
	code   int     // code of the function
	arity  int     // number of arguments of the function
	column int     // index in the line of the first rune of the name or number, from 0; not set for a function
}

// lineParser parses one line by recursive descent. After an error, nesting and ops have no meaning.
// Its small methods are not inlined: the page fetches a program that contains the parser, so its size matters more than its speed.
type lineParser struct {
	text    []rune // the line
	pos     int    // index in text of the next rune
	line    int    // number of the line from 1
	nesting int    // depth of the recursion
	ops     []op   // operations so far
}

// parse returns the parsed lines of a formula, without the empty ones. If there is a fault, it returns nil and the first fault: a limit
// that is exceeded, a line against the grammar, a target with another meaning, or a second line with the same target.
func parse(lines []string) (parsed []line, fault *Error) {
	total := 0
	for _, text := range lines {
		total += utf8.RuneCountInString(text)
	}
	if len(lines) > MaxLines || total > MaxText { // the whole formula is at fault, so the position is its start
		return nil, &Error{1, 1, "at most " + strconv.Itoa(MaxLines) + " lines and " + strconv.Itoa(MaxText) + " characters"}
	}
	for k, text := range lines {
		if strings.TrimSpace(text) == "" {
			continue
		}
		p := &lineParser{text: []rune(text), line: k + 1}
		l, fault := p.parseLine()
		if fault != nil {
			return nil, fault
		}
		// With two lines of the same target, the use of its name would be ambiguous.
		for _, earlier := range parsed {
			if earlier.target == l.target {
				return nil, p.faultAt(0, l.target+" is given twice")
			}
		}
		parsed = append(parsed, l)
	}
	return parsed, nil
}

// faultAt returns an error at the rune with index pos.
//
//go:noinline
func (p *lineParser) faultAt(pos int, text string) *Error { return &Error{p.line, pos + 1, text} }

// unexpected returns the error for the next rune, which the grammar does not allow. At the end of the line, the error has the text missing.
func (p *lineParser) unexpected(missing string) *Error {
	if p.pos < len(p.text) {
		missing = "“" + string(p.text[p.pos]) + "” is not expected here"
	}
	return p.faultAt(p.pos, missing)
}

// parseLine parses a whole line, such as "feature 1 = x + 1". If it returns an error, the returned line is incomplete.
func (p *lineParser) parseLine() (line, *Error) {
	// The target of the line, to the left of “=”.
	l := line{target: p.scanName(), number: p.line}
	if l.target == "feature" {
		start := p.pos
		n, err := strconv.Atoi(p.scanNumber())
		if err != nil || n < 1 || n > MaxFeatures {
			return l, p.faultAt(start, "“feature” needs its number, from 1 to "+strconv.Itoa(MaxFeatures))
		}
		l.feature, l.target = n, "feature "+strconv.Itoa(n)
	}
	isFunction := functionCode(l.target) >= 0
	switch {
	case l.target == "":
		return l, p.faultAt(p.pos, "a line begins with “class”, “feature 1” or a name")
	case isFunction || isQuantity(l.target):
		return l, p.faultAt(0, l.target+" has a meaning already; choose another name")
	case !p.accept("="):
		return l, p.faultAt(p.pos, "“=” is missing")
	}
	// The expression is the rest of the line.
	p.skipSpaces()
	start := p.pos
	if err := p.sum(); err != nil {
		return l, err
	}
	if p.pos < len(p.text) { // sum has skipped the spaces after the expression
		return l, p.unexpected("")
	}
	if len(p.ops) > MaxParts {
		return l, p.faultAt(start, "the line has "+strconv.Itoa(len(p.ops))+" parts; at most "+strconv.Itoa(MaxParts))
	}
	l.ops, l.text = p.ops, strings.TrimSpace(string(p.text[start:]))
	return l, nil
}

// comparisons are the comparison operators. "<=" precedes "<", since sum tests them in this order and "<" is the start of "<=".
var comparisons = []string{"<=", ">=", "<", ">"}

// sum parses the rule "sum" of the grammar in the package comment: a sum, or a comparison of two sums. a < b < c is a < (b < c).
func (p *lineParser) sum() *Error {
	p.nesting++
	if p.nesting > maxNesting {
		return p.faultAt(p.pos, "too many brackets")
	}
	err := p.leftChain((*lineParser).product, "+", "-")
	for _, operator := range comparisons {
		if err == nil && p.accept(operator) {
			err = p.sum()
			p.pushCall(operator)
			break
		}
	}
	p.nesting--
	return err
}

// product parses the rule "product" of the grammar.
func (p *lineParser) product() *Error { return p.leftChain((*lineParser).power, "*", "/") }

// leftChain parses operands between operators of equal precedence, which associate from left to right. operand parses one operand.
func (p *lineParser) leftChain(operand func(*lineParser) *Error, operators ...string) *Error {
	err := operand(p)
next:
	for err == nil {
		for _, operator := range operators {
			if p.accept(operator) {
				err = operand(p)
				p.pushCall(operator)
				continue next
			}
		}
		break // no operator follows
	}
	return err
}

// power parses the rule "power" of the grammar. "^" binds its operands before a sign, so that -x^2 is -(x^2), and associates from right to
// left.
func (p *lineParser) power() *Error {
	// A sign before another power.
	signPos := p.pos
	if p.accept("-") {
		p.nesting++
		if p.nesting > maxNesting {
			return p.faultAt(signPos, "too many signs")
		}
		err := p.power()
		p.nesting--
		p.pushCall("neg")
		return err
	}
	if err := p.atom(); err != nil {
		return err
	}
	// An exponent, which is another power.
	operatorPos := p.pos
	if p.accept("^") {
		p.nesting++
		if p.nesting > maxNesting {
			return p.faultAt(operatorPos, "too many powers")
		}
		err := p.power()
		p.nesting--
		p.pushCall("^")
		return err
	}
	return nil
}

// atom parses the rule "atom" of the grammar: an expression in brackets, a number, a name, or the call of a function.
func (p *lineParser) atom() *Error {
	p.skipSpaces()
	start := p.pos
	if p.accept("(") {
		return p.closeBracket(p.sum())
	}
	number := p.scanNumber()
	if number != "" {
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return p.faultAt(start, number+" is no number")
		}
		p.push(op{value: v, column: start})
		return nil
	}
	name := p.scanName()
	code := functionCode(name)
	// count is the number of arguments. It is used only for a function.
	// For a function, the condition of the last case reads the opening bracket.
	isFunction, count := code >= 0, arity(code)
	switch {
	case name == "":
		return p.unexpected("a number, a name or “(” is missing")
	case !isFunction && p.accept("("):
		return p.faultAt(start, "there is no function "+name+"; there are "+strings.Join(Functions(), ", "))
	case !isFunction:
		p.push(op{name: name, column: start})
		return nil
	case !p.accept("("):
		return p.faultAt(p.pos, name+" needs its value in brackets")
	}
	// The arguments of the function.
	for k := range count {
		if k > 0 && !p.accept(",") {
			return p.faultAt(p.pos, name+" takes "+strconv.Itoa(count)+" values, with a comma between")
		}
		if err := p.sum(); err != nil {
			return err
		}
	}
	p.pushCall(name)
	return p.closeBracket(nil) // nil: the arguments had no error
}

// closeBracket reads the closing bracket of an expression. Any other rune and the end of the line are errors.
// If err, the error of the expression, is not nil, closeBracket only returns err.
func (p *lineParser) closeBracket(err *Error) *Error {
	if err == nil && !p.accept(")") {
		return p.unexpected("“)” is missing")
	}
	return err
}

// push appends an operation.
//
//go:noinline
func (p *lineParser) push(o op) { p.ops = append(p.ops, o) }

// pushCall appends the operation of the function or operator with the given name.
//
//go:noinline
func (p *lineParser) pushCall(name string) {
	code := slices.Index(functions[:], name)
	p.push(op{code: code, arity: arity(code)})
}

// skipSpaces advances to the next rune that is no white space. Copied texts have white space such as a no-break space.
//
//go:noinline
func (p *lineParser) skipSpaces() {
	for p.pos < len(p.text) && unicode.IsSpace(p.text[p.pos]) {
		p.pos++
	}
}

// typographic returns the symbol of the grammar that a typographic sign stands for, or "" for another rune. Texts that were copied from a
// page or a book have such signs.
func typographic(sign rune) string {
	switch sign {
	case '−', '–': // the minus sign, and the dash that word processors put in its place
		return "-"
	case '×', '·', '⋅':
		return "*"
	case '÷', '∕':
		return "/"
	case '≤':
		return "<="
	case '≥':
		return ">="
	}
	return ""
}

// accept skips spaces. If the given symbol of the grammar or a typographic sign for the symbol is next, accept reads it and returns true.
//
//go:noinline
func (p *lineParser) accept(symbol string) bool {
	p.skipSpaces()
	if p.pos < len(p.text) && typographic(p.text[p.pos]) == symbol {
		p.pos++
		return true
	}
	end := p.pos + len([]rune(symbol))
	if end <= len(p.text) && string(p.text[p.pos:end]) == symbol {
		p.pos = end
		return true
	}
	return false
}

// scanName reads a name: letters from a to z and A to Z, digits and “_”, but no digit first. scanName returns "" if no name is next.
//
//go:noinline
func (p *lineParser) scanName() string {
	return p.scanWhile(func(c rune, isFirst bool) bool {
		isLower, isUpper := c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z'
		isLaterDigit := c >= '0' && c <= '9' && !isFirst
		return isLower || isUpper || c == '_' || isLaterDigit
	})
}

// scanNumber reads digits and points, without a sign. It returns "" if no digit or point is next.
//
//go:noinline
func (p *lineParser) scanNumber() string {
	return p.scanWhile(func(c rune, _ bool) bool {
		isDigit := c >= '0' && c <= '9'
		return isDigit || c == '.'
	})
}

// scanWhile skips spaces, reads the next runes while accepts is true, and skips spaces again. It returns the runes without the spaces.
// isFirst reports whether c is the first of the runes.
func (p *lineParser) scanWhile(accepts func(c rune, isFirst bool) bool) string {
	p.skipSpaces()
	start := p.pos
	for p.pos < len(p.text) && accepts(p.text[p.pos], p.pos == start) {
		p.pos++
	}
	scanned := string(p.text[start:p.pos])
	p.skipSpaces()
	return scanned
}
