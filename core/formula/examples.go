// This file has the texts that the page shows beside the input field for a formula.

package formula

// Example is a formula in the page's menu: its title, a description, and its lines.
type Example struct {
	Title string `json:"title"`
	About string `json:"about"`
	Text  string `json:"text"`
}

// Examples returns the formulas of the menu. Each of them applies to every generated graph.
func Examples() []Example {
	// Two lines that define the noisy coordinates as features.
	const noisyPlace = "\nfeature 1 = x + 0.2*noise\nfeature 2 = y + 0.2*noise"
	return []Example{
		{"Four corners (XOR)", "Corners that face each other are of one class. No straight line parts the two.",
			"class = sign(x*y)" + noisyPlace},
		{"Disc", "One class is a disc at the right, the other lies around it.", "class = ((x - 0.4)^2 + y^2 < 0.4)" + noisyPlace},
		{"Two spirals", "Each class is an arm that turns around the middle.",
			"r = sqrt(x^2 + y^2)\nclass = sign(x*cos(6*r) + y*sin(6*r))" + noisyPlace},
		{"Checkerboard", "Fields of two colours, so that neighbours often differ.", "class = mod(floor(3*x) + floor(3*y), 2)" + noisyPlace},
		{"Camp in noise", "The graph's own classes, which one feature shows under noise. Another feature is noise alone.",
			"class = camp\nfeature 1 = camp + 1.5*noise\nfeature 2 = noise"},
		{"Odd or even degree", "The class is in no feature: it is whether a node has an odd number of neighbours.",
			"class = mod(degree, 2)\nfeature 1 = 1\nfeature 2 = noise"},
	}
}

// Words are the texts beside the input field for a formula: the names of quantities and functions, and the examples.
type Words struct {
	Names     []string  `json:"names"`
	Functions []string  `json:"functions"`
	Examples  []Example `json:"examples"`
}

// Page returns the texts beside the input field.
func Page() Words { return Words{Names(), Functions(), Examples()} }
