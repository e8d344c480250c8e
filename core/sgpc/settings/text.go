package settings

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/numeral"
)

// Takes describes the valid values, as in "a whole number from 1 to 8".
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

// Canonical returns the form of a value in links and files: numeral.Canonical for a
// number, else the value itself.
func (s *Setting) Canonical(value string) (string, error) {
	switch s.value.(type) {
	case *uint64, *int, *float64:
		return numeral.Canonical(value)
	}
	return value, nil
}

// parse sets the field from text and fails for an invalid value. Numbers may have
// any form that numeral.Canonical reads.
func (s *Setting) parse(value string) error {
	plain, err := s.Canonical(value)
	if a := new(numeral.Ambiguous); errors.As(err, &a) {
		return fmt.Errorf("setting %s: %w", s.Name, err)
	}
	offered := func(word string) bool {
		return s.Words == nil || slices.ContainsFunc(s.Words, func(w [2]string) bool { return w[0] == word })
	}
	took := false
	switch p := s.value.(type) {
	case *string:
		took = setIf(p, value, offered(value))
	case *bool:
		v, err := strconv.ParseBool(value)
		took = setIf(p, v, err == nil)
	case *uint64:
		v, err := strconv.ParseUint(plain, 10, 64)
		took = setIf(p, v, err == nil)
	case *int:
		v, err := strconv.Atoi(plain)
		took = setIf(p, v, err == nil && float64(v) >= s.Lo && float64(v) <= s.Hi)
	case *float64:
		v, err := strconv.ParseFloat(plain, 64)
		took = setIf(p, v, err == nil && v >= s.Lo && v <= s.Hi && offered(number(v)))
	}
	if !took {
		return fmt.Errorf("setting %s=%s: want %s", s.Name, value, s.Takes())
	}
	return nil
}

// setIf sets the field when valid is set, and returns valid.
func setIf[T any](field *T, value T, valid bool) bool {
	if valid {
		*field = value
	}
	return valid
}

// Value returns the present value as text, "" for a Setting without a field.
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

// Text returns the text of a number of a peer's settings; for a choice the number
// is an index of Words.
func (s *Setting) Text(v float64) string {
	if _, is := s.value.(*string); is {
		return s.Words[int(v)][0]
	}
	return number(v)
}

// peerValue returns the present value as a number of a peer's settings, the inverse
// of Text.
func (s *Setting) peerValue() float64 {
	if p, is := s.value.(*string); is {
		return float64(slices.IndexFunc(s.Words, func(w [2]string) bool { return w[0] == *p }))
	}
	v, _ := strconv.ParseFloat(s.Value(), 64) // Value has written it: no error
	return v
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
