// This file writes and reads completion codes, texts with all answers of a reader, and judges the answers.

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

// The beginning and the limits of a completion code.
const (
	codePrefix = "SGPC1-"  // SGPC and the version of the format
	maxCode    = 64 << 10  // characters
	maxWork    = 256 << 10 // bytes after decompression
	maxName    = 60        // characters of a name
)

// Work is the content of a completion code: a reader's answers to the exercises and to the reading test.
type Work struct {
	// Edition is the edition of the course: 0 for the first edition, and [Edition] for the present one.
	Edition int `json:"edition,omitempty"`
	// Name is the name that the reader entered, "" for none.
	Name string `json:"name,omitempty"`
	// Seed is the seed of the variant of every exercise whose answer has no seed of its own.
	Seed    uint64  `json:"seed"`
	Answers []Given `json:"answers"`
	// Kit holds the answers to the reading test. It is nil if the reader does not hand them in.
	Kit *ReadingTest `json:"kit,omitempty"`
}

// Given is the answer to an exercise. Right is the mark of the reader's page, which [Work.Replay] does not trust.
// Position is the step of the chapter at which the reader gave the answer, from 0 on. The present page leaves it 0.
type Given struct {
	ID       string `json:"id"`
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`
	Position int    `json:"position,omitempty"`
	// Seed is the seed of the variant if the reader requested other numbers, or 0 for the seed of the work.
	Seed uint64 `json:"seed,omitempty"`
}

// Errors of [Decode].
var (
	ErrNoCode  = errors.New("this is no completion code: one begins with " + codePrefix)
	ErrDamaged = errors.New("damaged: the checksum does not fit, so characters were lost or changed; copy the whole code again")
	ErrTooLong = errors.New("longer than a code can be; enter one code at a time")
	ErrVersion = errors.New("made by another version")
	ErrForged  = errors.New("forged: no page of the course writes this")
)

// Encode returns the completion code of a work: codePrefix, and URL-safe base64 of the CRC-32 of the work's JSON text and of the deflated
// text. It fails if the edition, the name, an answer or the reading test is invalid, if the JSON text has more than maxWork bytes, or if
// the code has more than maxCode characters.
func Encode(w Work) (string, error) {
	if err := w.check(); err != nil {
		return "", err
	}
	data, err := json.Marshal(w)
	if err != nil {
		return "", err
	}
	if len(data) > maxWork {
		return "", fmt.Errorf("the answers need %d bytes, and a code may have %d", len(data), maxWork)
	}
	packed, packErr := json.Pack(data) // the caller ignores the code if packErr is not nil
	code := codePrefix + packed
	if len(code) > maxCode {
		return "", fmt.Errorf("the answers need %d characters, and a code may have %d", len(code), maxCode)
	}
	return code, packErr
}

// Decode returns the work of a completion code. It ignores blanks and line breaks in the code.
// Its error wraps one of five errors:
//   - ErrNoCode for a text that does not begin with “SGPC”, the digits of a version and “-”;
//   - ErrVersion for another version of the format, or for a later edition of the course;
//   - ErrTooLong for a code of more than maxCode characters;
//   - ErrDamaged for a text that cannot be decompressed, a wrong checksum, or a content of more than maxWork bytes;
//   - ErrForged with a reason for a content that no page of the course writes.
func Decode(code string) (Work, error) {
	compact := strings.Join(strings.Fields(code), "")
	text, ok := strings.CutPrefix(compact, codePrefix)
	if !ok {
		version, _, hasVersion := strings.Cut(compact, "-")
		number, hasName := strings.CutPrefix(version, "SGPC")
		isNumber := number != "" && strings.Trim(number, "0123456789") == ""
		if hasVersion && hasName && isNumber {
			ownVersion := strings.TrimSuffix(codePrefix, "-") // such as "SGPC1"
			return Work{}, fmt.Errorf("%w: it is of version %s, and this program reads %s; use the program of that version", ErrVersion,
				shorten(version), ownVersion)
		}
		return Work{}, ErrNoCode
	}
	if len(compact) > maxCode {
		return Work{}, ErrTooLong
	}
	// Unpack fails for a wrong checksum, too.
	data, err := json.Unpack(text, maxWork)
	if err != nil || len(data) > maxWork { // Unpack may return maxWork + 1 bytes
		return Work{}, ErrDamaged
	}
	var w Work
	if err := json.Unmarshal(data, &w); err != nil {
		return Work{}, fmt.Errorf("%w: %w", ErrForged, err)
	}
	if w.Edition > Edition {
		return Work{}, fmt.Errorf("%w: it is of edition %d, and this program knows the editions up to %d", ErrVersion, w.Edition, Edition)
	}
	if err := w.check(); err != nil {
		return Work{}, fmt.Errorf("%w: %w", ErrForged, err)
	}
	return w, nil
}

// check returns an error for a work that no page of the course writes: its edition, its name, an answer or the reading test is invalid.
func (w Work) check() error {
	if w.Edition != 0 && w.Edition != Edition {
		return fmt.Errorf("there is no edition %d", w.Edition)
	}
	isValidName := utf8.ValidString(w.Name) && utf8.RuneCountInString(w.Name) <= maxName && !strings.ContainsFunc(w.Name, unicode.IsControl)
	if !isValidName {
		return fmt.Errorf("a name has at most %d characters, on one line", maxName)
	}
	if w.Kit != nil {
		if err := w.Kit.check(); err != nil {
			return err
		}
	}
	// Each answer must belong to an exercise of the edition, and no exercise may have two answers.
	exists, seen := map[string]bool{}, map[string]bool{}
	for _, e := range editionExercises(w.Edition) {
		exists[e.ID()] = true
	}
	for _, g := range w.Answers {
		if !exists[g.ID] {
			return fmt.Errorf("there is no exercise %q", shorten(g.ID))
		}
		if seen[g.ID] {
			return fmt.Errorf("exercise %s is answered twice", g.ID)
		}
		seen[g.ID] = true
		// maxText is the limit of a sheaf, the longest kind of answer.
		switch {
		case len(g.Answer) > maxText:
			return fmt.Errorf("exercise %s has an answer of %d bytes, and %d is the limit", g.ID, len(g.Answer), maxText)
		case !utf8.ValidString(g.Answer):
			return fmt.Errorf("exercise %s has an answer that is no UTF-8 text", g.ID)
		case g.Position < 0:
			return fmt.Errorf("exercise %s has a step before the first", g.ID)
		}
	}
	return nil
}

// Checked is the result of replaying one exercise.
type Checked struct {
	ID string `json:"id"`
	// Given reports whether the exercise was answered. Right reports whether the answer is right.
	Given bool `json:"given"`
	Right bool `json:"right"`
	// Forged reports whether the code marks an answer as right that is wrong or cannot be read. It is false for an answer that was not judged
	// for lack of a network. Answer is "" if there is none. Reason explains the mark, and is "" if no answer was judged.
	Forged bool   `json:"forged"`
	Answer string `json:"answer"`
	Reason string `json:"reason"`
	// Error is the reason why the answer could not be judged, "" for a judged or missing answer.
	Error string `json:"error"`
}

// Retrain trains the network of an exercise and returns its outcome. [Work.Replay] may call it several times for one training.
// If a Retrain is nil, answers that need a network are not judged.
type Retrain func(Training) (Trained, error)

// Replay draws every exercise of the code's edition again and marks the answers. The result has an element for every exercise,
// answered or not, in the order of the course.
func (w Work) Replay(retrain Retrain) []Checked {
	return w.replay(editionExercises(w.Edition), retrain)
}

// replay is [Work.Replay] with the exercises of the code's edition, which many codes share.
func (w Work) replay(exercises []Exercise, retrain Retrain) []Checked {
	answers := map[string]Given{}
	for _, given := range w.Answers {
		answers[given.ID] = given
	}
	var out []Checked
	for _, e := range exercises {
		given, isGiven := answers[e.ID()]
		c := Checked{ID: e.ID(), Given: isGiven, Answer: given.Answer}
		if isGiven {
			v := e.Variant(cmp.Or(given.Seed, w.Seed)) // the seed of the work, unless the reader requested other numbers
			marking, lacksNetwork := v.judgeBy(given.Answer, retrain)
			c.Right, c.Reason, c.Error = marking.Right, marking.Reason, marking.Error
			c.Forged = given.Right && !c.Right && !lacksNetwork
		}
		out = append(out, c)
	}
	return out
}

// judgeBy marks an answer after training the networks that it needs. If one of them cannot be trained, lacksNetwork is true, and the answer
// is not judged.
func (v Variant) judgeBy(answer string, retrain Retrain) (marking Marking, lacksNetwork bool) {
	var runs []Trained
	for _, training := range v.NeedRuns(answer) {
		if retrain == nil {
			return failed("Not judged: it needs networks to be trained."), true
		}
		trained, err := retrain(training)
		if err != nil {
			return failed("Not judged: " + err.Error()), true
		}
		trained.Name = training.Name // trainings that differ only in their names share an outcome
		runs = append(runs, trained)
	}
	return v.Check(answer, runs), false
}

// Judgement is the result of replaying a completion code.
type Judgement struct {
	// Line is the number of the code in a list, from 1, and 0 for a code outside a list.
	// Name, Seed and Edition are the fields of [Work], but [JudgeLine] may replace Name.
	Line    int    `json:"line"`
	Name    string `json:"name"`
	Seed    uint64 `json:"seed"`
	Edition int    `json:"edition"`
	// Right, Wrong, Open and Unjudged are numbers of exercises, all 0 if the code was not decoded. Otherwise their sum is the number
	// of exercises of the edition. Open counts the exercises without an answer. Unjudged counts the answers that could not be judged.
	Right    int `json:"right"`
	Wrong    int `json:"wrong"`
	Open     int `json:"open"`
	Unjudged int `json:"unjudged"`
	// Before and After are the numbers of right answers to the reading test before and after the course, −1 if the test was not taken
	// or not handed in.
	Before int `json:"before"`
	After  int `json:"after"`
	// Forged reports whether an element of Exercises is Forged.
	// Error is the text of the error of [Decode], "" without an error. With an error, Exercises is nil.
	Forged    bool      `json:"forged"`
	Error     string    `json:"error"`
	Exercises []Checked `json:"exercises"`
}

// Checker returns a function that judges a completion code by [Work.Replay]. The function is not safe for concurrent calls, since all codes
// of an edition share its exercises, which store values that many codes need.
func Checker(retrain Retrain) func(code string) Judgement {
	editions := map[int][]Exercise{}
	return func(code string) Judgement {
		w, err := Decode(code)
		if err != nil {
			return Judgement{Error: err.Error(), Before: -1, After: -1}
		}
		if editions[w.Edition] == nil {
			editions[w.Edition] = editionExercises(w.Edition)
		}
		return w.summarize(w.replay(editions[w.Edition], retrain))
	}
}

// summarize counts the replayed exercises and the right answers to the reading test.
func (w Work) summarize(checked []Checked) Judgement {
	j := Judgement{Name: w.Name, Seed: w.Seed, Edition: w.Edition, Before: -1, After: -1, Exercises: checked}
	if w.Kit != nil {
		j.Before, j.After = w.Kit.scores()
	}
	for _, c := range j.Exercises {
		// An exercise counts in the first case that applies.
		switch {
		case !c.Given:
			j.Open++
		case c.Right:
			j.Right++
		case c.Error != "":
			j.Unjudged++
		default:
			j.Wrong++
		}
		j.Forged = j.Forged || c.Forged
	}
	return j
}
