package graphio

import "testing"

// Each fuzz test writes a village, the random graph of neighbours_test.go, in one form. The reading must not give another graph without a
// doubt.

// fuzzNeighbours changes the seed of a village. try writes the village and checks the reading.
func fuzzNeighbours(f *testing.F, try func(v *village, t *testing.T)) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { try(newVillage(seed), t) })
}

// FuzzTableNeighbours changes the random numbers from which tables writes a village.
func FuzzTableNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).tables) }

// FuzzListNeighbours changes the random numbers from which lists writes a village.
func FuzzListNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).lists) }

// FuzzMatrixNeighbours changes the random numbers from which matrix writes a village.
func FuzzMatrixNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).matrix) }

// FuzzObjectNeighbours changes the random numbers from which objects writes a village.
func FuzzObjectNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).objects) }

// FuzzFrameNeighbours changes the random numbers from which frames writes a village.
func FuzzFrameNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).frames) }

// FuzzLiteralNeighbours changes the random numbers from which literals writes a village.
func FuzzLiteralNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).literals) }

// FuzzTreeNeighbours changes the random numbers from which tree writes a village.
func FuzzTreeNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).tree) }

// FuzzScriptNeighbours changes the random numbers from which scripts writes a village.
func FuzzScriptNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).scripts) }

// FuzzRivalNeighbours changes the random numbers from which rival writes a village.
func FuzzRivalNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).rival) }

// FuzzLabelNeighbours changes the random numbers from which labels writes a village.
func FuzzLabelNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).labels) }

// FuzzSquareNeighbours changes the random numbers from which squares writes a village.
func FuzzSquareNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).squares) }

// FuzzCornerNeighbours changes the random numbers from which corners writes a village.
func FuzzCornerNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).corners) }

// FuzzTripleNeighbours changes the random numbers from which triples writes a village.
func FuzzTripleNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).triples) }

// FuzzArrowNeighbours changes the random numbers from which arrows writes a village.
func FuzzArrowNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).arrows) }

// FuzzColonNeighbours changes the random numbers from which colons writes a village.
func FuzzColonNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).colons) }

// FuzzRelations changes the random numbers from which relations writes a village.
func FuzzRelations(f *testing.F) { fuzzNeighbours(f, (*village).relations) }

// FuzzMeasures changes the random numbers from which measures writes a village.
func FuzzMeasures(f *testing.F) { fuzzNeighbours(f, (*village).measures) }

// FuzzBooks changes the random numbers from which books writes a village.
func FuzzBooks(f *testing.F) { fuzzNeighbours(f, (*village).books) }
