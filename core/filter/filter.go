// Package filter parses and evaluates expressions that select rows of a table, such as
//
//	wrong and degree > 3 and class = 2
//
// Operators in order of increasing precedence are "or", "and" and "not".
// An operand is a comparison of two names or numbers by = != < <= > >=, a name alone, or an expression in parentheses.
// A name alone is true where its value is not 0.
// An unknown value is NaN; comparisons with it are false, and so is its name alone.
package filter

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sheafscope/core/numeral"
)

// MaxText is the largest length of an expression in characters, and MaxDepth that of nested parentheses and "not".
const (
	MaxText  = 400
	MaxDepth = 24
)

// Error is the reason why a text is no expression; At and End bound the wrong part, in characters from 0.
type Error struct {
	At, End int
	Text    string // the mistake and a remedy
}

func (e *Error) Error() string { return "Filter, character " + strconv.Itoa(e.At+1) + ": " + e.Text }

// Expr is an expression over a list of names.
type Expr struct {
	op          string // "or", "and", "not", "is", or a comparison
	left, right *Expr  // operands of "or" and "and"; "not" has left only
	a, b        operand
}

// operand is the index of a name, or a number where the index is −1.
type operand struct {
	name  int
	value float64
}

// of returns the value of the operand in a row.
func (o operand) of(value func(name int) float64) float64 {
	if o.name < 0 {
		return o.value
	}
	return value(o.name)
}

