package api

import (
	"fmt"
	"strconv"

	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
)

// seed is a 64-bit seed. JavaScript numbers are exact below 2⁵³, so a larger seed is a string in both directions; a rounded number
// would define another run.
type seed uint64

// exactBelow is the smallest seed that is a string.
const exactBelow = 1 << 53

// MarshalJSON returns a number below 2⁵³ and else a string.
func (s seed) MarshalJSON() ([]byte, error) {
	text := strconv.FormatUint(uint64(s), 10)
	if s >= exactBelow {
		text = `"` + text + `"`
	}
	return []byte(text), nil
}

// UnmarshalJSON parses a number below 2⁵³ or a string of digits.
func (s *seed) UnmarshalJSON(data []byte) error {
	text, quoted := string(data), data[0] == '"'
	if text == "null" {
		return nil
	}
	if quoted {
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
	}
	v, err := strconv.ParseUint(text, 10, 64)
	if !quoted {
		// JavaScript writes rounded numbers as 18446744073709552000 and 1e21.
		if f, _ := strconv.ParseFloat(text, 64); f >= exactBelow {
			return fmt.Errorf(`as a number the seed %s is not exact; from %d on give it as a text, {seed: "…"}`, text, uint64(exactBelow))
		}
	}
	if err != nil {
		return fmt.Errorf("the seed must be a whole number from 0 to 18446744073709551615, not %.40s", data)
	}
	*s = seed(v)
	return nil
}

type (
	plainSecond recipe.Second
	second      struct {
		plainSecond
		Seed seed `json:"seed,omitempty"`
	}
)

// RecipeJSON returns the answer of recipe(), with which load reproduces the state.
func RecipeJSON(r recipe.Recipe) string {
	return toJSON(struct {
		recipe.Text
		Seed    seed   `json:"seed"`
		Compare second `json:"compare,omitzero"`
	}{recipe.TextOf(r), seed(r.Seed), second{plainSecond(r.Compare), seed(r.Compare.Seed)}})
}

// setting is the value of a setting as text: a string, a number or a boolean.
type setting struct {
	text string
	ok   bool
}

// UnmarshalJSON accepts any value; ok is false for null, objects and lists.
func (s *setting) UnmarshalJSON(data []byte) error {
	*s = setting{text: string(data), ok: data[0] != 'n' && data[0] != '{' && data[0] != '['}
	if data[0] == '"' {
		return json.Unmarshal(data, &s.text)
	}
	return nil
}
