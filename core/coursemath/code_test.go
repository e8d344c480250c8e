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

// workWithRightAnswers returns work with a right answer to every exercise that needs no trained network.
func workWithRightAnswers(seed uint64) Work {
	w := Work{Edition: Edition, Name: "Ada, group 3", Seed: seed}
	for _, e := range Exercises() {
		if a, ok := solve(e, seed); ok {
			w.Answers = append(w.Answers, Given{ID: e.ID(), Answer: a, Right: true, Position: 2})
		}
	}
	return w
}

// A code decodes to its work, also with blanks and line breaks in it, and has at most 3000 characters.
// A code that is cut, or has a missing or changed character, is damaged, or still decodes to its work. Every third place is tried.
// A text without the prefix is no code. The error for a code of another version names the version.
func TestCodeRoundTrip(t *testing.T) {
	want := workWithRightAnswers(7)
	code, err := Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	if len(code) > 3000 {
		t.Errorf("the code has %d characters, want at most 3000", len(code))
	}
	got, err := Decode("  " + code[:40] + "\n" + code[40:] + "\n")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("the code decodes to %+v, %v, want %+v", got, err, want)
	}
	// Each damage: the code is cut at i, loses the character i, or has another character there.
	for i := len(codePrefix); i < len(code)-1; i += 3 {
		other := byte('A')
		if code[i] == other {
			other = 'B'
		}
		for _, bad := range []string{code[:i], code[:i] + code[i+1:], code[:i] + string(other) + code[i+1:]} {
			if w, err := Decode(bad); !errors.Is(err, ErrDamaged) && !reflect.DeepEqual(w, want) {
				t.Fatalf("damaged at %d: %+v, %v, want ErrDamaged or the work of the code", i, w, err)
			}
		}
	}
	if _, err := Decode(code[:200]); !errors.Is(err, ErrDamaged) {
		t.Errorf("the first 200 characters of a code: the error is %v, want ErrDamaged", err)
	}
	for _, text := range []string{"", "hello", "SGPC1", "s1.AAAA", "SGPC-abc", "SGPC is a network - see", "SGPCX-a", "SGPC2b-a"} {
		if _, err := Decode(text); !errors.Is(err, ErrNoCode) {
			t.Errorf("%q: the error is %v, want ErrNoCode", text, err)
		}
	}
	if _, err := Decode("SGPC2-abc"); err == nil || !strings.Contains(err.Error(), "SGPC2") {
		t.Errorf("SGPC2-abc: the error is %v, want the version SGPC2 in it", err)
	}
	if _, err := Decode(code + strings.Repeat("A", maxCode)); !errors.Is(err, ErrTooLong) {
		t.Errorf("a code and %d characters: the error is %v, want ErrTooLong", maxCode, err)
	}
	nonsense := codePrefix + base64.RawURLEncoding.EncodeToString([]byte("nonsense that is no flate"))
	if _, err := Decode(nonsense); !errors.Is(err, ErrDamaged) {
		t.Errorf("nonsense after the prefix: the error is %v, want ErrDamaged", err)
	}
}

