package recipe

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sheafscope/core/graphio/content"
	"sheafscope/core/json"
)

// Limits of a link.
const (
	MaxLink     = 8 << 10  // characters, for a built-in, generated or public graph
	MaxOwnLink  = 64 << 10 // characters, when the graph itself, changes to it, notes or pins are in the link
	maxJSON     = 256 << 10
	maxOwnJSON  = 4 << 20 // bytes after decompression
	maxOwnFiles = 100
)

// Prefix of a link's text: the version of the format.
const prefix = "s1."

// ErrTooLong is wrapped by the error of Format for a state that does not fit.
var ErrTooLong = errors.New("too long for a link")

// Format writes a recipe as the text of a URL fragment: after the version, in
// URL-safe base64, the CRC-32 of a JSON text and that text deflated. It fails
// when the text is longer than [MaxLink], or [MaxOwnLink] with Files, Edits, Notes or Pins, and for what [Parse] would not read.
func Format(r Recipe) (string, error) {
	r.Version = Version
	if err := r.check(); err != nil {
		return "", err
	}
	data, err := json.Marshal(linked{TextOf(r), toWire(r.Files)})
	if err != nil {
		return "", err
	}
	packed, err := json.Pack(data)
	text := prefix + packed
	if limit := limitOf(r); len(text) > limit {
		return "", tooLong{"it needs " + strconv.Itoa(len(text)) + " characters and a link may have " + strconv.Itoa(limit)}
	} else if most := jsonLimit(r, len(text)); len(data) > most || len(r.Files) > maxOwnFiles {
		return "", tooLong{"it holds more than a link may"}
	}
	return text, err
}

type tooLong struct{ text string }

func (e tooLong) Error() string { return e.text }

func (e tooLong) Unwrap() error { return ErrTooLong }

func limitOf(r Recipe) int {
	if len(r.Files) > 0 || r.Edits != nil || len(r.View.Notes)+len(r.View.Pins) > 0 {
		return MaxOwnLink
	}
	return MaxLink
}

// jsonLimit is how many bytes the JSON of a link with so many characters may have. A link that is small as text may hold an own graph
// that unpacks to more than other links need.
func jsonLimit(r Recipe, length int) int {
	if length > MaxLink || len(r.Files) > 0 || r.Edits != nil {
		return maxOwnJSON
	}
	return maxJSON
}

// check returns what [Parse] would not read of a recipe of this version.
func (r *Recipe) check() error {
	switch {
	case r.Graph == "":
		return errors.New("it names no graph")
	case r.negative():
		return errors.New("a number in it is negative")
	}
	return errors.Join(CheckNotes(r.View.Notes), r.CheckTexts())
}

// Parse reads what Format wrote. The error says what is wrong with the text;
// no text makes it panic or take more than a few megabytes.
func Parse(text string) (Recipe, error) {
	text = strings.TrimPrefix(text, "#")
	if len(text) > MaxOwnLink {
		return Recipe{}, errors.New("it is longer than " + strconv.Itoa(MaxOwnLink) + " characters")
	}
	body, ok := strings.CutPrefix(text, prefix)
	if !ok {
		if mark, _, found := strings.Cut(text, "."); found && len(mark) < 5 && strings.HasPrefix(mark, "s") {
			return Recipe{}, errors.New("it has the format " + mark + " and this page reads " + strings.TrimSuffix(prefix, "."))
		}
		return Recipe{}, errors.New("it does not begin with " + prefix + ", the mark of a link")
	}
	data, err := json.Unpack(body, maxOwnJSON)
	if err != nil {
		return Recipe{}, err
	}
	r, err := unpacked(data)
	if err != nil {
		return Recipe{}, err
	}
	if len(data) > jsonLimit(r, len(text)) || len(text) > limitOf(r) {
		return Recipe{}, errors.New("it is larger than such a link may be")
	}
	return r, nil
}

// unpacked reads the JSON of a link.
func unpacked(data []byte) (Recipe, error) {
	var in linked
	if err := json.Unmarshal(data, &in); err != nil {
		return Recipe{}, errors.New("its content is not a recipe")
	}
	r := in.Text.Recipe()
	var err error
	if r.Files, err = fromWire(in.Files); err != nil {
		return Recipe{}, err
	}
	if r.Version != Version {
		return Recipe{}, errors.New("it has version " + strconv.Itoa(r.Version) + " and this page reads version " + strconv.Itoa(Version))
	}
	return r, r.check()
}

// linked is a recipe as a link holds it: files as text where they are text,
// which compresses better than base64 of them.
type linked struct {
	Text
	Files []wireFile `json:"files,omitempty"`
}

type wireFile struct {
	Name string `json:"n"`
	Text string `json:"t,omitempty"`
	Data []byte `json:"d,omitempty"`
}

func toWire(files []content.File) []wireFile {
	var out []wireFile
	for _, f := range files {
		w := wireFile{Name: f.Name}
		if utf8.Valid(f.Data) {
			w.Text = string(f.Data)
		} else {
			w.Data = f.Data
		}
		out = append(out, w)
	}
	return out
}

func fromWire(files []wireFile) ([]content.File, error) {
	if len(files) > maxOwnFiles {
		return nil, errors.New("it holds more than " + strconv.Itoa(maxOwnFiles) + " files")
	}
	var out []content.File
	for _, w := range files {
		f := content.File{Name: w.Name, Data: w.Data}
		if w.Data == nil {
			f.Data = []byte(w.Text)
		}
		out = append(out, f)
	}
	return out, nil
}

// IsFile reports whether data begins as FormatFile writes it: the fields of [Text] are written in this order.
func IsFile(data []byte) bool {
	return bytes.HasPrefix(data, fmt.Appendf(nil, `{"v":%d,"graph":"`, Version))
}

// FormatFile writes a recipe as a file: the JSON of a link, which has no limit here.
func FormatFile(r Recipe) ([]byte, error) {
	r.Version = Version
	return json.Marshal(linked{TextOf(r), toWire(r.Files)})
}

// ParseFile reads what FormatFile wrote.
func ParseFile(data []byte) (Recipe, error) { return unpacked(data) }
