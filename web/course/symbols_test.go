package course

import (
	"slices"
	"strings"
	"testing"

	exact "sheafscope/core/coursemath"
)

// Symbols finds the keys of every symbol in a formula, with any index and in any place. Each key has an entry with a chapter in the
// glossary. For four seeds, every formula of a question has a symbol, or is the name u or v of a node.
func TestSymbolsHaveGlossaryEntries(t *testing.T) {
	for tex, want := range map[string]string{
		"r_e = F_u x_u − F_v x_v": "r F x", "x^⊤ L x = ‖δ x‖^2": "energy delta x", `\dim H^0 = \dim \{ x : R(θ) x = x \}`: "H0 x holonomy",
		"(I + Δt L) x_{k+1} = x_k": "I dt L x", `t = \ln 2 / 2λ`: "t lambda", "e^{−λt}": "lambda t", "L + η v v^⊤": "L eta v2",
		"T_q(1 − λ)": "Tq lambda", "λ_2 = λ_3": "lambda2 lambda3", "L_{ij} = −F_i^⊤ F_j": "L F", "(1−p)^{20}": "", "c_w / 4": "cw",
		`χ = \dim H^0 - \dim H^1`: "euler H0 H1",
	} {
		if got := strings.Join(Symbols(tex), " "); got != want {
			t.Errorf("the formula %s has the symbols %q, want %q", tex, got, want)
		}
	}
	terms := exact.Glossary()
	for _, s := range symbolKeys { // symbol, key
		if !slices.ContainsFunc(terms, func(g exact.Term) bool { return g.Key == s[1] && g.Chapter != "" }) {
			t.Errorf("the symbol %s has no entry %s with a chapter", s[0], s[1])
		}
	}
	// A formula of a question stands between dollar signs: the parts with an odd index.
	for _, e := range exact.Exercises() {
		for seed := range uint64(4) {
			for i, part := range strings.Split(e.Variant(seed+1).Question, "$") {
				if i%2 == 1 && len(Symbols(part)) == 0 && !slices.Contains([]string{"u", "v"}, part) {
					t.Errorf("exercise %s: the formula %s has no symbol with an entry", e.ID(), part)
				}
			}
		}
	}
}
