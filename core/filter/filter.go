// Package filter parses and evaluates expressions that select rows of a table, such as
//
//	wrong and degree > 3 and class = 2
//
// The operators are "or", "and" and "not", in order of increasing precedence.
// Their operands are comparisons of two names or numbers by = != < <= > >=, names alone, and expressions in parentheses.
// A name alone is true in a row where its value is neither 0 nor NaN.
// NaN is an unknown value; each comparison with NaN is false.
package filter

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/numeral"
)

const (
	// MaxText is the largest number of characters of an expression.
	MaxText = 400
	// MaxDepth is the largest number of parentheses and "not" inside each other. The limit bounds the recursion of the parser.
	MaxDepth = 24
)

// Error describes a mistake in the text of an expression.
// The wrong part is the characters At … End−1, counted from 0. If something is missing at the end of the text, At = End.
type Error struct {
	At, End int
	Text    string // the mistake and a remedy
}

// Error implements the interface error. The message counts characters from 1.
func (e *Error) Error() string { return "Filter, character " + strconv.Itoa(e.At+1) + ": " + e.Text }

// Expr is a node of a syntax tree: an expression whose names are indices in a list of names.
type Expr struct {
	op          string  // "or", "and", "not", a comparison, or "is" for a name alone
	left, right *Expr   // operands of "or" and "and"; "not" has left only
	a, b        operand // operands of a comparison; "is" has a only
}

// operand is a name or a number.
type operand struct {
	name   int     // index in the list of names, or −1 for a number
	number float64 // the number, if name is −1
}

// evaluate returns the value of the operand in a row. value returns the value of a name in the row, for the index of the name.
func (o operand) evaluate(value func(name int) float64) float64 {
	if o.name < 0 {
		return o.number
	}
	return value(o.name)
}

// Holds reports whether the expression is true for a row. value returns the value of a name in the row, for the index of the name in the
// names of [Parse].
func (e *Expr) Holds(value func(name int) float64) bool {
	// The operators with expressions as operands.
	switch e.op {
	case "or":
		return e.left.Holds(value) || e.right.Holds(value)
	case "and":
		return e.left.Holds(value) && e.right.Holds(value)
	case "not":
		return !e.left.Holds(value)
	}
	// The operators with names or numbers as operands.
	a := e.a.evaluate(value)
	if e.op == "is" {
		return a != 0 && !math.IsNaN(a)
	}
	b := e.b.evaluate(value)
	switch e.op {
	case "=":
		return a == b
	case "!=":
		return a < b || a > b // a != b would be true for NaN
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b // the operator ">="
}

// Parse returns the expression of a text over names, which consist of ASCII letters, digits and "_". Upper and lower case are equal. Each
// error is an [*Error].
func Parse(text string, names []string) (*Expr, error) {
	tokens, err := tokenize(text)
	if err != nil {
		return nil, err
	}
	p := parser{names: names, tokens: tokens}
	e, err := p.parseOr(0)
	if err != nil {
		return nil, err
	}
	next := p.peek() // the token after the expression
	switch next.text {
	case "": // the end of the text, since only the last token is empty
		return e, nil
	case ")":
		return nil, next.error("“)” closes nothing; take it away, or write “(” before.")
	}
	return nil, next.joinError()
}

// parser is a recursive descent over tokens, with a method for each level of precedence. The argument depth of the methods is the number of
// enclosing parentheses and “not”.
type parser struct {
	names  []string // the names that an operand may have
	tokens []token
	next   int // index of the next token
}

// peek returns the next token without consuming it.
func (p *parser) peek() token { return p.tokens[p.next] }

// accept consumes the next token and returns true if the text of the token is the given word, in upper or lower case.
func (p *parser) accept(word string) bool {
	if strings.EqualFold(p.peek().text, word) {
		p.next++
		return true
	}
	return false
}

// parseOr parses one or more operands of "or".
func (p *parser) parseOr(depth int) (*Expr, error) { return p.parseChain("or", depth, p.parseAnd) }

// parseAnd parses one or more operands of "and".
func (p *parser) parseAnd(depth int) (*Expr, error) { return p.parseChain("and", depth, p.parseNot) }

// parseChain parses operands separated by a left-associative operator; parseOperand parses an operand. It ends at the first error.
func (p *parser) parseChain(operator string, depth int, parseOperand func(int) (*Expr, error)) (*Expr, error) {
	e, err := parseOperand(depth)
	for err == nil && p.accept(operator) {
		var right *Expr
		right, err = parseOperand(depth)
		e = &Expr{op: operator, left: e, right: right}
	}
	return e, err
}

// parseNot parses “not” with its operand, an expression in parentheses, a comparison, or a name alone. It returns an error if depth exceeds
// MaxDepth.
func (p *parser) parseNot(depth int) (*Expr, error) {
	t := p.peek() // the first token, for the errors
	if depth > MaxDepth {
		return nil, t.error("more than " + strconv.Itoa(MaxDepth) + " parentheses or “not” inside each other; make the filter simpler.")
	}
	switch {
	case p.accept("not"):
		e, err := p.parseNot(depth + 1)
		return &Expr{op: "not", left: e}, err
	case p.accept("("):
		e, err := p.parseOr(depth + 1)
		if err != nil {
			return nil, err
		}
		next := p.peek() // the token after the expression
		switch {
		case p.accept(")"):
			return e, nil
		case next.text != "":
			return nil, next.joinError()
		}
		return nil, t.error("this “(” is not closed; write “)” at the end of its part.")
	}
	return p.parseComparison()
}

// parseComparison parses a comparison or a name alone. A number alone is an error.
func (p *parser) parseComparison() (*Expr, error) {
	first := p.peek()
	a, err := p.parseOperand()
	if err != nil {
		return nil, err
	}
	for _, c := range comparisons {
		if p.accept(c.typed) {
			b, err := p.parseOperand()
			return &Expr{op: c.op, a: a, b: b}, err
		}
	}
	hasName := a.name >= 0
	if !hasName {
		return nil, first.error("a number alone is no condition; compare it, as in degree > " + first.text + ".")
	}
	return &Expr{op: "is", a: a}, nil
}

// parseOperand parses a number or a name. A number with two meanings, such as 1,234, is an error. The error for any other token lists the
// names.
func (p *parser) parseOperand() (operand, error) {
	t := p.peek()
	p.next = min(p.next+1, len(p.tokens)-1) // the last token, which marks the end, is never consumed
	number, err := parseNumber(t.text)
	if err == nil {
		return operand{-1, number}, nil
	}
	// The error of core/numeral has both meanings of the number.
	if ambiguous := new(numeral.Ambiguous); errors.As(err, &ambiguous) {
		return operand{}, t.error(ambiguous.Error() + ".")
	}
	name := slices.IndexFunc(p.names, func(n string) bool { return strings.EqualFold(n, t.text) })
	if name >= 0 {
		return operand{name: name}, nil
	}
	return operand{}, t.error(mistake(t.text) + "; write a number or one of " + strings.Join(p.names, ", ") + ".")
}

// mistake describes the mistake of a token that is neither a number nor a known name. text is the text of the token, "" at the end of the
// expression.
func mistake(text string) string {
	if text == "" {
		return "something is missing at the end"
	}
	isWord := slices.Contains([]string{"and", "or", "not", "(", ")"}, strings.ToLower(text))
	isSign := !strings.ContainsFunc(text, isNameChar)
	if isWord || isSign {
		return "before “" + text + "” something is missing"
	}
	return "“" + text + "” is no column"
}
