// This file has the built-in graph of the characters of Les Misérables.

package graph

import "strings"

// miserablesNames are the characters in the usual order of the data, with "|" between two names.
const miserablesNames = "Myriel|Napoleon|Mlle Baptistine|Mme Magloire|Countess de Lô|Geborand|" +
	"Champtercier|Cravatte|Count|Old man|Labarre|Valjean|" +
	"Marguerite|Mme de R|Isabeau|Gervais|Tholomyès|Listolier|" +
	"Fameuil|Blacheville|Favourite|Dahlia|Zéphine|Fantine|" +
	"Mme Thénardier|Thénardier|Cosette|Javert|Fauchelevent|Bamatabois|" +
	"Perpétue|Simplice|Scaufflaire|Woman 1|Judge|Champmathieu|" +
	"Brevet|Chenildieu|Cochepaille|Pontmercy|Boulatruelle|Éponine|" +
	"Anzelma|Woman 2|Mother Innocent|Gribier|Jondrette|Mme Burgon|" +
	"Gavroche|Gillenormand|Magnon|Mlle Gillenormand|Mme Pontmercy|Mlle Vaubois|" +
	"Lt Gillenormand|Marius|Baroness T|Mabeuf|Enjolras|Combeferre|" +
	"Prouvaire|Feuilly|Courfeyrac|Bahorel|Bossuet|Joly|" +
	"Grantaire|Mother Plutarch|Gueulemer|Babet|Claquesous|Montparnasse|" +
	"Toussaint|Child 1|Child 2|Brujon|Mme Hucheloup"

// miserablesGroup has a letter for the community of each character: a for community 0, b for 1, and so on.
const miserablesGroup = "bbbbbbbbbbccdcccddddddddeefeacdccccccccegeefaahhiffffffifiiiiiiiiiijeeeefkkei"

// miserablesUpper lists, for each character, the characters of larger number that have a common chapter with it.
// The number of a character is its place in miserablesNames, from 0.
var miserablesUpper = [77][]int32{
	0: {1, 2, 3, 4, 5, 6, 7, 8, 9, 11}, 2: {3, 11}, 3: {11}, 10: {11},
	11: {12, 13, 14, 15, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 35, 36, 37, 38, 43, 44, 48, 49, 51, 55, 58, 64, 68, 69, 70, 71, 72},
	12: {23}, 16: {17, 18, 19, 20, 21, 22, 23, 26, 55}, 17: {18, 19, 20, 21, 22, 23}, 18: {19, 20, 21, 22, 23},
	19: {20, 21, 22, 23}, 20: {21, 22, 23}, 21: {22, 23}, 22: {23}, 23: {24, 25, 27, 29, 30, 31},
	24: {25, 26, 27, 41, 42, 50, 68, 69, 70}, 25: {26, 27, 39, 40, 41, 42, 48, 55, 68, 69, 70, 71, 75},
	26: {27, 43, 49, 51, 54, 55, 72}, 27: {28, 29, 31, 33, 43, 48, 58, 68, 69, 70, 71, 72}, 28: {44, 45},
	29: {34, 35, 36, 37, 38}, 30: {31}, 34: {35, 36, 37, 38}, 35: {36, 37, 38}, 36: {37, 38}, 37: {38},
	39: {52, 55}, 41: {42, 55, 57, 62, 68, 69, 70, 71, 75}, 46: {47}, 47: {48},
	48: {55, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 68, 69, 71, 73, 74, 75, 76}, 49: {50, 51, 54, 55, 56},
	51: {52, 53, 54, 55}, 54: {55}, 55: {56, 57, 58, 59, 61, 62, 63, 64, 65}, 57: {58, 59, 61, 62, 63, 64, 65, 67},
	58: {59, 60, 61, 62, 63, 64, 65, 66, 70, 76}, 59: {60, 61, 62, 63, 64, 65, 66}, 60: {61, 62, 63, 64, 65, 66},
	61: {62, 63, 64, 65, 66}, 62: {63, 64, 65, 66, 76}, 63: {64, 65, 66, 76}, 64: {65, 66, 76}, 65: {66, 76}, 66: {76},
	68: {69, 70, 71, 75}, 69: {70, 71, 75}, 70: {71, 75}, 71: {75}, 73: {74},
}

// LesMiserables returns the 77 characters of Victor Hugo's novel, with an edge for each of 254 pairs with a common chapter.
// Labels are the eleven communities of Newman and Girvan. Two communities have a single character.
// Features are a one-hot column per character and the degree.
//
// Sources: D. E. Knuth, "The Stanford GraphBase" (1993) for characters and pairs;
// M. E. J. Newman and M. Girvan, "Finding and evaluating community structure in networks", Physical Review E 69 (2004)
// for the communities.
func LesMiserables() *Graph {
	g := New("Les Misérables", 77, upperEdges(miserablesUpper[:]))
	g.NodeNames = strings.Split(miserablesNames, "|")
	// The source has no names of communities. A community is named after its character of largest degree, the first if degrees are equal.
	labels := make([]int, g.N)
	names := make([]string, 11)
	deg := g.Degrees()
	central := make([]int, len(names)) // for each community, the character of largest degree so far
	for i := range labels {
		c := int(miserablesGroup[i] - 'a')
		labels[i] = c
		if names[c] == "" || deg[i] > deg[central[c]] {
			central[c], names[c] = i, "around "+g.NodeNames[i]
		}
	}
	g.setLabels(labels, names)
	g.X, g.FeatureNames = identityAndDegree(g), identityNames(g)
	return g
}
