// This file parses the texts of restriction maps: entries, multiples of the identity, turns and reflections.

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

// Map is a restriction map R^Cols → R^Rows, parsed from a text.
type Map struct {
	Rows int `json:"rows"`
	Cols int `json:"cols"`
	// Entries are the Rows·Cols entries, row by row. Exact are the entries as fractions, nil without entries or if an entry has no exact
	// fraction.
	Entries []float64 `json:"entries"`
	Exact   []string  `json:"exact"`
	// Conformal reports whether a map of the plane is known to preserve angles.
	// A conformal map is Scale > 0 times a turn by Turn degrees, 0 ≤ Turn < 360. With Mirror, it is Scale times a reflection in the line at
	// Turn degrees, 0 ≤ Turn < 180. If Conformal is false, Mirror is false, and Turn and Scale are 0.
	// Of the maps that are typed as numbers, only multiples of turns by right angles, and of reflections in an axis or a diagonal, are
	// known to be conformal.
	Conformal bool    `json:"conformal"`
	Mirror    bool    `json:"mirror"`
	Turn      float64 `json:"turn"`
	Scale     float64 `json:"scale"`

	rats   []*big.Rat // the entries as fractions; nil if an entry has no exact fraction
	motion *motion    // nil if the map is not conformal
}

// motion is a conformal map of the plane in fractions: scale·R(angle) or, with mirror, scale·R(angle)·S.
// R turns by an angle in degrees, 0 ≤ angle < 360. S is the reflection diag(1, −1). R(angle)·S is the reflection in the line at half of the
// angle. The scale is positive.
type motion struct {
	angle, scale *big.Rat
	mirror       bool
}

// compose returns a∘b, first b and then a. Since S R(β) = R(−β) S, the angle of b is subtracted if a reflects.
func (a motion) compose(b motion) motion {
	angle := new(big.Rat)
	if a.mirror {
		angle.Sub(a.angle, b.angle)
	} else {
		angle.Add(a.angle, b.angle)
	}
	return motion{wrapDegrees(angle), new(big.Rat).Mul(a.scale, b.scale), a.mirror != b.mirror}
}

// inverse returns the inverse map. A motion with mirror keeps its angle, since a reflection is its own inverse.
func (a motion) inverse() motion {
	angle := a.angle
	if !a.mirror {
		angle = wrapDegrees(new(big.Rat).Neg(angle))
	}
	return motion{angle, new(big.Rat).Inv(a.scale), a.mirror}
}

