// This file has the built-in graph of Zachary's karate club.

package graph

// karateUpper lists, for each member, the friends with a larger number: 78 friendships in all (Zachary 1977, figure 3).
// Members are counted from 0.
var karateUpper = [34][]int32{
	0: {1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 19, 21, 31},
	1: {2, 3, 7, 13, 17, 19, 21, 30},
	2: {3, 7, 8, 9, 13, 27, 28, 32},
	3: {7, 12, 13}, 4: {6, 10}, 5: {6, 10, 16}, 6: {16},
	8: {30, 32, 33}, 9: {33}, 13: {33}, 14: {32, 33}, 15: {32, 33},
	18: {32, 33}, 19: {33}, 20: {32, 33}, 22: {32, 33},
	23: {25, 27, 29, 32, 33}, 24: {25, 27, 31}, 25: {31}, 26: {29, 33},
	27: {33}, 28: {31, 33}, 29: {32, 33}, 30: {32, 33}, 31: {32, 33}, 32: {33},
}

// karateFaction has a letter for each member: 'h' for the club of Mr. Hi (member 0), 'o' for the club of the officers (John A., member 33).
const karateFaction = "hhhhhhhhhohhhhoohhohohoooooooooooo"

// Karate returns Zachary's karate club: the friendships among 34 members of a university karate club before it split in two.
// Labels are the clubs after the split: 0 for Mr. Hi's club, and 1 for the officers' club.
// Features are a one-hot column per member and the degree.
//
// Source: W. W. Zachary, "An information flow model for conflict and fission in small groups",
// Journal of Anthropological Research 33 (1977).
func Karate() *Graph {
	g := New("Zachary's karate club", 34, upperEdges(karateUpper[:]))
	labels := make([]int, g.N)
	for i := range labels {
		if karateFaction[i] == 'o' {
			labels[i] = 1
		}
	}
	g.setLabels(labels, []string{"Mr. Hi's club", "officers' club"})
	g.NodeNames = make([]string, g.N)
	for i := range g.NodeNames {
		g.NodeNames[i] = memberName(i)
	}
	g.X, g.FeatureNames = identityAndDegree(g), identityNames(g)
	return g
}

// memberName returns the name of member i, from 0. Names have Zachary's numbers, from 1.
func memberName(i int) string {
	switch i {
	case 0:
		return "1 (Mr. Hi)"
	case 33:
		return "34 (John A.)"
	}
	return itoa(i + 1)
}

// upperEdges returns the edges of a graph. upper lists, for each node, the neighbours of larger number.
func upperEdges(upper [][]int32) []Edge {
	var edges []Edge
	for i, neighbours := range upper {
		for _, j := range neighbours {
			edges = append(edges, Edge{int32(i), j})
		}
	}
	return edges
}
