package api

import (
	"fmt"
	"strconv"

	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
)

// A seed has 64 bits; a number of JavaScript holds whole numbers exactly below
// 2⁵³. Larger seeds therefore are texts, in both directions: a number would
// stand for another run.
type seed uint64

const exact = 1 << 53

// MarshalJSON writes a number below 2⁵³ and a text from there.
func (s seed) MarshalJSON() ([]byte, error) {
	text := strconv.FormatUint(uint64(s), 10)
	if s >= exact {
		text = `"` + text + `"`
	}
	return []byte(text), nil
}

// UnmarshalJSON reads a number below 2⁵³ or a text of digits.
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
		// 18446744073709552000 and 1e21 are how JavaScript writes what it has rounded.
		if f, _ := strconv.ParseFloat(text, 64); f >= exact {
			return fmt.Errorf(`as a number the seed %s is not exact; from %d on give it as a text, {seed: "…"}`, text, uint64(exact))
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

// RecipeJSON is the answer of recipe(): what load takes to reproduce the state.
func RecipeJSON(r recipe.Recipe) string {
	return written(struct {
		recipe.Text
		Seed    seed   `json:"seed"`
		Compare second `json:"compare,omitzero"`
	}{recipe.TextOf(r), seed(r.Seed), second{plainSecond(r.Compare), seed(r.Compare.Seed)}})
}

// setting is the value of a setting: a string, or a number or a boolean as it
// stands in the text.
type setting struct {
	text string
	ok   bool
}

// UnmarshalJSON reads any value; ok reports whether it is one of these.
func (s *setting) UnmarshalJSON(data []byte) error {
	*s = setting{text: string(data), ok: data[0] != 'n' && data[0] != '{' && data[0] != '['}
	if data[0] == '"' {
		return json.Unmarshal(data, &s.text)
	}
	return nil
}