// fixedSpace returns the dimension of {x : a x = x}.
// If it is 1, line is the direction of the fixed line in degrees, 0 ≤ line < 180. Otherwise line is nil.
func (a motion) fixedSpace() (dim int, line *big.Rat) {
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

// entries returns the 2×2 matrix of a, row by row. Turns by multiples of 90° have no rounding errors.
func (a motion) entries() []float64 {
	cos, sin := cosSin(a.angle)
	s, _ := a.scale.Float64()
	if a.mirror {
		return []float64{s * cos, s * sin, s * sin, -s * cos}
	}
	return []float64{s * cos, -s * sin, s * sin, s * cos}
}

// wrapDegrees returns an angle in degrees modulo 360, in [0, 360).
func wrapDegrees(angle *big.Rat) *big.Rat {
	fullTurn := new(big.Int).Mul(angle.Denom(), big.NewInt(360)) // numerator of 360 with the angle's denominator
	return new(big.Rat).SetFrac(new(big.Int).Mod(angle.Num(), fullTurn), angle.Denom())
}

// cosSin returns cosine and sine of an angle in degrees, exact at multiples of 90°.
func cosSin(degrees *big.Rat) (cos, sin float64) {
	if quarter, exact := quarters(degrees); exact {
		return []float64{1, 0, -1, 0}[quarter], []float64{0, 1, 0, -1}[quarter]
	}
	d, _ := degrees.Float64()
	sin, cos = linalg.Sincos(d * math.Pi / 180)
	return cos, sin
}

// quarters returns the number of whole right angles in an angle of [0, 360) degrees. exact reports whether the angle is a multiple of 90°.
func quarters(degrees *big.Rat) (count int, exact bool) {
	ratio := new(big.Rat).Quo(degrees, big.NewRat(90, 1))
	return int(new(big.Int).Quo(ratio.Num(), ratio.Denom()).Int64()), ratio.IsInt()
}

// ParseMap returns the map R^cols → R^rows of a text. The text has one of these forms:
//
//   - rows·cols entries, row by row;
//   - a single number c for the matrix with c on its main diagonal and 0 elsewhere, which is c·I for rows = cols;
//   - for rows = cols = 2, "turn 40" or "mirror 30", in degrees, each with an optional " times 2".
//
// It fails for any other text, for a number that [parseNumber] refuses, and for a turn or mirror with a rounded number.
func ParseMap(text string, rows, cols int) (Map, error) {
	size := rows * cols
	parts := mapWords(text, size)
	if len(parts) > 0 && isMotion(parts[0]) {
		return parseMotion(parts, rows, cols)
	}
	// A map of a stalk of dimension 0 has no entries, so its text is a single number.
	areEntries := len(parts) == size && size > 0
	if len(parts) != 1 && !areEntries {
		want := "one number"
		if size > 1 {
			separator := words.Either(rows == 2 && cols == 2, ", ", " or ")
			want += fmt.Sprintf("%s%d entries row by row (%s of %d)", separator, size, words.Count(rows, "row"), cols)
		}
		if rows == 2 && cols == 2 {
			want += ", or a text like “turn 40” or “mirror 30”"
		}
		return Map{}, fmt.Errorf("“%s” is no map; write %s", shorten(text), want)
	}
	m := Map{Rows: rows, Cols: cols}
	for k, part := range parts {
		v, r, err := parseNumber(part)
		if err != nil {
			return Map{}, fmt.Errorf("entry %d: %w", k+1, err)
		}
		m.Entries, m.rats = append(m.Entries, v), append(m.rats, r)
	}
	// A single number becomes the diagonal. If it has no exact fraction, the zeros get none either, since rats has all entries or is nil.
	if len(parts) == 1 {
		number, fraction, zero := m.Entries[0], m.rats[0], new(big.Rat)
		if fraction == nil {
			zero = nil
		}
		m.Entries, m.rats = make([]float64, size), slices.Repeat([]*big.Rat{zero}, size)
		for k := range min(rows, cols) {
			m.Entries[k*cols+k], m.rats[k*cols+k] = number, fraction
		}
	}
	if slices.Contains(m.rats, nil) {
		m.rats = nil
	}
	return m.withDerived(), nil
}

// mapWords splits the text of a map into the words of a motion, or into size numbers, the entries of the map. If neither is possible, a
// single number remains one word, even with a comma or a blank. The words of any other text need not be numbers.
func mapWords(text string, size int) []string {
	lower := strings.ToLower(strings.TrimSpace(text))
	parts := strings.FieldsFunc(lower, func(r rune) bool { return r == ' ' || r == '\t' || r == ';' })
	if len(parts) > 0 && isMotion(parts[0]) {
		return parts
	}
	numbers := splitNumbers(lower, size)
	if len(numbers) == size {
		return numbers
	}
	// splitNumbers may have split a single number at its comma. A number with an ambiguous comma also remains whole, so that the error of
	// ParseMap quotes all of it.
	_, _, err := parseNumber(lower)
	isSingleNumber := err == nil || errors.As(err, new(*numeral.Ambiguous))
	if isSingleNumber {
		return []string{lower}
	}
	return numbers
}

// isMotion reports whether a word begins the text of a motion.
func isMotion(word string) bool { return word == "turn" || word == "mirror" }

// parseMotion returns the map of the words "turn A" or "mirror A", each with an optional "times S". The first word must be "turn" or
// "mirror". parseMotion fails unless rows = cols = 2, for other words after the first, and for a number that is rounded or invalid.
func parseMotion(parts []string, rows, cols int) (Map, error) {
	if rows != 2 || cols != 2 {
		return Map{}, fmt.Errorf("“%s” needs a map with dimension 2 at both ends, at the node and on the edge; write a number or entries",
			shorten(strings.Join(parts, " ")))
	}
	hasScale := len(parts) == 4 && parts[2] == "times"
	if len(parts) != 2 && !hasScale {
		return Map{}, fmt.Errorf("“%s” is no map; write “%s 40” or “%[2]s 40 times 2”", shorten(strings.Join(parts, " ")), parts[0])
	}
	a := motion{mirror: parts[0] == "mirror", scale: big.NewRat(1, 1)}
	// The angle is part 1, and the scale is part 3, counted from 0. R(2A)S is the reflection in the line at angle A.
	for k := 1; k < len(parts); k += 2 {
		_, r, err := parseNumber(parts[k])
		switch {
		case err != nil:
			return Map{}, err
		case r == nil:
			return Map{}, fmt.Errorf("a %s takes no rounded number; write it without “~”", parts[0])
		case k == 1 && a.mirror:
			a.angle = wrapDegrees(r.Add(r, r))
		case k == 1:
			a.angle = wrapDegrees(r)
		default:
			a.scale = r
		}
	}
	// The scale of a motion must be positive. The factor −1 is a turn by 180°.
	if a.scale.Sign() < 0 {
		a.angle, a.scale = wrapDegrees(a.angle.Add(a.angle, big.NewRat(180, 1))), a.scale.Neg(a.scale)
	}
	// The entries have exact fractions if the angle of a is a multiple of 90°, or if the scale is 0.
	m := Map{Rows: 2, Cols: 2, Entries: a.entries()}
	if quarter, isMultiple := quarters(a.angle); isMultiple {
		cos, sin := []int64{1, 0, -1, 0}[quarter], []int64{0, 1, 0, -1}[quarter]
		unscaled := []int64{cos, -sin, sin, cos}
		if a.mirror {
			unscaled = []int64{cos, sin, sin, -cos}
		}
		for _, entry := range unscaled {
			m.rats = append(m.rats, new(big.Rat).Mul(a.scale, big.NewRat(entry, 1)))
		}
	} else if a.scale.Sign() == 0 {
		zero := new(big.Rat)
		m.Entries, m.rats = make([]float64, 4), []*big.Rat{zero, zero, zero, zero}
	}
	if a.scale.Sign() > 0 { // the zero map is not conformal
		m.motion = &a
	}
	return m.withDerived(), nil
}

// withDerived returns the map with the fields Exact, Conformal, Mirror, Turn and Scale, which follow from rats and motion.
// If motion is nil, it first gets the result of [quarterMotion] for a 2×2 matrix of fractions.
func (m Map) withDerived() Map {
	for _, r := range m.rats {
		m.Exact = append(m.Exact, r.RatString())
	}
	isPlane := m.Rows == 2 && m.Cols == 2
	if m.motion == nil && isPlane && m.rats != nil {
		m.motion = quarterMotion(m.rats)
	}
	if m.motion != nil {
		m.Conformal, m.Mirror = true, m.motion.mirror
		m.Turn, _ = m.motion.angle.Float64()
		m.Scale, _ = m.motion.scale.Float64()
		if m.Mirror { // R(2A)S is the reflection in the line at angle A
			m.Turn /= 2
		}
	}
	return m
}

// quarterMotion returns the motion with the entries (r[0], r[1]; r[2], r[3]) if this matrix is diagonal or antidiagonal with two nonzero
// entries of equal size. It returns nil for any other matrix.
func quarterMotion(r []*big.Rat) *motion {
	isDiagonal := r[1].Sign() == 0 && r[2].Sign() == 0 && r[0].Sign() != 0
	isAntidiagonal := r[0].Sign() == 0 && r[3].Sign() == 0 && r[2].Sign() != 0
	if !isDiagonal && !isAntidiagonal {
		return nil
	}
	p, q, degrees := r[0], r[3], int64(0) // the nonzero entries of columns 0 and 1, and the angle of column 0 if p > 0
	if isAntidiagonal {
		p, q, degrees = r[2], r[1], 90
	}
	haveEqualSize := new(big.Rat).Abs(p).Cmp(new(big.Rat).Abs(q)) == 0
	if !haveEqualSize {
		return nil
	}
	angle := big.NewRat(degrees, 1)
	if p.Sign() < 0 {
		angle.Add(angle, big.NewRat(180, 1))
	}
	// A matrix with a negative determinant reflects. The determinant is p·q or, if the matrix is antidiagonal, −p·q.
	isMirror := p.Sign() != q.Sign()
	if isAntidiagonal {
		isMirror = p.Sign() == q.Sign()
	}
	return &motion{angle, new(big.Rat).Abs(p), isMirror}
}

// Orientation states whether a conformal map is a rotation or a reflection.
type Orientation bool

// The two orientations.
const (
	Rotation   Orientation = false
	Reflection Orientation = true
)

// TurnText returns the text of a conformal map, such as "turn 40 times 1.5" or "mirror 30". The map is scale times a turn by the given
// degrees, or scale times a reflection in the line at this angle. Both are rounded to hundredths. A scale that rounds to 1 is left out.
func TurnText(degrees, scale float64, o Orientation) string {
	text := words.Either(o == Reflection, "mirror ", "turn ") + decimal(degrees, 2)
	factor := decimal(scale, 2)
	if factor != "1" {
		text += " times " + factor
	}
	return text
}