// Work that no page writes cannot be encoded: an unknown exercise, an exercise twice, a name of two lines, a negative position.
// A code with a right checksum is refused as forged if it has an unknown exercise or a seed that is no number.
// Replay marks an answer as forged if it is wrong and the code says right.
func TestForgedCodesAreRefused(t *testing.T) {
	for name, w := range map[string]Work{
		"unknown":  {Answers: []Given{{ID: "4.9", Answer: "1"}}},
		"twice":    {Answers: []Given{{ID: "4.1", Answer: "1"}, {ID: "4.1", Answer: "0"}}},
		"name":     {Name: "a\nb"},
		"position": {Answers: []Given{{ID: "4.1", Answer: "1", Position: -1}}},
	} {
		if _, err := Encode(w); err == nil {
			t.Errorf("%s: the impossible work was written", name)
		}
	}
	if _, err := Decode(forge(t, `{"seed":1,"answers":[{"id":"9.9","answer":"1"}]}`)); !errors.Is(err, ErrForged) {
		t.Errorf("an unknown exercise: the error is %v, want ErrForged", err)
	}
	if _, err := Decode(forge(t, `{"seed":"x"}`)); !errors.Is(err, ErrForged) {
		t.Errorf("a seed that is no number: the error is %v, want ErrForged", err)
	}
	if w, err := Decode(forge(t, `{"seed":1,"answers":[]}`)); err != nil || w.Seed != 1 {
		t.Errorf("a code with seed 1 and no answers: %+v, %v, want seed 1 and no error", w, err)
	}
	// An edition before the present one that does not exist, an answer that is no text, and a step before the first.
	for text, words := range map[string]string{`{"edition":1,"seed":1,"answers":[]}`: "no edition 1",
		`{"edition":-5,"seed":1,"answers":[]}`:                                                  "no edition -5",
		`{"seed":1,"answers":[{"id":"4.1","answer":"1","position":-1}]}`:                        "has a step before the first",
		`{"seed":1,"answers":[{"id":"4.1","answer":"` + strings.Repeat("1", maxText+1) + `"}]}`: "bytes, and"} {
		_, err := Decode(forge(t, text))
		if !errors.Is(err, ErrForged) || !strings.Contains(err.Error(), words) || strings.Contains(err.Error(), " or a step") {
			t.Errorf("%.60s: the error is %v, want ErrForged and %q", text, err, words)
		}
	}
	// The code marks all answers as right, but the answer to exercise 9.2 is wrong.
	w := workWithRightAnswers(3)
	for k := range w.Answers {
		if w.Answers[k].ID == "9.2" {
			w.Answers[k].Answer = "99"
		}
	}
	for _, c := range w.Replay(nil) {
		isWrong := c.ID == "9.2"
		if c.Forged != isWrong {
			t.Errorf("%+v, want forged: %v", c, isWrong)
		}
		if c.Given && c.Right == isWrong {
			t.Errorf("%+v, want right: %v", c, !isWrong)
		}
	}
}

// Replay marks each answer. An answer that needs trained networks is neither right nor forged without them, and has an error.
// With a trainer, Replay requests the networks of the answer and judges by their accuracies. An error of the trainer is reported.
func TestReplayMarksAnswers(t *testing.T) {
	w := workWithRightAnswers(11)
	w.Answers = append(w.Answers, Given{ID: "0.1", Answer: "gcn", Right: true, Position: 1})
	right := 0
	for _, c := range w.Replay(nil) {
		if c.Right {
			right++
		}
		if c.ID == "0.1" && (c.Right || c.Forged || !strings.Contains(c.Error, "trained")) {
			t.Errorf("exercise 0.1 without networks: %+v, want an error about training", c)
		}
		if c.ID == "7b.1" && c.Given {
			t.Errorf("exercise 7b.1 has no answer, and is reported as %+v", c)
		}
	}
	if right != len(w.Answers)-1 {
		t.Errorf("%d answers are right, want all but one of %d", right, len(w.Answers))
	}
	// The first exercise is 0.1, whose answer gcn is right if the GCN has the lowest accuracy.
	requested := map[string]bool{}
	marked := w.Replay(func(r Training) (Trained, error) {
		requested[r.Name] = true
		return Trained{Accuracy: map[string]float64{"mlp": 79, "gcn": 66, nsdGeneral: 90}[r.Model]}, nil
	})
	if !marked[0].Right || !reflect.DeepEqual(requested, map[string]bool{"mlp": true, "gcn": true, nsdGeneral: true}) {
		t.Errorf("exercise 0.1: %+v after the networks %v, want a right answer after mlp, gcn and %s", marked[0], requested, nsdGeneral)
	}
	marked = w.Replay(func(Training) (Trained, error) { return Trained{}, errors.New("no data set texas") })
	if marked[0].Right || marked[0].Forged || !strings.Contains(marked[0].Error, "no data set texas") {
		t.Errorf("%+v, want the error of the trainer", marked[0])
	}
}

// An answer that cannot be read is forged if the code marks it as right, also in an exercise with networks. It is not forged if a network
// is missing or its training fails.
func TestUnreadableAnswersAreForged(t *testing.T) {
	w := Work{Edition: Edition, Seed: 1, Answers: []Given{{ID: "7b.1", Answer: "abc", Right: true}}}
	check := func(retrain Retrain, want bool) {
		for _, c := range w.Replay(retrain) {
			if c.ID == "7b.1" && (c.Forged != want || c.Right || c.Error == "") {
				t.Errorf("%+v, want an error and forged: %v", c, want)
			}
		}
	}
	check(nil, false)
	check(func(Training) (Trained, error) { return Trained{}, errors.New("no memory") }, false)
	check(func(Training) (Trained, error) { return Trained{Accuracy: 80}, nil }, true)
}

// forge returns the code of a text, with a right checksum: the prefix, and base64 of the CRC-32 followed by the compressed text.
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
