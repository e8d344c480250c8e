package coursemath

import (
	"errors"
	"strings"
	"testing"
)

// firstCode is a code of the first edition, with seed 7.
// It has a right answer to each exercise without training, and answers to 0.1, 7.1 and 10.1, which need trained networks.
const firstCode = "SGPC1-Kn2QyaSU226cMBCGX2U014B8xIa96nNUvSBrZ4uawAp200jJvntlCIexmsrdCMnSb83PjL_x-A275tljjd9ck8Fp6K9nkJjh6L3D2mTY" +
	"dONvP4xYf3_D1mGNvOC4bGONIXhoTz8vWF-Gq8_w3I_tpe07rMUt-_AI6nEgDl3vPLCCAys0XBdZTfLl4N3JAwMOl-vQgZAK3oEfXiFnhRZhtW" +
	"VYZYivRFoJ4islKPlRASsqA6wQKuSvbFi5SStA7gvo-hSTpOAUlKGkNCc5b15CLiGJlKI5WZpH3OGRd3jUJ12UoZMamkVbPW0-LNrMe8e163ra" +
	"dFufn9th6AcQbOr0tM1BAN-kALmXbJWvwOiXchZNOY_-OEUkOSntQqpSG5ViLeNJ5PsxEBu_IO2GT-ppLFZ85azdfmoE-L208LjBJdgI1IixBE" +
	"Wl3ktFZWhISPQeVtqFNBjiExjxbTKzfqCPxDG6XG5vt3rDMT8xf8fx7zsW4YjOz1b532e39CJwyENVOU_zEm5n3_xKsVU05Uvz1Lo0H0mnCpv0" +
	"4DKa7nSMZmsNNDTQ7vg9Nk8j-T1fXTz6_9RqbWBuqgBtot_cftz-BAAA__8"

// A code of the first edition is judged by the 22 exercises of the first edition, with their numbers and the graphs of their networks.
// A code of the present edition keeps the number of its edition. A later edition is another version, not a forgery.
// An exercise of the second edition in a code of the first is a forgery.
func TestFirstEditionKeepsItsExercises(t *testing.T) {
	r := Checker(nil)(firstCode)
	if r.Error != "" || r.Forged || r.Seed != 7 || r.Right != 18 || r.Wrong != 0 || r.Unjudged != 3 || r.Open != 1 {
		t.Fatalf("%d right, %d wrong, %d unjudged, %d open, seed %d, forged %v, error %q; want 18, 0, 3, 1, seed 7 and no forgery", r.Right,
			r.Wrong, r.Unjudged, r.Open, r.Seed, r.Forged, r.Error)
	}
	ids := map[string]bool{}
	for _, c := range r.Exercises {
		ids[c.ID] = true
	}
	if len(ids) != 22 || !ids["7.1"] || !ids["10.1"] || ids["11.1"] || ids["7b.1"] {
		t.Errorf("the exercises of the code are %v, want the 22 of the first edition", ids)
	}
	// The graphs of the networks have no noise of their own: the first edition used the default of the generator.
	w, err := Decode(firstCode)
	if err != nil {
		t.Fatal(err)
	}
	var graphs []string
	// The trainer notes the graph and trains nothing.
	w.Replay(func(r Training) (Trained, error) {
		graphs = append(graphs, r.Graph)
		return Trained{}, errors.New("not now")
	})
	for _, g := range graphs {
		if strings.Contains(g, "noise") {
			t.Errorf("a network of the first edition learns on %s, want no noise in it", g)
		}
	}
	if code, err := Encode(Work{Edition: Edition, Seed: 1, Answers: []Given{{ID: "7b.1", Answer: "3"}}}); err != nil {
		t.Error(err)
	} else if w, err := Decode(code); err != nil || w.Edition != Edition {
		t.Errorf("a code of edition %d is read as %+v, %v, want its edition", Edition, w, err)
	}
	if _, err := Decode(forge(t, `{"edition":9,"seed":1,"answers":[]}`)); !errors.Is(err, ErrVersion) || errors.Is(err, ErrForged) {
		t.Errorf("a code of edition 9: the error is %v, want ErrVersion", err)
	}
	if _, err := Decode(forge(t, `{"seed":1,"answers":[{"id":"7b.1","answer":"3"}]}`)); !errors.Is(err, ErrForged) {
		t.Errorf("an exercise of the second edition in a code of the first: the error is %v, want ErrForged", err)
	}
}
