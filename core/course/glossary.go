package course

// Term is a symbol of the page and the course. TeX is as the page's equations write it.
// Shape says what it is made of, Unit what it counts in, Other how other papers write or
// call it, formulas between dollar signs. Key is its name for links and cards; Chapter is where the course meets it
// first, -1 where it does not. An empty text means that there is nothing to say.
type Term struct {
	Key        string `json:"key"`
	TeX        string `json:"tex"`
	Name       string `json:"name"`
	Definition string `json:"definition"`
	Shape      string `json:"shape"`
	Unit       string `json:"unit"`
	Other      string `json:"other"`
	Chapter    int    `json:"chapter"`
}

// lab is the chapter of symbols that only the laboratory has.
const lab = -1

// Glossary lists all symbols, those of the graph first, then by the order of the stages.
func Glossary() []Term {
	return []Term{
		{"n", "n", "Nodes", "How many nodes the graph has.", "whole number", "nodes", "|V|, N", 0},
		{"m", "m", "Edges", "How many edges the graph has, each counted once and none from a node to itself.", "whole number",
			"edges", "|E|", 0},
		{"f0", "f_0", "Features", "How many features a node is given.", "whole number", "features", "F, $d_{\\text{in}}$", lab},
		{"C", "C", "Classes", "How many classes there are; in transport also the cost matrix, 0 on the diagonal and 2 off it.",
			"whole number, or d × d", "classes", "K, |Y|", 0},
		{"y", "\\hat{y}_i", "Prediction", "Probabilities of the classes of node i.", "C numbers with sum 1", "probability", "$p_i$, " +
			"softmax output", 0},
		{"Xin", "X", "Features or signal", "The given features, a row a node; after diffusion, what has become of them.", "n × f₀, " +
			"later nd × c", "", "$H^{(0)}$", 1},
		{"Ahat", "\\hat{A}", "Averaging", "Adjacency with every node as its own neighbour, normalised on both sides by the roots of " +
			"the degrees.",
			"n × n", "", "S, $\\tilde{P}$, GCN propagation", 1},
		{"d", "d", "Stalk dimension", "How many numbers a signal has at a node.", "whole number from 1 to 8", "coordinates", "fibre " +
			"dimension", 2},
		{"x", "x_i", "Vector at a node", "What a signal says at node i, a vector in its stalk.", "d numbers", "that of the signal",
			"$h_i$, $s_v$, 0-cochain", 2},
		{"F", "F_u", "Restriction map", "Takes the stalk of node u to that of an edge: how u is read there.", "d × d", "",
			"$R_{ij}$, $𝓕_{v⊴e}$, $ρ_{v→e}$; transport or parallel transport where it is orthogonal", 2},
		{"R", "R_{ij}", "Restriction map", "The same in the laboratory: the map from the stalk of node i into that of the edge with " +
			"j.", "d × d", "", "$F_u$, $𝓕_{v⊴e}$", 4},
		{"Rall", "R", "All maps", "The restriction maps of all edges together.", "2m of d × d", "", "$𝓕$", 7},
		{"r", "r_e", "Disagreement on an edge", "What is left when both ends are seen on the edge, $F_u x_u − F_v x_v$.", "d numbers",
			"that of the signal",
			"$(δx)_e$, residual, discrepancy", 2},
		{"delta", "δ", "Coboundary", "Takes a signal to its disagreements on all edges. The laboratory writes B; δ is there the " +
			"confidence of a bound.",
			"md × nd", "", "B, $d^0$, incidence matrix for plain graphs", 3},
		{"B", "B", "Coboundary", "The laboratory's name for it: $(B x)_e = R_{ij} x_i − R_{ji} x_j$.", "md × nd", "", "$δ$, $d^0$", 3},
		{"L", "L", "Sheaf Laplacian", "$L = δ^⊤δ$; its quadratic form is the energy.", "nd × nd, in blocks of d × d", "", "$Δ_𝓕$, $L_𝓕$; " +
			"connection Laplacian where maps are orthogonal", 3},
		{"energy", "x^⊤Lx", "Energy", "The sum of the squared disagreements over all edges, zero exactly for global sections.",
			"number, not negative",
			"square of that of the signal", "Dirichlet energy, quadratic form", 3},
		{"H0", "H^0", "Global sections", "The signals on which every edge agrees, the kernel of δ and of L.", "space of dimension 0 to " +
			"nd", "", "$Γ(G; 𝓕)$, $\\ker Δ_𝓕$", 4},
		{"holonomy", "R(θ)", "Holonomy", "What carrying a vector once round a cycle does to it.", "d × d", "", "monodromy, transport " +
			"round a loop", 4},
		{"lambda", "λ", "Eigenvalue", "The energy of a unit eigenvector of L, and the rate at which it fades.", "number, not " +
			"negative", "1/time", "graph frequency", 4},
		{"heat", "e^{−tL}", "Heat flow", "Takes a signal to what diffusion has made of it after time t.", "nd × nd", "", "heat kernel, " +
			"semigroup", 5},
		{"t", "t", "Time", "How long a signal has flowed downhill in its energy.", "number, not negative", "time", "", 5},
		{"dt", "Δt", "Diffusion time", "Length of an implicit step, $(I + Δt L)^{−1}$.", "number, not negative", "time", "τ, α, step size", 5},
		{"Lhat", "\\hat{L}", "Normalised Laplacian", "$\\hat{L} = D^{−1/2} L D^{−1/2}$, with eigenvalues from 0 to 2.", "nd × nd", "",
			"$\\tilde{Δ}_𝓕$, $𝓛$", 8},
		{"D", "D", "Normaliser", "The diagonal blocks of L, plus a shift s times the identity.", "nd × nd, blocks on the diagonal",
			"", "degree matrix for plain graphs", 8},
		{"s", "s", "Share or shift", "Of the measures, the share of the uniform one; of the normaliser, what is added to its " +
			"diagonal.", "number, not negative", "", "", lab},
		{"lambda2", "λ_2", "Gap", "The smallest eigenvalue above the kernel, the rate of the slowest thing that fades.", "number above " +
			"0", "1/time",
			"spectral gap, algebraic connectivity, $λ_{d+1}$", 6},
		{"lambda3", "λ_3", "Next eigenvalue", "The one after λ₂; a step of the matrix raises λ₂ no further.", "number", "1/time", "", 6},
		{"v2", "v_2", "Vector of the gap", "Unit eigenvector of λ₂.", "nd numbers", "", "Fiedler vector", 6},
		{"vi", "v_i", "Its part at a node", "The part of v₂ in the stalk of node i.", "d numbers", "", "", 6},
		{"eta", "η", "Step of the ascent", "How far a step of gap ascent goes, $L + η v v^⊤$.", "number above 0", "1/time", "step size", 6},
		{"rho", "ρ", "Bound on the change", "How far the ascent may move the maps, relative to their norm.", "number from 0 to 1", "",
			"trust region", 6},
		{"Dij", "Δ_{ij}", "Change of a map", "What gap ascent has added to the map of node i on the edge with j.", "d × d", "", "", 6},
		{"dR", "ΔR", "Change of the maps", "What gap ascent has added to the maps, all epochs together.", "2m of d × d", "", "", 6},
		{"cw", "c_w", "Constant of the line search", "What part of the slope a step must gain; the paper promises a gain of c_w/4.",
			"number from 0 to 1", "", "Armijo constant, $c_1$", 6},
		{"U", "U", "Weights of the measures", "Learned; make a measure of the features of a node.", "d × width", "", "", lab},
		{"z", "z_i", "Encoded features", "What the encoder makes of node i.", "width numbers", "", "$h_i$", lab},
		{"H", "H", "Features before a stage", "What goes into diffusion or mixing.", "nd × c", "", "hidden state", lab},
		{"Hin", "H_0", "Encoded features", "d coordinates of c channels for each node.", "nd × c", "", "", lab},
		{"c", "c", "Channels", "How many signals run side by side.", "whole number", "channels", "hidden width, f", lab},
		{"mu", "μ", "Measure of a node", "Spreads one unit of mass over the d coordinates of node i; μ at the first end of an " +
			"edge.", "d numbers with sum 1", "mass",
			"p, marginal", 7},
		{"nu", "ν", "Measure of the other end", "The same at the other end of an edge.", "d numbers with sum 1", "mass", "q, marginal", 7},
		{"P0", "P_0", "Transport plan", "How much mass goes from each coordinate of one end to each of the other, at least cost with " +
			"entropy.", "d × d, with margins μ and ν",
			"mass", "π, coupling, T", 7},
		{"plan", "P", "Any plan", "How much mass goes from coordinate p of one end to q of the other.", "d × d", "mass", "π", 7},
		{"P", "P^⋆", "Plan after the JKO step", "The plan after a step that goes further down cost and entropy.", "d × d", "mass", "", 7},
		{"epsilon0", "ε_0", "Temperature", "Of a plan: the higher, the more mass lies off the diagonal.", "number above 0", "that of " +
			"the cost", "entropic regularisation, 1/λ", 7},
		{"epsilon", "ε", "Temperature of the step", "The same for the JKO step.", "number above 0", "that of the cost", "", 7},
		{"tau", "τ", "Length of the JKO step", "How far the step may go from the plan it starts at.", "number, not negative",
			"1/cost", "proximal step size", 7},
		{"kron", "δ_{pq}", "Equal or not", "1 when p = q, else 0.", "0 or 1", "", "Kronecker delta", 7},
		{"Pi", "Π", "Plans, or coupling of classes", "In transport the plans with given margins; in the bound how often classes c and " +
			"c' agree over an edge.", "set, or C × C", "",
			"U(μ,ν); compatibility matrix", 7},
		{"S", "S", "Normalised plan", "The plan divided by the roots of its margins. Its norm is 1, unless the part that all " +
			"plans have in common is taken off (the setting centered).", "d × d", "", "", 7},
		{"Dmu", "D_{μ}", "Measure as a matrix", "Diagonal matrix of μ; of ν likewise.", "d × d", "mass", "Diag(μ)", 7},
		{"Wtheta", "W_θ", "Learned part of the maps", "One matrix for all edges: $R_{ij} = S W_θ$.", "d × d", "", "", 7},
		{"sign", "σ", "Sign of the far end", "+1 when ends should agree, −1 when they should be opposite.", "+1 or −1", "", "signed or " +
			"signless Laplacian", 7},
		{"Tq", "T_q", "Chebyshev polynomial", "Of degree q, taken at $1 − λ$.", "function", "", "", 8},
		{"alphaq", "α_q", "Weight of a polynomial", "What the filter makes of degree q.", "number", "", "$θ_k$, filter coefficient", 8},
		{"gamma", "γ", "Logits of the weights", "What a softmax turns into the weights α.", "Q + 1 numbers", "", "", 8},
		{"Q", "Q", "Order of the filter", "The highest degree of its polynomials.", "whole number", "", "K, order", 8},
		{"h", "h(λ)", "Response", "What a filter makes of an eigenvalue: $Σ α_q T_q(1 − λ)$.", "number", "", "transfer function, g(λ)", 8},
		{"Hafm", "H_{\\afm }", "Mixed features", "What frequency mixing (AFM) gives.", "nd × c", "", "", 8},
		{"Win", "W_{\\in }", "Weights of the encoder", "Learned.", "f₀ × dc", "", "", lab},
		{"W1", "W_1", "Weights of the first layer", "Learned, of the network that gives the classes.", "matrix", "", "", lab},
		{"W2", "W_2", "Weights of the second layer", "Learned.", "matrix", "", "", lab},
		{"b", "b", "Bias", "Learned; b with an index, that of a layer.", "a number a column", "", "", lab},
		{"I", "I", "Identity", "Leaves every vector as it is.", "square", "", "", 3},
		{"MLP", "MLP", "Two learned layers", "A network that looks at one node at a time.", "function", "", "multilayer perceptron", 0},
		{"alphae", "α_e", "Evidence for", "Of the Beta posterior of an edge: that its ends agree.", "number above 0", "observations", "a", 9},
		{"betae", "β_e", "Evidence against", "That they do not agree.", "number above 0", "observations", "b", 9},
		{"kappae", "\\bar{κ}_e", "Agreement of an edge", "Mean of its Beta posterior, $α_e / (α_e + β_e)$.", "number from 0 to 1",
			"probability", "posterior mean", 9},
		{"kappai", "\\bar{κ}_i", "Agreement at a node", "Mean over the edges at node i.", "number from 0 to 1", "probability", "", 9},
		{"f", "f_i", "Calibrated prediction", "Between the prediction and the prior of the classes, by the agreement at the node.", "C " +
			"numbers with sum 1", "probability", "", 9},
		{"yprior", "y_{\\prior }", "Prior of the classes", "Their shares among the training nodes, or equal ones.", "C numbers with " +
			"sum 1", "probability", "", 9},
		{"conf", "δ", "Confidence", "How often a bound may fail; the coboundary has the same letter.", "number from 0 to 1",
			"probability", "α, level", 9},
		{"chet", "c_{\\het }", "Norm of the coupling", "Frobenius norm of Π.", "number", "", "heterophily constant", 9},
		{"KL", "\\KL ", "Divergence", "Of the posterior from the prior, summed over the edges.", "number, not negative", "nats",
			"relative entropy", 9},
	}
}
