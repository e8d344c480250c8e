package coursemath

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// Any text is judged or refused in words, and a readable code is equal after writing and reading.
func FuzzCode(f *testing.F) {
	for seed := range uint64(3) {
		w := done(seed)
		w.Name = []string{"", "Ada", "Zoë “x”"}[seed]
		code, err := Encode(w)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(code, false)
		f.Add(code[:len(code)/2], false)
		text, err := json.Marshal(w)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), true)
	}
	f.Add(`{"seed":1,"answers":[{"id":"3.1","answer":"1e999 ~1/0 − x","right":true}]}`, true)
	f.Add("SGPC2-x", false)
	f.Fuzz(func(t *testing.T, code string, packed bool) {
		if packed { // a text with a checksum that fits
			code = forge(t, code)
		}
		r := Checker(nil)(code)
		w, err := Decode(code)
		if (err != nil) != (r.Error != "") || strings.ContainsAny(r.Name, "\n\r\x1b") {
			t.Fatalf("%v, but the report says %q of %q", err, r.Error, r.Name)
		}
		if err != nil {
			return
		}
		if n := r.Right + r.Wrong + r.Open + r.Unjudged; n != len(editionExercises(w.Edition)) {
			t.Fatalf("%d exercises are reported", n)
		}
		again, err := Encode(w)
		if err != nil {
			return // longer than a code may be
		}
		if back, err := Decode(again); err != nil || !reflect.DeepEqual(back, w) {
			t.Fatalf("%+v is read again as %+v, %v", w, back, err)
		}
	})
}
