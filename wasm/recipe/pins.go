package recipe

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Moment is a state of the page, kept under a name. The page displays each moment as a pin.
type Moment struct {
	Name   string `json:"name"`
	Recipe Text   `json:"recipe"`
}

// Limits of the pins of a link; MaxPinName counts characters.
const (
	MaxPins    = 40
	MaxPinName = 80
)

// CheckPins returns an error about the first fault in the pins of a link. A pin needs a name and a graph, must fulfil [Recipe.check], and
// must not contain pins, because pins in pins could nest without limit.
func CheckPins(list []Moment) error {
	if len(list) > MaxPins {
		return errors.New("it holds more than " + strconv.Itoa(MaxPins) + " pins")
	}
	for _, m := range list {
		r := m.Recipe.Recipe()
		isText := strings.TrimSpace(m.Name) != "" && utf8.ValidString(m.Name)
		switch {
		case !isText || utf8.RuneCountInString(m.Name) > MaxPinName:
			return errors.New("a pin in it has no name, or one of more than " + strconv.Itoa(MaxPinName) + " characters")
		case len(r.View.Pins) > 0:
			return errors.New("a pin in it holds pins")
		case r.Graph == "":
			return errors.New("a pin in it names no graph")
		}
		if err := r.check(); err != nil {
			return err
		}
	}
	return nil
}

// negative reports whether the position, or the edge, node, stage or eigenvector of the view is negative. Dial and Channel may be negative,
// because the page then uses 0. Seen.check checks the numbers of Seen.
func (r *Recipe) negative() bool {
	v := &r.View
	return r.Position < 0 || v.Edge < 0 || v.Node < 0 || v.Stage < 0 || v.Eigen < 0
}
