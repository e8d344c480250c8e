package view

var (
	symStep = append([]Symbol{SymPlan, {"P_0", "plan before the step"}, {"τ", "step length: the longer, the further it may go"},
		{"ε", "temperature of the step: the higher, the more of the mass is off the diagonal"}, SymMargins,
		{"W_2^2", "squared Wasserstein distance of the plans, blurred by γ"}}, SymMeasures...)

	JkoEquation = Equation{"jko",
		[]string{"P^⋆=\\under{\\argmin }{P∈Π(μ,ν)}\\sp\\frac{1}{τ}\\KL (P‖P_0)+⟨P,C⟩+ε∑P \\sp \\log \\sp P"}, symStep}
	FreeEquation = Equation{"w2", []string{"P^⋆=\\under{\\argmin }{P}\\sp\\frac{1}{2τ}W_2^2(P,P_0)+⟨P,C⟩+ε∑P \\sp \\log \\sp P"}, symStep}
)
