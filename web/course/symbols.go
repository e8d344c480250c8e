// This file finds the symbols in a formula. A symbol has a key, the name of the card of the glossary that explains it.

package course

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// symbolKeys are pairs (symbol, key) for the course's formulas. [Symbols] uses the first match, so a symbol precedes its prefixes, for
// example "x_" precedes "x". A symbol that ends with _ matches any index, for example x_u and x_{12}.
var symbolKeys = [][2]string{
	{"Δt", "dt"}, {`\hat{A}`, "Ahat"}, {`\hat{L}`, "Lhat"}, {"e^{−tL}", "heat"}, {"x^⊤ L x", "energy"}, {"x^⊤Lx", "energy"},
	{"v v^⊤", "v2"}, {"H^0", "H0"}, {"H^1", "H1"}, {"χ", "euler"}, {"R(θ)", "holonomy"}, {"r_e", "r"}, {"λ_2", "lambda2"},
	{"λ_3", "lambda3"}, {"P_0", "P0"}, {"KL", "KL"}, {"P", "P"}, {"C", "C"}, {"ε_0", "epsilon0"}, {"ε", "epsilon"}, {"c_w", "cw"},
	{"T_", "Tq"}, {"α_", "alphaq"}, {"F_", "F"}, {"F", "F"}, {"x_", "x"}, {"x", "x"}, {"L_", "L"}, {"L", "L"},
	{"δ", "delta"}, {"λ", "lambda"}, {"η", "eta"}, {"τ", "tau"}, {"d", "d"}, {"t", "t"}, {"I", "I"}, {"S", "S"}, {"W", "Wtheta"},
	{"R", "R"},
}

// Symbols returns the glossary keys of the symbols in a formula, in order of appearance and without repetition. For example, "F_u x_u"
// gives F and x.
func Symbols(tex string) (keys []string) {
	unread := tex
	for unread != "" {
		k := slices.IndexFunc(symbolKeys, func(s [2]string) bool { return strings.HasPrefix(unread, s[0]) })
		if k < 0 { // no symbol begins here
			unread = afterFirst(unread)
			continue
		}
		symbol, key := symbolKeys[k][0], symbolKeys[k][1]
		unread = unread[len(symbol):]
		// Skip the index: a group in braces, one character, or one command.
		hasIndex := strings.HasSuffix(symbol, "_")
		switch {
		case hasIndex && strings.HasPrefix(unread, "{"):
			_, unread, _ = strings.Cut(unread, "}")
		case hasIndex:
			unread = afterFirst(unread)
		}
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// afterFirst returns a formula without its first character or, if this is a backslash, without the backslash and the letters after it,
// such as \hat.
func afterFirst(tex string) string {
	if command, ok := strings.CutPrefix(tex, `\`); ok {
		isLetter := func(c rune) bool { return c|32 >= 'a' && c|32 <= 'z' } // 32 makes an upper case letter lower case
		return strings.TrimLeftFunc(command, isLetter)
	}
	_, size := utf8.DecodeRuneInString(tex)
	return tex[size:]
}

// Explained returns the HTML of a formula in TeX, inside a button that opens the cards of its symbols (assets/learn/cards.js). If no symbol
// of the formula is in the glossary, it returns [Formula] without a button.
func Explained(tex string) string {
	keys := Symbols(tex)
	if len(keys) == 0 {
		return Formula(tex)
	}
	return `<button type="button" class="sym" data-g="` + strings.Join(keys, " ") + `" aria-expanded="false">` +
		`<span class="sr">formula </span>` + Formula(tex) + `</button>`
}
