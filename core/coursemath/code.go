package coursemath

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"sheafscope/core/json"
)

// Limits of a completion code.
const (
	codePrefix = "SGPC1-"
	maxCode    = 64 << 10  // characters
	maxWork    = 256 << 10 // bytes after decompression
	maxName    = 60        // characters of a name
)

// Work is what a reader did in the course, and all that a completion code holds.
type Work struct {
	// Edition is that of the course, 0 for the first.
	Edition int `json:"edition,omitempty"`
	// Name is what the reader calls themself, "" for nothing.
	Name string `json:"name,omitempty"`
	// Seed draws the variants of all exercises.
	Seed    uint64  `json:"seed"`
	Answers []Given `json:"answers"`
	// Kit are the answers to the ten questions, where the reader wants to hand them in.
	Kit *Kit `json:"kit,omitempty"`
}

// Given is an answer to an exercise. Right is what the reader's page said of it, which
// [Work.Replay] does not believe. Position is the step of the chapter where it was given.
type Given struct {
	ID       string `json:"id"`
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`
	Position int    `json:"position,omitempty"`
	// Seed draws the variant where the reader chose other numbers, 0 for that of the work.
	Seed uint64 `json:"seed,omitempty"`
}

// The ways in which a text can fail to be a completion code.
var (
	ErrNoCode  = errors.New("this is no completion code: one begins with " + codePrefix)
	ErrDamaged = errors.New("damaged: the checksum does not fit, so characters were lost or changed; copy the whole code again")
	ErrVersion = errors.New("made by another version")
	ErrForged  = errors.New("forged: no page of the course writes this")
)

// Encode writes work as a completion code: after the version, in URL-safe base64, the
// CRC-32 of a JSON text and that text deflated.
func Encode(w Work) (string, error) {
	if err := w.check(); err != nil {
		return "", err
	}
	data, err := json.Marshal(w)
	if err != nil {
		return "", err
	}
	packed, err := json.Pack(data)
	code := codePrefix + packed
	if len(code) > maxCode {
		return "", fmt.Errorf("the answers need %d characters, and a code may have %d", len(code), maxCode)
	}
	return code, err
}

// Decode reads a completion code; blanks and line breaks in it do not matter. The error is
// ErrNoCode, ErrDamaged, ErrForged with what gives it away, or ErrVersion with the version.
func Decode(code string) (Work, error) {
	code = strings.Join(strings.Fields(code), "")
	text, ok := strings.CutPrefix(code, codePrefix)
	if !ok {
		if strings.HasPrefix(code, "SGPC") && strings.Contains(code, "-") {
			version, _, _ := strings.Cut(code, "-")
			return Work{}, fmt.Errorf("%w: it is of version %s, and this program reads %s; use the program of that version", ErrVersion,
				shorten(version), codePrefix[:5])
		}
		return Work{}, ErrNoCode
	}
	if len(code) > maxCode {
		return Work{}, ErrDamaged
	}
	data, err := json.Unpack(text, maxWork)
	if err != nil || len(data) > maxWork {
		return Work{}, ErrDamaged
	}
	var w Work
	if err := json.Unmarshal(data, &w); err != nil {
		return Work{}, fmt.Errorf("%w: %w", ErrForged, err)
	}
	if w.Edition != 0 && w.Edition != Edition {
		return Work{}, fmt.Errorf("%w: it is of edition %d, and this program knows the editions up to %d", ErrVersion, w.Edition, Edition)
	}
	if err := w.check(); err != nil {
		return Work{}, fmt.Errorf("%w: %w", ErrForged, err)
	}
	return w, nil
}

// check reports what no page writes.
func (w Work) check() error {
	if !utf8.ValidString(w.Name) || utf8.RuneCountInString(w.Name) > maxName || strings.ContainsFunc(w.Name, unicode.IsControl) {
		return fmt.Errorf("a name has at most %d characters, on one line", maxName)
	}
	if w.Kit != nil {
		if err := w.Kit.check(); err != nil {
			return err
		}
	}
	there, seen := map[string]bool{}, map[string]bool{}
	for _, e := range exercisesOf(w.Edition) {
		there[e.ID()] = true
	}
	for _, g := range w.Answers {
		if !there[g.ID] {
			return fmt.Errorf("there is no exercise %q", shorten(g.ID))
		}
		if seen[g.ID] {
			return fmt.Errorf("exercise %s is answered twice", g.ID)
		}
		seen[g.ID] = true
		if len(g.Answer) > maxText || !utf8.ValidString(g.Answer) || g.Position < 0 {
			return fmt.Errorf("exercise %s has an answer of %d bytes or a step before the first", g.ID, len(g.Answer))
		}
	}
	return nil
}

// Checked is what replay says of an exercise.
type Checked struct {
	ID string `json:"id"`
	// Given reports whether it was answered, Right whether the answer is right by replay.
	Given bool `json:"given"`
	Right bool `json:"right"`
	// Forged reports that the code says right of an answer that is not.
	Forged bool   `json:"forged"`
	Answer string `json:"answer"`
	Reason string `json:"reason"`
	// Error says why the answer could not be judged.
	Error string `json:"error"`
}

// Replay draws every exercise of the code's edition again and judges the answers, in order. train
// trains a network and may be asked for the same run again; with nil, answers that
// need one are not judged and say so.
func (w Work) Replay(train func(Training) (Trained, error)) []Checked {
	return w.replay(exercisesOf(w.Edition), train)
}

// replay is Replay with the exercises of the code's edition.
func (w Work) replay(exercises []Exercise, train func(Training) (Trained, error)) []Checked {
	given := map[string]Given{}
	for _, g := range w.Answers {
		given[g.ID] = g
	}
	var out []Checked
	for _, e := range exercises {
		g, ok := given[e.ID()]
		c := Checked{ID: e.ID(), Given: ok, Answer: g.Answer}
		if ok {
			v := e.Variant(cmp.Or(g.Seed, w.Seed))
			verdict := v.judgeBy(g.Answer, train)
			c.Right, c.Reason, c.Error = verdict.Right, verdict.Reason, verdict.Error
			needs := len(v.Runs) > 0
			c.Forged = g.Right && !c.Right && !(needs && c.Error != "")
		}
		out = append(out, c)
	}
	return out
}

// judgeBy judges an answer with the runs that it needs; without train one that needs some is not judged.
func (v Variant) judgeBy(answer string, train func(Training) (Trained, error)) Marking {
	var runs []Trained
	for _, r := range v.NeedRuns(answer) {
		if train == nil {
			return failed("Not judged: it needs networks to be trained.")
		}
		o, err := train(r)
		if err != nil {
			return failed("Not judged: " + err.Error())
		}
		o.Name = r.Name
		runs = append(runs, o)
	}
	return v.Check(answer, runs)
}

// Judgement is what replay says of a completion code.
type Judgement struct {
	// Line is its place among many, from 1.
	Line    int    `json:"line"`
	Name    string `json:"name"`
	Seed    uint64 `json:"seed"`
	Edition int    `json:"edition"`
	// Right, Wrong, Open and Unjudged count exercises: Open ones were not answered, of
	// Unjudged ones the answer could not be judged.
	Right    int `json:"right"`
	Wrong    int `json:"wrong"`
	Open     int `json:"open"`
	Unjudged int `json:"unjudged"`
	// Before and After count right answers to the ten questions, −1 where there are none.
	Before int `json:"before"`
	After  int `json:"after"`
	// Forged reports that the code says right of an answer that is not; Error names a
	// code that cannot be read, damaged or forged.
	Forged    bool      `json:"forged"`
	Error     string    `json:"error"`
	Exercises []Checked `json:"exercises"`
}

// Checker returns what judges completion codes by [Work.Replay], one after the other. What exercises of many codes share it
// computes once.
func Checker(train func(Training) (Trained, error)) func(code string) Judgement {
	editions := map[int][]Exercise{}
	return func(code string) Judgement {
		w, err := Decode(code)
		if err != nil {
			return Judgement{Error: err.Error(), Before: -1, After: -1}
		}
		if editions[w.Edition] == nil {
			editions[w.Edition] = exercisesOf(w.Edition)
		}
		return w.report(w.replay(editions[w.Edition], train))
	}
}

// report counts what replay says of the exercises.
func (w Work) report(checked []Checked) Judgement {
	r := Judgement{Name: w.Name, Seed: w.Seed, Edition: w.Edition, Before: -1, After: -1, Exercises: checked}
	if w.Kit != nil {
		r.Before, r.After = w.Kit.scores()
	}
	for _, c := range r.Exercises {
		switch {
		case !c.Given:
			r.Open++
		case c.Right:
			r.Right++
		case c.Error != "":
			r.Unjudged++
		default:
			r.Wrong++
		}
		r.Forged = r.Forged || c.Forged
	}
	return r
}
