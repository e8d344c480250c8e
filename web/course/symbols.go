// Symbols in formulas, and the glossary cards that they open.

package course

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// symbolKeys are the symbols of the course's formulas, each with its key in the glossary. A symbol comes before its prefixes, since the
// first match counts. A symbol that ends with _ matches any index.
var symbolKeys = [][2]string{
	{"Δt", "dt"}, {`\hat{A}`, "Ahat"}, {`\hat{L}`, "Lhat"}, {"e^{−tL}", "heat"}, {"x^⊤ L x", "energy"}, {"x^⊤Lx", "energy"},
	{"v v^⊤", "v2"}, {"H^0", "H0"}, {"H^1", "H1"}, {"χ", "euler"}, {"R(θ)", "holonomy"}, {"r_e", "r"}, {"λ_2", "lambda2"},
	{"λ_3", "lambda3"}, {"P_0", "P0"}, {"KL", "KL"}, {"P", "P"}, {"C", "C"}, {"ε_0", "epsilon0"}, {"ε", "epsilon"}, {"c_w", "cw"},
	{"T_", "Tq"}, {"α_", "alphaq"}, {"F_", "F"}, {"F", "F"}, {"x_", "x"}, {"x", "x"}, {"L_", "L"}, {"L", "L"},
	{"δ", "delta"}, {"λ", "lambda"}, {"η", "eta"}, {"τ", "tau"}, {"d", "d"}, {"t", "t"}, {"I", "I"}, {"S", "S"}, {"W", "Wtheta"},
	{"R", "R"},
}

// Symbols returns the glossary keys of the symbols in a formula, in order of appearance and without repetition.
func Symbols(tex string) (keys []string) {
	for tex != "" {
		k := slices.IndexFunc(symbolKeys, func(s [2]string) bool { return strings.HasPrefix(tex, s[0]) })
		if k < 0 {
			tex = afterFirst(tex)
			continue
		}
		symbol, key := symbolKeys[k][0], symbolKeys[k][1]
		tex = tex[len(symbol):]
		// Skip the index: a group in braces, or one character or command.
		switch hasIndex := strings.HasSuffix(symbol, "_"); {
		case hasIndex && strings.HasPrefix(tex, "{"):
			_, tex, _ = strings.Cut(tex, "}")
		case hasIndex:
			tex = afterFirst(tex)
		}
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// afterFirst returns a formula without its first character, or without its first command, such as \hat.
func afterFirst(tex string) string {
	if rest, ok := strings.CutPrefix(tex, `\`); ok {
		return strings.TrimLeftFunc(rest, func(c rune) bool { return c|32 >= 'a' && c|32 <= 'z' })
	}
	_, size := utf8.DecodeRuneInString(tex)
	return tex[size:]
}

// Explained returns [Formula] inside a button that opens the cards of its symbols (assets/learn/cards.js), or without the button if
// no symbol is in the glossary.
func Explained(tex string) string {
	keys := Symbols(tex)
	if len(keys) == 0 {
		return Formula(tex)
	}
	return `<button type="button" class="sym" data-g="` + strings.Join(keys, " ") + `" aria-expanded="false">` +
		`<span class="sr">formula </span>` + Formula(tex) + `</button>`
}
