package peer

// Size is what the memory of a peer depends on beside its settings: nodes n,
// edges m, stored features and classes of a graph.
type Size struct{ Nodes, Edges, Entries, Classes int }

// Floats returns about how many numbers of 8 bytes the named network keeps, for
// both of its copies: values that passes share and gradients (train.Builder,
// autodiff.Pool), the copies of the input, the neighbourhoods. 0 for an unknown
// name. Parameters are not part of it.
func Floats(name string, z Size, s Settings) float64 {
	n, m, c := float64(z.Nodes), float64(z.Edges), float64(z.Classes)
	h, layers, k, d := float64(s.Hidden), float64(s.Layers), float64(s.K), float64(s.D)
	input := 6 * float64(z.Entries) // features scaled to rows, with dropout, and transposed
	around := 2 * 1.5 * (2*m + n)   // A with loops, once a copy
	const pair, masked = 2.0, 2.125 // a value and its gradient; with a byte of dropout
	switch name {
	case "mlp":
		return input + (layers-1)*n*h*(2*pair+pair+masked) + n*c*2*pair
	case "gcn":
		return input + around + (layers-1)*n*h*(4*pair+masked) + n*c*3*pair
	case "gat":
		heads := float64(s.Heads)
		arcs := (2*m + n) * 3.5
		return input + (layers-1)*(n*h*heads*(4*pair+masked)+arcs*heads+n*heads*6) + n*c*3*pair + arcs
	case "gcnii":
		return input + around + n*h*(3*pair+4+masked) + layers*n*h*(pair+2) + n*c*pair
	case "gprgnn":
		return input + around + n*h*(3*pair+masked) + n*c*(2*pair+masked+2*k+2)
	case "h2gcn":
		wide := float64(int(2)<<s.K - 1) // widths 1, 2, 4 … of the rounds, side by side
		pairs := min(2*m*max(1, 2*m/max(1, n)), MaxTwoHop)
		if s.K == 0 {
			pairs = 0
		}
		return input + around + 2*1.5*pairs + n*h*2*pair + n*h*2*pair*(wide-1) + n*h*wide*(pair+masked) + n*c*pair
	case "jacobi":
		return input + around + n*c*(2*pair+masked+pair+2*k+3)
	case "nsd-diag", "nsd-orth", "nsd-general":
		size := map[string]float64{"nsd-diag": d, "nsd-orth": d * (d - 1) / 2, "nsd-general": d * d}[name]
		w, q := n*d*h, d*d
		layer := w*(2*masked+5*3+2) + 3*2*n*size + 2*2*m*size + 2*3*2*m*q + 2*n*(3*q+d) + 2*((2*m+n)*(q+0.5)+n*q+1.5*m)
		return input + w*(3*3+masked) + layers*layer + 2*n*c + n*c
	}
	return 0
}