// Holds reports whether the expression is true for a row; value returns the value of the name with an index.
func (e *Expr) Holds(value func(name int) float64) bool {
	switch e.op {
	case "or":
		return e.left.Holds(value) || e.right.Holds(value)
	case "and":
		return e.left.Holds(value) && e.right.Holds(value)
	case "not":
		return !e.left.Holds(value)
	}
	a := e.a.of(value)
	if e.op == "is" {
		return a != 0 && !math.IsNaN(a)
	}
	b := e.b.of(value)
	switch e.op {
	case "=":
		return a == b
	case "!=":
		return a < b || a > b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

// Parse returns the expression of a text over names, which consist of letters, digits and "_"; its error is an [*Error].
func Parse(text string, names []string) (*Expr, error) {
	p := parser{names: names}
	if err := p.split(text); err != nil {
		return nil, err
	}
	e, err := p.or(0)
	if err != nil {
		return nil, err
	}
	if t := p.next(); t.text == ")" {
		return nil, t.wrong("“)” closes nothing; take it away, or write “(” before.")
	} else if t.text != "" {
		return nil, t.wrong("“" + t.text + "” follows a whole condition; join the two by “and” or “or”.")
	}
	return e, nil
}

// token is a word or sign of the text; the last one is empty and marks the end.
type token struct {
	text string
	at   int
}

// wrong returns an error at the token.
func (t token) wrong(text string) *Error {
	return &Error{At: t.at, End: t.at + len([]rune(t.text)), Text: text}
}

// parser is a recursive descent over tokens, with a method for each level of precedence.
type parser struct {
	names  []string
	tokens []token
	at     int
}

// letter reports whether a character may occur in a name.
func letter(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// comparisons are the signs as typed, longer ones first, with their meanings.
var comparisons = [][2]string{{"!=", "!="}, {"<=", "<="}, {">=", ">="}, {"==", "="}, {"≠", "!="}, {"≤", "<="}, {"≥", ">="}, {"=", "="},
	{"<", "<"}, {">", ">"}}

// split splits the text into tokens.
func (p *parser) split(text string) error {
	rs := []rune(text)
	if len(rs) > MaxText {
		return &Error{At: MaxText, End: len(rs), Text: "a filter has at most " + strconv.Itoa(MaxText) + " characters; make it shorter."}
	}
	for i := 0; i < len(rs); {
		start := i
		switch r := rs[i]; {
		case r == ' ' || r == '\t' || r == '\u00a0':
			i++
			continue
		case r == '(' || r == ')':
			i++
		case numeral.Char(r) || letter(r):
			for i++; i < len(rs) && (letter(rs[i]) || numeral.Char(rs[i]) && !sign(rs[i]) || sign(rs[i]) && rs[i-1] == 'e' &&
				number(string(rs[start:i])+"0") || grouped(rs[i:]) && number(string(rs[start:i]))); i++ {
			}
		default:
			for _, c := range comparisons {
				if strings.HasPrefix(string(rs[i:min(len(rs), i+2)]), c[0]) {
					i += len([]rune(c[0]))
					break
				}
			}
			if i == start {
				return token{string(r), i}.wrong("“" + string(r) +
					"” has no meaning here; write names, numbers, and, or, not, ( ), = != < <= > >=.")
			}
		}
		p.tokens = append(p.tokens, token{string(rs[start:i]), start})
	}
	p.tokens = append(p.tokens, token{"", len(rs)})
	return nil
}

// grouped reports whether a text begins with a blank and a group of three digits, as in 1 000.
func grouped(rs []rune) bool {
	digits := 0
	for digits+1 < len(rs) && unicode.Is(unicode.Nd, rs[digits+1]) {
		digits++
	}
	return digits == 3 && (rs[0] == ' ' || rs[0] == '\u00a0')
}

func sign(r rune) bool { return strings.ContainsRune("+-−", r) }

// number reports whether a text is a number.
func number(text string) bool {
	_, err := read(text)
	return err == nil
}

// read returns a number in the notations of core/numeral; words such as "inf" are no numbers.
func read(text string) (float64, error) {
	text, err := numeral.Canonical(text)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(text, 64)
}

func (p *parser) next() token { return p.tokens[p.at] }

// word consumes the next token and returns true if it is the given word, in upper or lower case.
func (p *parser) word(w string) bool {
	if strings.EqualFold(p.next().text, w) {
		p.at++
		return true
	}
	return false
}

func (p *parser) or(depth int) (*Expr, error) { return p.joined("or", depth, p.and) }

func (p *parser) and(depth int) (*Expr, error) { return p.joined("and", depth, p.not) }

// joined parses parts separated by a word.
func (p *parser) joined(word string, depth int, part func(int) (*Expr, error)) (*Expr, error) {
	e, err := part(depth)
	for err == nil && p.word(word) {
		var r *Expr
		r, err = part(depth)
		e = &Expr{op: word, left: e, right: r}
	}
	return e, err
}

// not parses “not”, a parenthesis or a comparison; depth bounds the recursion.
func (p *parser) not(depth int) (*Expr, error) {
	t := p.next()
	if depth > MaxDepth {
		return nil, t.wrong("more than " + strconv.Itoa(MaxDepth) + " parentheses or “not” inside each other; make the filter simpler.")
	}
	switch {
	case p.word("not"):
		e, err := p.not(depth + 1)
		return &Expr{op: "not", left: e}, err
	case p.word("("):
		e, err := p.or(depth + 1)
		if err != nil {
			return nil, err
		}
		if !p.word(")") {
			return nil, t.wrong("this “(” is not closed; write “)” at the end of its part.")
		}
		return e, nil
	}
	return p.compared()
}

// compared parses a comparison or a name alone.
func (p *parser) compared() (*Expr, error) {
	first := p.next()
	a, err := p.operand()
	if err != nil {
		return nil, err
	}
	for _, c := range comparisons {
		if p.word(c[0]) {
			b, err := p.operand()
			return &Expr{op: c[1], a: a, b: b}, err
		}
	}
	if a.name < 0 {
		return nil, first.wrong("a number alone is no condition; compare it, as in degree > " + first.text + ".")
	}
	return &Expr{op: "is", a: a}, nil
}

// operand parses a number or a name; its error lists the names.
func (p *parser) operand() (operand, error) {
	t := p.next()
	p.at = min(p.at+1, len(p.tokens)-1)
	v, err := read(t.text)
	if err == nil {
		return operand{-1, v}, nil
	}
	if a := new(numeral.Ambiguous); errors.As(err, &a) {
		return operand{}, t.wrong(a.Error() + ".")
	}
	if k := slices.IndexFunc(p.names, func(n string) bool { return strings.EqualFold(n, t.text) }); k >= 0 {
		return operand{name: k}, nil
	}
	what := "“" + t.text + "” is no column"
	switch {
	case t.text == "":
		what = "something is missing at the end"
	case slices.Contains([]string{"and", "or", "not", "(", ")"}, strings.ToLower(t.text)) || !letter([]rune(t.text)[0]):
		what = "before “" + t.text + "” something is missing"
	}
	return operand{}, t.wrong(what + "; write a number or one of " + strings.Join(p.names, ", ") + ".")
}
