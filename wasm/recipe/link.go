package recipe

// This file writes and reads recipes as links and as files.

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sheafscope/core/graphio/content"
	"sheafscope/core/json"
)

// Limits of a link. The limits with "Own" are for links with files, edits, notes or pins of the user ([limitOf], [jsonLimit]).
const (
	MaxLink     = 8 << 10   // length in characters
	MaxOwnLink  = 64 << 10  // length in characters
	maxJSON     = 256 << 10 // bytes of the decompressed JSON
	maxOwnJSON  = 4 << 20   // bytes of the decompressed JSON
	maxOwnFiles = 100       // number of files of a link
)

// prefix is the beginning of every link. It names the version of the format.
const prefix = "s1."

// ErrTooLong is wrapped by the error of [Format] for a recipe beyond the limits of a link.
var ErrTooLong = errors.New("too long for a link")

// Format returns the text of a URL fragment for a recipe: [prefix], and URL-safe base64 of the JSON's CRC-32 and the deflated JSON. The
// error wraps [ErrTooLong] for a link that is too long ([limitOf]), for too much JSON ([jsonLimit]), and for more than maxOwnFiles files.
// Any other fault that [Parse] would refuse gives the error of [Recipe.check].
func Format(r Recipe) (string, error) {
	r.Version = Version
	if err := r.check(); err != nil {
		return "", err
	}
	data, err := json.Marshal(linked{TextOf(r), toWire(r.Files)})
	if err != nil { // impossible: a recipe has only texts and numbers
		return "", err
	}
	packed, err := json.Pack(data)
	if err != nil { // impossible: Pack writes to memory
		return "", err
	}
	text := prefix + packed
	limit := limitOf(r)
	if len(text) > limit {
		return "", tooLong{"it needs " + strconv.Itoa(len(text)) + " characters and a link may have " + strconv.Itoa(limit)}
	}
	if len(data) > jsonLimit(r, len(text)) || len(r.Files) > maxOwnFiles {
		return "", tooLong{"it holds more than a link may"}
	}
	return text, nil
}

// tooLong is an error that wraps [ErrTooLong]. Its text says what is too long or too much.
type tooLong struct{ text string }

func (e tooLong) Error() string { return e.text }

func (e tooLong) Unwrap() error { return ErrTooLong }

// limitOf returns the largest length of a link of r, in characters.
func limitOf(r Recipe) int {
	hasOwnGraph := len(r.Files) > 0 || r.Edits != nil
	hasOwnTexts := len(r.View.Notes) > 0 || len(r.View.Pins) > 0
	if hasOwnGraph || hasOwnTexts {
		return MaxOwnLink
	}
	return MaxLink
}

// jsonLimit returns the largest size of the JSON of a link in bytes. length is the length of the link in characters. Files and edits
// compress well, so that even a short link with files or edits may unpack to [maxOwnJSON].
func jsonLimit(r Recipe, length int) int {
	hasOwnGraph := len(r.Files) > 0 || r.Edits != nil
	if hasOwnGraph || length > MaxLink {
		return maxOwnJSON
	}
	return maxJSON
}

// check returns an error if [Parse] refuses a recipe of this version for another reason than its size. The error has the first fault: a
// missing graph, a negative number, or a fault of the notes or texts.
func (r *Recipe) check() error {
	switch {
	case r.Graph == "":
		return errors.New("it names no graph")
	case r.negative():
		return errors.New("a number in it is negative")
	}
	return cmp.Or(CheckNotes(r.View.Notes), r.CheckTexts())
}

// Parse reads a link of [Format], with or without a leading "#". Its error names the fault of the text. Parse never panics, and its memory
// is bounded by [maxOwnJSON].
func Parse(text string) (Recipe, error) {
	text = strings.TrimPrefix(text, "#")
	if len(text) > MaxOwnLink {
		return Recipe{}, errors.New("it is longer than " + strconv.Itoa(MaxOwnLink) + " characters")
	}
	body, isLink := strings.CutPrefix(text, prefix)
	if !isLink {
		// The prefix of another version is "s", a version of at most three characters, and a dot.
		mark, _, hasDot := strings.Cut(text, ".")
		isOtherVersion := strings.HasPrefix(mark, "s") && len(mark) < 5
		if hasDot && isOtherVersion {
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
	// These limits depend on the content, which is known only now.
	if len(data) > jsonLimit(r, len(text)) || len(text) > limitOf(r) || len(r.Files) > maxOwnFiles {
		return Recipe{}, errors.New("it is larger than such a link may be")
	}
	return r, nil
}

// unpacked returns the recipe of the JSON of a link. The errors are invalid JSON, another version, and a recipe that check refuses.
func unpacked(data []byte) (Recipe, error) {
	var in linked
	if err := json.Unmarshal(data, &in); err != nil {
		return Recipe{}, errors.New("its content is not a recipe")
	}
	r := in.Text.Recipe()
	r.Files = fromWire(in.Files)
	if r.Version != Version {
		return Recipe{}, errors.New("it has version " + strconv.Itoa(r.Version) + " and this page reads version " + strconv.Itoa(Version))
	}
	return r, r.check()
}

// linked is the JSON of a link: a recipe and its files.
type linked struct {
	Text
	Files []wireFile `json:"files,omitempty"`
}

// wireFile is a file of a link. Contents in UTF-8 are in Text, which deflates better than base64. All other contents are in Data.
type wireFile struct {
	Name string `json:"n"`
	Text string `json:"t,omitempty"`
	Data []byte `json:"d,omitempty"`
}

// toWire encodes files for the JSON of a link.
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

// fromWire decodes the files of a link. An empty file has neither Text nor Data; its decoded Data are empty and not nil.
func fromWire(files []wireFile) []content.File {
	var out []content.File
	for _, w := range files {
		f := content.File{Name: w.Name, Data: w.Data}
		if w.Data == nil {
			f.Data = []byte(w.Text)
		}
		out = append(out, f)
	}
	return out
}

// IsFile reports whether data begins as a file of [FormatFile] does, with the first two fields of [Text]: {"v":1,"graph":"….
func IsFile(data []byte) bool {
	return bytes.HasPrefix(data, fmt.Appendf(nil, `{"v":%d,"graph":"`, Version))
}

// FormatFile writes a recipe as a file: the JSON of a link, of any length. It does not check the recipe.
func FormatFile(r Recipe) ([]byte, error) {
	r.Version = Version
	return json.Marshal(linked{TextOf(r), toWire(r.Files)})
}

// ParseFile reads a file of [FormatFile]. It returns the errors of unpacked.
func ParseFile(data []byte) (Recipe, error) { return unpacked(data) }
