package coursemath

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/numeral"
	"sheafscope/core/words"
)

// Map is a restriction map R^Cols → R^Rows, read from its text.
type Map struct {
	Rows int `json:"rows"`
	Cols int `json:"cols"`
	// Entries holds the Rows·Cols entries row by row; Exact the same as fractions, nil when
	// one of them is not known to be rational.
	Entries []float64 `json:"entries"`
	Exact   []string  `json:"exact"`
	// Conformal maps keep angles: a turn by Turn degrees, or with Mirror a reflection in
	// the line at Turn degrees, times Scale > 0; those of the plane alone. One typed as four entries counts as
	// conformal when it is a multiple of the identity or has two zeros that make it one.
	Conformal bool    `json:"conformal"`
	Mirror    bool    `json:"mirror"`
	Turn      float64 `json:"turn"`
	Scale     float64 `json:"scale"`

	rats   []*big.Rat // nil when not rational
	motion *motion    // nil when not conformal
}

// motion is the conformal map scale·R(angle)·S^mirror of the plane, exactly: R turns by
// degrees in [0, 360), S = diag(1, −1), scale > 0.
type motion struct {
	angle, scale *big.Rat
	mirror       bool
}

// compose returns a∘b, from R(α)Sᵃ R(β)Sᵇ = R(α ± β)Sᵃ⁺ᵇ with − when a mirrors.
func (a motion) compose(b motion) motion {
	t := new(big.Rat)
	if a.mirror {
		t.Sub(a.angle, b.angle)
	} else {
		t.Add(a.angle, b.angle)
	}
	return motion{wrap(t), new(big.Rat).Mul(a.scale, b.scale), a.mirror != b.mirror}
}

func (a motion) inverse() motion {
	t := a.angle
	if !a.mirror {
		t = wrap(new(big.Rat).Neg(t))
	}
	return motion{t, new(big.Rat).Inv(a.scale), a.mirror}
}

// fixed returns the dimension of {x : a x = x}; for 1, line is the direction of that line in degrees, in [0, 180).
func (a motion) fixed() (dim int, line *big.Rat) {
	switch {
	case a.scale.Cmp(big.NewRat(1, 1)) != 0:
		return 0, nil
	case a.mirror:
		return 1, new(big.Rat).Quo(a.angle, big.NewRat(2, 1))
	case a.angle.Sign() == 0:
		return 2, nil
	}
	return 0, nil
}

// entries returns the matrix of a. Turns by multiples of 90° are exact.
func (a motion) entries() []float64 {
	cos, sin := cosSin(a.angle)
	s, _ := a.scale.Float64()
	if a.mirror {
		return []float64{s * cos, s * sin, s * sin, -s * cos}
	}
	return []float64{s * cos, -s * sin, s * sin, s * cos}
}

// wrap brings degrees into [0, 360).
func wrap(t *big.Rat) *big.Rat {
	full := new(big.Int).Mul(t.Denom(), big.NewInt(360))
	return new(big.Rat).SetFrac(new(big.Int).Mod(t.Num(), full), t.Denom())
}

func cosSin(degrees *big.Rat) (cos, sin float64) {
	if q, rest := quarters(degrees); rest {
		d, _ := degrees.Float64()
		sin, cos = linalg.Sincos(d * math.Pi / 180)
	} else {
		cos, sin = []float64{1, 0, -1, 0}[q], []float64{0, 1, 0, -1}[q]
	}
	return cos, sin
}

// quarters returns how many right angles degrees in [0, 360) are, and whether there is a rest.
func quarters(degrees *big.Rat) (q int, rest bool) {
	t := new(big.Rat).Quo(degrees, big.NewRat(90, 1))
	return int(new(big.Int).Quo(t.Num(), t.Denom()).Int64()), !t.IsInt()
}

// ParseMap reads a map R^cols → R^rows from its text: rows·cols entries row by row, or a number times the identity, which between
// stalks of unequal size keeps the first coordinates; of the plane also "turn 40" or "mirror 30" in degrees, either with " times 2".
func ParseMap(text string, rows, cols int) (Map, error) {
	size, parts := rows*cols, mapWords(text, rows*cols)
	if len(parts) > 0 && isMotion(parts[0]) {
		return parseMotion(parts, rows, cols)
	}
	if len(parts) != 1 && (len(parts) != size || size == 0) {
		want := "one number"
		if size > 1 {
			want += fmt.Sprintf(", %d entries row by row (%d rows of %d)", size, rows, cols)
		}
		if rows == 2 && cols == 2 {
			want += ", or a text like “turn 40” or “mirror 30”"
		}
		return Map{}, fmt.Errorf("“%s” is no map; write %s", shorten(text), want)
	}
	m := Map{Rows: rows, Cols: cols}
	for k, w := range parts {
		v, r, err := number(w)
		if err != nil {
			return Map{}, fmt.Errorf("entry %d: %w", k+1, err)
		}
		m.Entries, m.rats = append(m.Entries, v), append(m.rats, r)
	}
	if len(parts) == 1 {
		v, r, zero := m.Entries[0], m.rats[0], new(big.Rat)
		if r == nil {
			zero = nil
		}
		m.Entries, m.rats = make([]float64, size), slices.Repeat([]*big.Rat{zero}, size)
		for k := range min(rows, cols) {
			m.Entries[k*cols+k], m.rats[k*cols+k] = v, r
		}
	}
	if slices.Contains(m.rats, nil) {
		m.rats = nil
	}
	return m.described(), nil
}

