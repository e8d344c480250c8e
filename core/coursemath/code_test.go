package coursemath

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"reflect"
	"strings"
	"testing"
)

// done returns work with right answers to all exercises without runs, except for one wrong answer.
func done(seed uint64) Work {
	w := Work{Edition: Edition, Name: "Ada, group 3", Seed: seed}
	for _, e := range Exercises() {
		if a, ok := solve(e, seed); ok {
			w.Answers = append(w.Answers, Given{ID: e.ID(), Answer: a, Right: true, Position: 2})
		}
	}
	return w
}

// TestCodeRoundTrip: a code with blanks and line breaks decodes to its work, and a changed character is an error.
func TestCodeRoundTrip(t *testing.T) {
	want := done(7)
	code, err := Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	if len(code) > 3000 {
		t.Errorf("%d characters", len(code))
	}
	got, err := Decode("  " + code[:40] + "\n" + code[40:] + "\n")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v, %v", got, err)
	}
	for i := len(codePrefix); i < len(code)-1; i += 3 {
		other := byte('A')
		if code[i] == other {
			other = 'B'
		}
		for _, bad := range []string{code[:i], code[:i] + code[i+1:], code[:i] + string(other) + code[i+1:]} {
			if w, err := Decode(bad); !errors.Is(err, ErrDamaged) && !reflect.DeepEqual(w, want) {
				t.Fatalf("damaged at %d: %+v, %v", i, w, err)
			}
		}
	}
	if _, err := Decode(code[:200]); !errors.Is(err, ErrDamaged) {
		t.Errorf("half of a code: %v", err)
	}
	for _, text := range []string{"", "hello", "SGPC1", "s1.AAAA"} {
		if _, err := Decode(text); !errors.Is(err, ErrNoCode) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Decode("SGPC2-abc"); err == nil || !strings.Contains(err.Error(), "SGPC2") {
		t.Errorf("another version: %v", err)
	}
	if _, err := Decode(codePrefix + base64.RawURLEncoding.EncodeToString([]byte("nonsense that is no flate"))); !errors.Is(err,
		ErrDamaged) {
		t.Errorf("nonsense: %v", err)
	}
}

// A code that no page writes is refused as forged, even with a right checksum.
func TestForgedCodesAreRefused(t *testing.T) {
	for name, w := range map[string]Work{
		"unknown": {Answers: []Given{{ID: "4.9", Answer: "1"}}}, "twice": {Answers: []Given{{ID: "4.1", Answer: "1"}, {ID: "4.1",
			Answer: "0"}}},
		"name": {Name: "a\nb"}, "step": {Answers: []Given{{ID: "4.1", Answer: "1", Position: -1}}},
	} {
		if _, err := Encode(w); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if _, err := Decode(forge(t, `{"seed":1,"answers":[{"id":"9.9","answer":"1"}]}`)); !errors.Is(err, ErrForged) {
		t.Errorf("an unknown exercise: %v", err)
	}
	if _, err := Decode(forge(t, `{"seed":"x"}`)); !errors.Is(err, ErrForged) {
		t.Errorf("another shape: %v", err)
	}
	if w, err := Decode(forge(t, `{"seed":1,"answers":[]}`)); err != nil || w.Seed != 1 {
		t.Errorf("a true one: %v", err)
	}
	// A code that marks a wrong answer as right.
	w := done(3)
	for k := range w.Answers {
		if w.Answers[k].ID == "9.2" {
			w.Answers[k].Answer = "99"
		}
	}
	for _, c := range w.Replay(nil) {
		if c.Forged != (c.ID == "9.2") || c.Given && c.Right == (c.ID == "9.2") {
			t.Errorf("%+v", c)
		}
	}
}

// Replay marks each answer, and reports missing runs.
func TestReplayMarksAnswers(t *testing.T) {
	w := done(11)
	w.Answers = append(w.Answers, Given{ID: "0.1", Answer: "gcn", Right: true, Position: 1})
	right := 0
	for _, c := range w.Replay(nil) {
		if c.Right {
			right++
		}
		if c.ID == "0.1" && (c.Right || c.Forged || !strings.Contains(c.Error, "trained")) || c.ID == "7b.1" && c.Given {
			t.Errorf("%+v", c)
		}
	}
	if right != len(w.Answers)-1 {
		t.Errorf("%d right of %d", right, len(w.Answers))
	}
	asked := map[string]bool{}
	all := w.Replay(func(r Training) (Trained, error) {
		asked[r.Name] = true
		return Trained{Accuracy: map[string]float64{"mlp": 79, "gcn": 66, nsdGeneral: 90}[r.Model]}, nil
	})
	if !all[0].Right || !reflect.DeepEqual(asked, map[string]bool{"mlp": true, "gcn": true, nsdGeneral: true}) {
		t.Errorf("%+v, asked for %v", all[0], asked)
	}
	all = w.Replay(func(Training) (Trained, error) { return Trained{}, errors.New("no data set texas") })
	if all[0].Right || all[0].Forged || !strings.Contains(all[0].Error, "no data set texas") {
		t.Errorf("%+v", all[0])
	}
}

// forge returns the code of a text, with a right checksum.
func forge(t testing.TB, text string) string {
	t.Helper()
	b := bytes.NewBuffer(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(text))))
	w, err := flate.NewWriter(b, flate.BestCompression)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return codePrefix + base64.RawURLEncoding.EncodeToString(b.Bytes())
}
