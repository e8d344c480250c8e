package coursemath

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// Any text, bare or packed with a right checksum, is judged or refused: the report has an error exactly when Decode has one.
// The name in a report has no line break and no escape character. The four counts of a report add up to all exercises of the edition.
// The work of a readable code is the same after writing and reading, unless its code would be too long.
func FuzzCode(f *testing.F) {
	for seed := range uint64(3) {
		w := workWithRightAnswers(seed)
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
		isRefused, reportsError := err != nil, r.Error != ""
		if isRefused != reportsError {
			t.Fatalf("Decode returns the error %v, but the report has %q", err, r.Error)
		}
		if strings.ContainsAny(r.Name, "\n\r\x1b") {
			t.Fatalf("the name in the report is %q", r.Name)
		}
		if err != nil {
			return
		}
		if n := r.Right + r.Wrong + r.Open + r.Unjudged; n != len(editionExercises(w.Edition)) {
			t.Fatalf("%d exercises are reported, want %d", n, len(editionExercises(w.Edition)))
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
