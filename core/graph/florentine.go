// This file has the built-in graph of Florentine families.

package graph

// florentineNames are the 16 families of Padgett in alphabetical order.
var florentineNames = []string{"Acciaiuoli", "Albizzi", "Barbadori", "Bischeri", "Castellani", "Ginori",
	"Guadagni", "Lamberteschi", "Medici", "Pazzi", "Peruzzi", "Pucci", "Ridolfi", "Salviati", "Strozzi", "Tornabuoni"}

// florentineUpper lists, for each family, the families of larger number that have a tie by marriage with it: 20 ties in all.
// The number of a family is its index in florentineNames.
var florentineUpper = [16][]int32{
	0: {8}, 1: {5, 6, 8}, 2: {4, 8}, 3: {6, 10, 14}, 4: {10, 14}, 6: {7, 15},
	8: {12, 13, 15}, 9: {13}, 10: {14}, 12: {14, 15},
}

// florentineParty has a letter for each family, in the order of florentineNames: 'm' for the Medici party, 'o' for the oligarchs, and '-'
// for a family on both sides.
const florentineParty = "moooomoommom-mom"

// Florentine returns the marriage ties among 16 leading families of Florence around 1430.
// Labels are the sides of the conflict of 1433–1434: the Medici party (0) and the oligarchs (1).
// The label of a family is its usual side. Ridolfi, with ties to both sides, has an unknown label (-1).
// Features are a one-hot column per family and the degree.
//
// Ties after J. F. Padgett and C. K. Ansell, "Robust action and the rise of the Medici, 1400–1434",
// American Journal of Sociology 98 (1993), as tabulated by R. L. Breiger and P. E. Pattison,
// "Cumulated social roles", Social Networks 8 (1986).
// Sides after Padgett and Ansell, and the lists of partisans and exiles in D. Kent, "The Rise of the Medici" (1978).
func Florentine() *Graph {
	g := New("Florentine families", 16, upperEdges(florentineUpper[:]))
	labels := make([]int, g.N)
	for i := range labels {
		switch florentineParty[i] { // 'm' keeps label 0
		case 'o':
			labels[i] = 1
		case '-':
			labels[i] = -1
		}
	}
	g.setLabels(labels, []string{"Medici party", "oligarchs"})
	g.NodeNames = append([]string(nil), florentineNames...)
	g.X, g.FeatureNames = identityAndDegree(g), identityNames(g)
	return g
}
