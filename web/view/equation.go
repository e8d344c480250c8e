package view

// This file has the equation of a panel with its symbols. SGPC, the model of the paper, has two readings: the reading "paper" follows the
// text of the paper, and the reading "code" follows the authors' program.

import (
	"strings"

	"sheafscope/core/peer"
)

// Equation is the equation above a panel. Name identifies the equation, for example "jko". Lines are the lines of the equation in the TeX
// subset of assets/src/math.js. Symbols are candidates for the explanations below the equation, see [Body.Equation].
type Equation struct {
	Name    string
	Lines   []string
	Symbols []Symbol
}

// Symbols that occur in several equations of the paper's reading.
var (
	SymHat      = Symbol{"\\hat{L}", "normalised sheaf Laplacian, nd × nd"}
	SymI        = Symbol{"I", "identity"}
	SymPlan     = Symbol{"P^⋆", "transport plan after the JKO step, d × d"}
	SymMeasures = []Symbol{{"μ", "measure of the first end on its d stalk coordinates"}, {"ν", "measure of the other end"},
		{"C", "cost: 0 on the diagonal, 2 off it"}, {"P", "any plan: how much mass goes from coordinate p to q"}}
	SymMargins = Symbol{"Π", "plans with the margins μ and ν"}
	SymMaps    = []Symbol{{"R_{ij}", "restriction map from the stalk of node i into that of the edge, d × d"},
		{"R_{ji}", "restriction map from the stalk of node j into that of the edge, d × d"}}
	SymPosterior = []Symbol{{"\\bar{κ}_e", "mean agreement of edge e under its Beta posterior"},
		{"α_e", "evidence that the ends of e agree"}, {"β_e", "evidence that they do not"}}
	SymCalibrated = []Symbol{{"\\bar{κ}_i", "mean agreement of the edges at node i"}, {"\\hat{y}_i", "class probabilities of the network"},
		{"y_{\\prior }", "prior of the classes: their shares among the training nodes, or equal ones"},
		{"f_i", "calibrated class probabilities of node i"}}
	SymBias = Symbol{"b", "learned bias"}
)

// Symbols that occur in several equations of the reading "code".
var (
	SymCost  = Symbol{"C_e", "cost of an edge, one number"}
	SymScale = Symbol{"ε", "temperature: the higher, the less the cost counts"}
	SymEnds  = []Symbol{{"h_i", "encoded features of node i"}, {"h_j", "encoded features of node j"}, {"W", "learned weights"}}
)

// withoutPlacement removes spaces, backslashes, braces, and the signs of subscripts and superscripts: "W_{\\in }" becomes "Win". A symbol
// is then found in a line even if it is a subscript or a superscript there.
func withoutPlacement(tex string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("\\ {}_^", r) {
			return -1
		}
		return r
	}, tex)
}

// Equation sets the equation of a panel. Of the symbols of e it keeps those that occur in the lines of e. A symbol that occurs only inside
// a longer name counts, too.
func (b *Body) Equation(e Equation) {
	b.Eq, b.Lines, b.Symbols = e.Name, e.Lines, nil
	lines := withoutPlacement(strings.Join(e.Lines, " "))
	for _, symbol := range e.Symbols {
		if strings.Contains(lines, withoutPlacement(symbol[0])) { // the TeX of the symbol
			b.Symbols = append(b.Symbols, symbol)
		}
	}
}

// Symbol is a pair: a symbol in TeX and its meaning.
type Symbol = peer.Symbol

// Calibration is the equation of stage 9 that calibrates the class probabilities of a node.
const Calibration = "f_i=\\bar{κ}_i\\hat{y}_i+(1−\\bar{κ}_i)y_{\\prior }"
