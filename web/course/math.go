package course

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Formula writes a formula as MathML. It takes the little of TeX that the course
// needs: letters and numbers, scripts by _ and ^, groups in braces, \frac, \sqrt,
// \hat, \bar and \tilde, Greek letters and operators by their names or as characters; any
// other name is an upright word, such as \dim.
func Formula(tex string) string {
	r := reader{rest: tex}
	return "<math>" + r.list(0) + "</math>"
}

// Prose writes a text as HTML: formulas stand between dollar signs, strong words between asterisks.
func Prose(text string) string { return prose(text, Formula) }

// ProseExplained is [Prose] with cards of the symbols in its formulas.
func ProseExplained(text string) string { return prose(text, Explained) }

func prose(text string, formula func(string) string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "$") {
		if i%2 == 1 {
			b.WriteString(formula(part))
			continue
		}
		for k, words := range strings.Split(part, "*") {
			if k%2 == 1 {
				words = "<b>" + plain(words) + "</b>"
			} else {
				words = plain(words)
			}
			b.WriteString(words)
		}
	}
	return b.String()
}

// names are the commands that stand for a character.
var names = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ",
	"pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "omega": "ω", "Delta": "Δ", "Sigma": "Σ", "Lambda": "Λ", "Gamma": "Γ",
	"top": "⊤", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "cdot": "·", "times": "×", "sum": "∑", "prod": "∏",
	"to": "→", "in": "∈", "pm": "±", "approx": "≈", "infty": "∞", "mid": "|", "ldots": "…", "dots": "…", "circ": "∘", "prime": "′",
	"|": "‖", "Vert": "‖", "lVert": "‖", "rVert": "‖", "{": "{", "}": "}", ",": " ", " ": " ", "deg": "°", "mapsto": "↦",
}

const operators = "+−-=≤≥<>≠·×∈⊴,;:|‖→↦∑∏∘⊤′≈±/!°…"

type reader struct{ rest string }

func (r *reader) next() rune {
	c, n := utf8.DecodeRuneInString(r.rest)
	r.rest = r.rest[n:]
	return c
}

func (r *reader) peek() rune {
	c, _ := utf8.DecodeRuneInString(r.rest)
	if r.rest == "" {
		return 0
	}
	return c
}

// list reads up to a closing character, 0 for the end.
func (r *reader) list(end rune) string {
	var b strings.Builder
	for r.rest != "" && (end == 0 || r.peek() != end) {
		if r.peek() == ' ' {
			r.next()
			continue
		}
		base, low, high := r.atom(), "", ""
		for c := r.peek(); c == '_' || c == '^'; c = r.peek() {
			r.next()
			if c == '_' {
				low = r.group()
			} else {
				high = r.group()
			}
		}
		switch {
		case low != "" && high != "":
			base = "<msubsup>" + base + low + high + "</msubsup>"
		case low != "":
			base = "<msub>" + base + low + "</msub>"
		case high != "":
			base = "<msup>" + base + high + "</msup>"
		}
		b.WriteString(base)
	}
	if end != 0 && r.rest != "" {
		r.next()
	}
	return b.String()
}

func (r *reader) group() string {
	for r.peek() == ' ' {
		r.next()
	}
	if r.peek() == '{' {
		r.next()
		return "<mrow>" + r.list('}') + "</mrow>"
	}
	return r.atom()
}

func (r *reader) atom() string {
	switch c := r.peek(); {
	case r.rest == "":
		return "<mrow></mrow>"
	case c == '{':
		return r.group()
	case c == '\\':
		r.next()
		return r.command()
	case unicode.IsDigit(c):
		n := strings.IndexFunc(r.rest, func(c rune) bool { return !unicode.IsDigit(c) && c != '.' })
		if n < 0 {
			n = len(r.rest)
		}
		digits := r.rest[:n]
		r.rest = r.rest[n:]
		return "<mn>" + digits + "</mn>"
	}
	return symbol(string(r.next()))
}

func (r *reader) command() string {
	n := strings.IndexFunc(r.rest, func(c rune) bool { return !unicode.IsLetter(c) || c > 127 })
	switch {
	case n < 0:
		n = len(r.rest)
	case n == 0:
		n = 1
	}
	name := r.rest[:n]
	r.rest = r.rest[n:]
	switch name {
	case "frac":
		return "<mfrac>" + r.group() + r.group() + "</mfrac>"
	case "sqrt":
		return "<msqrt>" + r.group() + "</msqrt>"
	case "hat", "tilde", "bar":
		return `<mover accent="true">` + r.group() + "<mo>" + map[string]string{"hat": "^", "tilde": "~", "bar": "¯"}[name] + "</mo></mover>"
	case "text", "mathrm", "operatorname":
		return `<mi mathvariant="normal">` + strip(r.group()) + "</mi>"
	case "left", "right":
		return r.atom()
	case "quad":
		return `<mspace width="1em"/>`
	}
	if c, ok := names[name]; ok {
		return symbol(c)
	}
	return `<mi mathvariant="normal">` + plain(name) + `</mi><mspace width="0.17em"/>`
}

// strip leaves the characters of some MathML.
func strip(markup string) string {
	var b strings.Builder
	inside := false
	for _, c := range markup {
		switch {
		case c == '<':
			inside = true
		case c == '>':
			inside = false
		case !inside:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// symbol is one character: an operator, a bracket or a variable.
func symbol(c string) string {
	switch {
	case c == " ":
		return `<mspace width="0.17em"/>`
	case c == "-":
		return "<mo>−</mo>"
	case c == "⊤" || c == "′" || c == "°":
		return `<mo lspace="0" rspace="0">` + c + "</mo>"
	case c == "|" || c == "‖":
		return `<mo stretchy="false" lspace="0.08em" rspace="0.08em">` + c + "</mo>"
	case strings.Contains("()[]{}", c):
		return `<mo stretchy="false">` + c + "</mo>"
	case strings.Contains(operators, c):
		return "<mo>" + plain(c) + "</mo>"
	case strings.Contains("ΣΛΔΓ", c):
		return `<mi mathvariant="normal">` + c + "</mi>"
	}
	return "<mi>" + plain(c) + "</mi>"
}
