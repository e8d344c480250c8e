package recipe

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sheafscope/core/json"
)

// Moment is a state of the page that was kept under a name.
type Moment struct {
	Name   string `json:"name"`
	Recipe Text   `json:"recipe"`
}

// Limits of the pins of a link; the length in characters.
const (
	MaxPins    = 40
	MaxPinName = 80
)

// CheckPins returns what is wrong with pins, nil when they may stand in a link.
func CheckPins(list []Moment) error {
	if len(list) > MaxPins {
		return errors.New("it holds more than " + strconv.Itoa(MaxPins) + " pins")
	}
	for _, m := range list {
		r := m.Recipe.Recipe()
		switch {
		case strings.TrimSpace(m.Name) == "" || !utf8.ValidString(m.Name) || utf8.RuneCountInString(m.Name) > MaxPinName:
			return errors.New("a pin in it has no name, or one of more than " + strconv.Itoa(MaxPinName) + " characters")
		case len(r.View.Pins) > 0:
			return errors.New("a pin in it holds pins")
		case r.Graph == "":
			return errors.New("a pin in it names no graph")
		case r.negative():
			return errors.New("a number in it is negative")
		}
		if err := errors.Join(CheckNotes(r.View.Notes), r.CheckTexts()); err != nil {
			return err
		}
	}
	return nil
}

func (r *Recipe) negative() bool {
	v := &r.View
	return r.Position < 0 || v.Edge < 0 || v.Node < 0 || v.Stage < 0 || v.Eigen < 0
}

// fileHead begins every file of [FormatFile]: the fields of [Text] are written in this order.
var fileHead = fmt.Appendf(nil, `{"v":%d,"graph":"`, Version)

// IsFile reports whether data begins as FormatFile writes it.
func IsFile(data []byte) bool { return bytes.HasPrefix(data, fileHead) }

// FormatFile writes a recipe as a file: the JSON of a link, which has no limit here.
func FormatFile(r Recipe) ([]byte, error) {
	r.Version = Version
	return json.Marshal(linked{TextOf(r), toWire(r.Files)})
}

// ParseFile reads what FormatFile wrote.
func ParseFile(data []byte) (Recipe, error) { return unpacked(data) }
