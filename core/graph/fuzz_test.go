package graph

import "testing"

// FuzzParseSplit checks that ParseSplit of any text returns a sound split or an error.
func FuzzParseSplit(f *testing.F) {
	for _, s := range []string{"per-class:4", "random:0.48,0.32,0.20", "explicit:0-4,33/5/6-8", "random:1e-9,NaN,1"} {
		f.Add(s)
	}
	g := Karate()
	f.Fuzz(func(t *testing.T, spec string) {
		s, err := ParseSplit(g, spec, 1)
		if err != nil {
			return // refused
		}
		if err := s.Check(g.N); err != nil {
			t.Fatalf("%q was accepted, but %v", spec, err)
		}
	})
}

// FuzzGenerate checks that Generate of any text returns a sound graph or an error.
func FuzzGenerate(f *testing.F) {
	for _, s := range []string{"sbm:n=20,classes=2", "ring:n=12", "barbell:k=3", "bipartite:a=2,b=3,p=0.5",
		"grid:rows=2,cols=3,alternate=1", "star", "path:n=2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		if g, err := Generate(spec); err == nil {
			check(t, g)
		}
	})
}
