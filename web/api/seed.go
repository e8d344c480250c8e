package api

import (
	"fmt"
	"strconv"

	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
)

// This file reads and writes 64-bit seeds as JSON that JavaScript represents exactly. It also reads the values of settings.

// seed is a 64-bit seed. JavaScript numbers are exact only below 2⁵³. A seed from 2⁵³ on is a string in both directions, because a rounded
// number would define another run.
type seed uint64

// exactBelow is the smallest seed that must be a string.
const exactBelow = 1 << 53

// MarshalJSON returns a number if the seed is below 2⁵³, else a string.
func (s seed) MarshalJSON() ([]byte, error) {
	text := strconv.FormatUint(uint64(s), 10)
	if s >= exactBelow {
		text = `"` + text + `"`
	}
	return []byte(text), nil
}

// UnmarshalJSON parses a number below 2⁵³ or a string of digits. null leaves the seed unchanged. Any other value is an error.
func (s *seed) UnmarshalJSON(data []byte) error {
	text, quoted := string(data), data[0] == '"'
	if text == "null" { // as if the field were missing
		return nil
	}
	if quoted {
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
	}
	// ParseFloat, since JavaScript writes large numbers as 18446744073709552000 or 1e21. ParseUint below reports a text that is no number.
	number, _ := strconv.ParseFloat(text, 64)
	if !quoted && number >= exactBelow {
		return fmt.Errorf(`as a number the seed %s is not exact; from %d on give it as a text, {seed: "…"}`, text, uint64(exactBelow))
	}
	value, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("the seed must be a whole number from 0 to 18446744073709551615, not %.40s", data)
	}
	*s = seed(value)
	return nil
}

// second is a recipe.Second, the second run of a comparison, whose seed is exact in JavaScript. The field Seed hides plainSecond.Seed.
type (
	plainSecond recipe.Second
	second      struct {
		plainSecond
		Seed seed `json:"seed,omitempty"`
	}
)

// RecipeJSON returns the answer of recipe() as JSON. If a script passes the answer to load, load reproduces the state.
func RecipeJSON(r recipe.Recipe) string {
	return toJSON(struct {
		recipe.Text
		Seed    seed   `json:"seed"`
		Compare second `json:"compare,omitzero"`
	}{recipe.TextOf(r), seed(r.Seed), second{plainSecond(r.Compare), seed(r.Compare.Seed)}})
}

// setting is the value of a setting as text.
type setting struct {
	text string // a string without its quotation marks, a number or boolean as in JSON
	ok   bool   // the JSON value is a string, a number or a boolean
}

// UnmarshalJSON accepts any value. For null, an object or a list, ok is false. The first byte of a JSON value decides its kind.
func (s *setting) UnmarshalJSON(data []byte) error {
	first := data[0]
	isNull, isObject, isList := first == 'n', first == '{', first == '['
	*s = setting{text: string(data), ok: !isNull && !isObject && !isList}
	if first == '"' {
		return json.Unmarshal(data, &s.text)
	}
	return nil
}
