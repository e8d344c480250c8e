package course

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// symbolKeys are the symbols of the course's formulas with their keys in the glossary. A symbol precedes its prefixes, since the
// first match counts. One that ends with _ matches any index.
var symbolKeys = [][2]string{
	{"Δt", "dt"}, {`\hat{A}`, "Ahat"}, {`\hat{L}`, "Lhat"}, {"e^{−tL}", "heat"}, {"x^⊤ L x", "energy"}, {"x^⊤Lx", "energy"},
	{"v v^⊤", "v2"}, {"H^0", "H0"}, {"H^1", "H1"}, {"χ", "euler"}, {"R(θ)", "holonomy"}, {"r_e", "r"}, {"λ_2", "lambda2"},
	{"λ_3", "lambda3"}, {"P_0", "P0"}, {"KL", "KL"}, {"P", "P"}, {"C", "C"}, {"ε_0", "epsilon0"}, {"ε", "epsilon"}, {"c_w", "cw"}, {"T_",
		"Tq"}, {"α_", "alphaq"}, {"F_", "F"},
	{"F", "F"}, {"x_", "x"}, {"x", "x"}, {"L_", "L"},
	{"L", "L"}, {"δ", "delta"}, {"λ", "lambda"}, {"η", "eta"}, {"τ", "tau"}, {"d", "d"}, {"t", "t"}, {"I", "I"}, {"S", "S"}, {"W", "Wtheta"},
	{"R", "R"},
}

// Symbols returns the glossary keys of the symbols in a formula, each once.
func Symbols(tex string) (keys []string) {
	for tex != "" {
		k := slices.IndexFunc(symbolKeys, func(s [2]string) bool { return strings.HasPrefix(tex, s[0]) })
		if k < 0 {
			tex = afterFirst(tex)
			continue
		}
		sign := symbolKeys[k]
		tex = tex[len(sign[0]):]
		switch index := strings.HasSuffix(sign[0], "_"); {
		case index && strings.HasPrefix(tex, "{"):
			_, tex, _ = strings.Cut(tex, "}")
		case index:
			tex = afterFirst(tex)
		}
		if !slices.Contains(keys, sign[1]) {
			keys = append(keys, sign[1])
		}
	}
	return keys
}

// afterFirst returns a formula without its first character or command.
func afterFirst(tex string) string {
	if rest, ok := strings.CutPrefix(tex, `\`); ok {
		return strings.TrimLeftFunc(rest, func(c rune) bool { return c|32 >= 'a' && c|32 <= 'z' })
	}
	_, n := utf8.DecodeRuneInString(tex)
	return tex[n:]
}

// Explained is [Formula] inside a button that opens the cards of its symbols (assets/learn/cards.js).
func Explained(tex string) string {
	keys := Symbols(tex)
	if len(keys) == 0 {
		return Formula(tex)
	}
	return `<button type="button" class="sym" data-g="` + strings.Join(keys, " ") + `" aria-expanded="false">` +
		`<span class="sr">formula </span>` + Formula(tex) + `</button>`
}
