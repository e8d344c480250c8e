package settings

// This file converts settings to text and back.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/numeral"
)

// Takes returns a description of the valid values, as in "a whole number from 1 to 8".
func (s *Setting) Takes() string {
	switch s.value.(type) {
	case *bool:
		return "true or false"
	case *uint64:
		return fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64))
	case *int:
		return fmt.Sprintf("a whole number from %.0f to %.0f", s.Lo, s.Hi)
	}
	if s.Words == nil {
		return fmt.Sprintf("a number from %g to %g", s.Lo, s.Hi)
	}
	var words []string
	for _, w := range s.Words {
		words = append(words, w[0])
	}
	return "one of " + strings.Join(words, ", ")
}

// Canonical returns the form of a value in links and files. For a number it is the
// result of numeral.Canonical, which fails for text that is no number, and for a number with
// two readings, such as 1,234. Any other value stays as given.
func (s *Setting) Canonical(value string) (string, error) {
	switch s.value.(type) {
	case *uint64, *int, *float64:
		return numeral.Canonical(value)
	}
	return value, nil
}

// parse sets the field from text. It fails, and changes nothing, for an invalid value. For
// a number with two readings ([Setting.Canonical]) the error names both.
func (s *Setting) parse(value string) error {
	plain, err := s.Canonical(value)
	ambiguous := new(numeral.Ambiguous)
	if errors.As(err, &ambiguous) { // after any other error the value is invalid below
		return fmt.Errorf("setting %s: %w", s.Name, err)
	}
	isChoice := func(word string) bool {
		return s.Words == nil || slices.ContainsFunc(s.Words, func(w [2]string) bool { return w[0] == word })
	}
	valid := false
	switch field := s.value.(type) {
	case *string:
		valid = setIf(field, value, isChoice(value))
	case *bool:
		v, err := strconv.ParseBool(value)
		valid = setIf(field, v, err == nil)
	case *uint64:
		v, err := strconv.ParseUint(plain, 10, 64)
		valid = setIf(field, v, err == nil)
	case *int:
		v, err := strconv.Atoi(plain)
		inRange := err == nil && float64(v) >= s.Lo && float64(v) <= s.Hi
		valid = setIf(field, v, inRange)
	case *float64:
		v, err := strconv.ParseFloat(plain, 64)
		inRange := err == nil && v >= s.Lo && v <= s.Hi
		valid = setIf(field, v, inRange && isChoice(number(v)))
	}
	if !valid {
		return fmt.Errorf("setting %s=%s: want %s", s.Name, value, s.Takes())
	}
	return nil
}

// setIf sets the field to value if valid is true. It returns valid.
func setIf[T any](field *T, value T, valid bool) bool {
	if valid {
		*field = value
	}
	return valid
}

// Value returns the present value as text. For the zero Setting it returns "".
func (s *Setting) Value() string {
	switch p := s.value.(type) {
	case *string:
		return *p
	case *bool:
		return strconv.FormatBool(*p)
	case *uint64:
		return strconv.FormatUint(*p, 10)
	case *int:
		return strconv.Itoa(*p)
	case *float64:
		return number(*p)
	}
	return ""
}

// Text converts v, the number of this setting in the settings of a peer (a model to compare
// with), to the text of the value. If the field is a string, v is the index of its word in
// Words. Text does not read the present value.
func (s *Setting) Text(v float64) string {
	if _, isChoice := s.value.(*string); isChoice {
		return s.Words[int(v)][0]
	}
	return number(v)
}

// peerValue returns the present value as a number in the settings of a peer. It is the
// inverse of Text.
func (s *Setting) peerValue() float64 {
	if p, isChoice := s.value.(*string); isChoice {
		return float64(slices.IndexFunc(s.Words, func(w [2]string) bool { return w[0] == *p }))
	}
	v, _ := strconv.ParseFloat(s.Value(), 64) // a number, since no peer reads a flag
	return v
}

// number returns the shortest text of a number.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
