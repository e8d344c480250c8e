package view

import (
	"strings"

	"sheafscope/core/peer"
)

// Equation is the computation of a stage or a panel. Lines are in the TeX of assets/src/math.js; Symbols explain their symbols.
type Equation struct {
	Name    string
	Lines   []string
	Symbols []Symbol
}

// Symbols that several equations have.
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

// Symbols of the reading "code" that several equations have.
var (
	SymCost  = Symbol{"C_e", "cost of an edge, one number"}
	SymScale = Symbol{"ε", "temperature: the higher, the less the cost counts"}
	SymEnds  = []Symbol{{"h_i", "encoded features of node i"}, {"h_j", "encoded features of node j"}, {"W", "learned weights"}}
)

// mark removes placement characters from a symbol or a line, so that both can be compared.
var mark = strings.NewReplacer("\\", "", " ", "", "{", "", "}", "", "_", "", "^", "")

// Equation sets an equation, with those of its symbols that occur in its lines.
func (b *Body) Equation(e Equation) {
	b.Eq, b.Lines, b.Symbols = e.Name, e.Lines, nil
	lines := mark.Replace(strings.Join(e.Lines, " "))
	for _, s := range e.Symbols {
		if strings.Contains(lines, mark.Replace(s[0])) {
			b.Symbols = append(b.Symbols, s)
		}
	}
}

// Symbol is a symbol of an equation in TeX and its meaning.
type Symbol = peer.Symbol

// Calibration is the calibration of a node's class probabilities.
const Calibration = "f_i=\\bar{κ}_i\\hat{y}_i+(1−\\bar{κ}_i)y_{\\prior }"
