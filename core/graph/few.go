package graph

import (
	"strconv"
	"strings"
)

// FewText says which classes of a graph have so few nodes that the split "per-class:k" draws
// fewer than k of them for training, "" when none has, and for other splits.
func FewText(g *Graph, split string) string {
	kind, number, _ := strings.Cut(split, ":")
	k, err := strconv.Atoi(number)
	if kind != "per-class" || err != nil {
		return ""
	}
	var list []string
	for c, n := range g.ClassSizes() {
		if n > 0 && (n+1)/2 < k {
			list = append(list, itoa((n+1)/2)+" of the "+itoa(n)+" of class "+itoa(c))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "too few nodes for " + itoa(k) + " of every class and as many to judge by; half of such a class trains, " +
		strings.Join(list, ", ") + "."
}
