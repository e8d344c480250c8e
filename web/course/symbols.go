package course

import (
	"slices"
	"strings"
)

// signs are the symbols of the course's formulas with their keys in the glossary, longer ones before
// those that they begin with. One that ends with _ has any index.
var signs = [][2]string{
	{`\Delta t`, "dt"}, {`\hat{A}`, "Ahat"}, {`\hat{L}`, "Lhat"}, {"e^{−tL}", "heat"}, {"x^⊤ L x", "energy"}, {"x^⊤Lx", "energy"},
	{"v v^⊤", "v2"}, {"H^0", "H0"}, {"H^1", "H1"}, {"χ", "euler"}, {"R(θ)", "holonomy"}, {"r_e", "r"}, {"λ_2", "lambda2"},
	{"λ_3", "lambda3"}, {"P_0", "P0"}, {"ε_0", "epsilon0"}, {"c_w", "cw"}, {"T_", "Tq"}, {"α_", "alphaq"}, {"F_", "F"},
	{"F", "F"}, {"x_", "x"}, {"x", "x"}, {"L_", "L"},
	{"L", "L"}, {"δ", "delta"}, {"λ", "lambda"}, {"η", "eta"}, {"τ", "tau"}, {"d", "d"}, {"t", "t"}, {"I", "I"}, {"S", "S"}, {"W", "Wtheta"},
	{"R", "R"},
}

// Symbols lists the keys, in the glossary, of the symbols in a formula, each once.
func Symbols(tex string) (keys []string) {
	r := reader{rest: tex}
	for r.rest != "" {
		k := slices.IndexFunc(signs, func(s [2]string) bool { return strings.HasPrefix(r.rest, s[0]) })
		switch {
		case k >= 0:
			sign := signs[k]
			r.rest = r.rest[len(sign[0]):]
			if strings.HasSuffix(sign[0], "_") {
				r.group()
			}
			if !slices.Contains(keys, sign[1]) {
				keys = append(keys, sign[1])
			}
		case r.peek() == '\\':
			r.next()
			n := strings.IndexFunc(r.rest, func(c rune) bool { return c < 'A' || c > 'z' })
			if n < 0 {
				n = len(r.rest)
			}
			r.rest = r.rest[n:]
		default:
			r.next()
		}
	}
	return keys
}

// Explained is [Formula] with a card of its symbols: a button that names them for assets/learn/cards.js.
func Explained(tex string) string {
	keys := Symbols(tex)
	if len(keys) == 0 {
		return Formula(tex)
	}
	return `<button type="button" class="sym" data-g="` + strings.Join(keys, " ") + `" aria-expanded="false">` +
		`<span class="sr">formula </span>` + Formula(tex) + `</button>`
}