// mapWords parts the text of a map of so many entries: its numbers, or a motion's words.
func mapWords(text string, size int) []string {
	text = strings.ToLower(strings.TrimSpace(text))
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' || r == ';' })
	if len(parts) > 0 && isMotion(parts[0]) {
		return parts
	}
	parts = numbers(text, size)
	if len(parts) != size { // the comma of one number alone is that of a decimal
		if _, _, err := number(text); err == nil || errors.As(err, new(*numeral.Ambiguous)) {
			return []string{text}
		}
	}
	return parts
}

func isMotion(word string) bool { return word == "turn" || word == "mirror" }

// parseMotion reads "turn A" or "mirror A", with or without "times S".
func parseMotion(words []string, rows, cols int) (Map, error) {
	if rows != 2 || cols != 2 {
		return Map{}, fmt.Errorf("“%s” needs stalks of dimension 2 at both ends; write a number or entries", strings.Join(words, " "))
	}
	if len(words) != 2 && (len(words) != 4 || words[2] != "times") {
		return Map{}, fmt.Errorf("“%s” is no map; write “%s 40” or “%[2]s 40 times 2”", shorten(strings.Join(words, " ")), words[0])
	}
	a := motion{mirror: words[0] == "mirror", scale: big.NewRat(1, 1)}
	for k := 1; k < len(words); k += 2 {
		_, r, err := number(words[k])
		switch {
		case err != nil:
			return Map{}, err
		case r == nil:
			return Map{}, fmt.Errorf("a %s takes no rounded number; write it without “~”", words[0])
		case k == 1 && a.mirror:
			a.angle = wrap(r.Add(r, r))
		case k == 1:
			a.angle = wrap(r)
		default:
			a.scale = r
		}
	}
	if a.scale.Sign() < 0 {
		a.angle, a.scale = wrap(a.angle.Add(a.angle, big.NewRat(180, 1))), a.scale.Neg(a.scale)
	}
	m := Map{Rows: 2, Cols: 2, Entries: a.entries()}
	if q, rest := quarters(a.angle); !rest {
		cos, sin := []int64{1, 0, -1, 0}[q], []int64{0, 1, 0, -1}[q]
		turn := []int64{cos, -sin, sin, cos}
		if a.mirror {
			turn = []int64{cos, sin, sin, -cos}
		}
		for _, t := range turn {
			m.rats = append(m.rats, new(big.Rat).Mul(a.scale, big.NewRat(t, 1)))
		}
	} else if a.scale.Sign() == 0 {
		zero := new(big.Rat)
		m.Entries, m.rats = make([]float64, 4), []*big.Rat{zero, zero, zero, zero}
	}
	if a.scale.Sign() > 0 {
		m.motion = &a
	}
	return m.described(), nil
}

// described fills in what follows from the entries.
func (m Map) described() Map {
	for _, r := range m.rats {
		m.Exact = append(m.Exact, r.RatString())
	}
	if m.motion == nil && m.Rows == 2 && m.Cols == 2 && m.rats != nil {
		m.motion = rightAngle(m.rats)
	}
	if m.motion != nil {
		m.Conformal, m.Mirror = true, m.motion.mirror
		m.Turn, _ = m.motion.angle.Float64()
		m.Scale, _ = m.motion.scale.Float64()
		if m.Mirror {
			m.Turn /= 2
		}
	}
	return m
}

// rightAngle returns the conformal map with four rational entries of which two that make
// it a turn by right angles, or a reflection so, are zero; nil for others.
func rightAngle(r []*big.Rat) *motion {
	straight := r[1].Sign() == 0 && r[2].Sign() == 0 && r[0].Sign() != 0
	across := r[0].Sign() == 0 && r[3].Sign() == 0 && r[2].Sign() != 0
	p, q, right := r[0], r[3], int64(0) // first column, and what the second has
	if across {
		p, q, right = r[2], r[1], 90
	}
	if !straight && !across || new(big.Rat).Abs(p).Cmp(new(big.Rat).Abs(q)) != 0 {
		return nil
	}
	angle := big.NewRat(right, 1)
	if p.Sign() < 0 {
		angle.Add(angle, big.NewRat(180, 1))
	}
	mirror := p.Sign() != q.Sign()
	if across {
		mirror = p.Sign() == q.Sign()
	}
	return &motion{angle, new(big.Rat).Abs(p), mirror}
}

// TurnText returns the text of a turn by degrees, or with mirror of a reflection in the
// line at that angle, times scale; degrees and scale are rounded to hundredths.
func TurnText(degrees, scale float64, mirror bool) string {
	name := words.Either(mirror, "mirror ", "turn ")
	if s := decimal(scale, 2); s != "1" {
		return name + decimal(degrees, 2) + " times " + s
	}
	return name + decimal(degrees, 2)
}
