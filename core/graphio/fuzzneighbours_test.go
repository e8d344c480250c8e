package graphio

import "testing"

// Fuzz tests that write a random village in one form each (neighbours_test.go).

// fuzzNeighbours changes the seed of the village that try writes.
func fuzzNeighbours(f *testing.F, try func(v *village, t *testing.T)) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { try(newVillage(seed), t) })
}

func FuzzTableNeighbours(f *testing.F)  { fuzzNeighbours(f, (*village).tables) }
func FuzzListNeighbours(f *testing.F)   { fuzzNeighbours(f, (*village).lists) }
func FuzzMatrixNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).matrix) }
func FuzzObjectNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).objects) }
func FuzzFrameNeighbours(f *testing.F)  { fuzzNeighbours(f, (*village).frames) }

func FuzzLiteralNeighbours(f *testing.F) { fuzzNeighbours(f, (*village).literals) }
func FuzzTreeNeighbours(f *testing.F)    { fuzzNeighbours(f, (*village).tree) }
func FuzzScriptNeighbours(f *testing.F)  { fuzzNeighbours(f, (*village).scripts) }
func FuzzRivalNeighbours(f *testing.F)   { fuzzNeighbours(f, (*village).rival) }
func FuzzLabelNeighbours(f *testing.F)   { fuzzNeighbours(f, (*village).labels) }
func FuzzSquareNeighbours(f *testing.F)  { fuzzNeighbours(f, (*village).squares) }
func FuzzCornerNeighbours(f *testing.F)  { fuzzNeighbours(f, (*village).corners) }
func FuzzTripleNeighbours(f *testing.F)  { fuzzNeighbours(f, (*village).triples) }
func FuzzArrowNeighbours(f *testing.F)   { fuzzNeighbours(f, (*village).arrows) }
func FuzzColonNeighbours(f *testing.F)   { fuzzNeighbours(f, (*village).colons) }
func FuzzRelations(f *testing.F)         { fuzzNeighbours(f, (*village).relations) }
func FuzzMeasures(f *testing.F)          { fuzzNeighbours(f, (*village).measures) }
func FuzzBooks(f *testing.F)             { fuzzNeighbours(f, (*village).books) }
