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

// Limits of a link. [limitOf] and [jsonLimit] choose between the first and the second limit of a pair.
const (
	MaxLink     = 8 << 10   // characters
	MaxOwnLink  = 64 << 10  // characters
	maxJSON     = 256 << 10 // bytes of the decompressed JSON
	maxOwnJSON  = 4 << 20   // bytes of the decompressed JSON
	maxOwnFiles = 100       // number of files
)

// prefix is the beginning of every link. It names the version of the format.
const prefix = "s1."

// ErrTooLong is wrapped by the error of [Format] for a recipe beyond the limits of a link.
var ErrTooLong = errors.New("too long for a link")

// Format writes a recipe as the text of a URL fragment: [prefix], then URL-safe base64 of a CRC-32 and a deflated JSON text.
// The CRC-32 is that of the JSON text. Format fails for a recipe that [Parse] refuses, and if the link would be longer than [MaxLink],
// or than [MaxOwnLink] with Files, Edits, Notes or Pins.
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
	}
	if len(data) > jsonLimit(r, len(text)) || len(r.Files) > maxOwnFiles {
		return "", tooLong{"it holds more than a link may"}
	}
	return text, err
}

// tooLong is an error that wraps [ErrTooLong] and has its own text.
type tooLong struct{ text string }

func (e tooLong) Error() string { return e.text }

func (e tooLong) Unwrap() error { return ErrTooLong }

// limitOf returns the largest length of a link of r, in characters.
func limitOf(r Recipe) int {
	if len(r.Files) > 0 || r.Edits != nil || len(r.View.Notes)+len(r.View.Pins) > 0 {
		return MaxOwnLink
	}
	return MaxLink
}

// jsonLimit returns the largest JSON, in bytes, of a link with length characters. Files and edits compress well: a short link with files or
// edits may unpack to [maxOwnJSON].
func jsonLimit(r Recipe, length int) int {
	if length > MaxLink || len(r.Files) > 0 || r.Edits != nil {
		return maxOwnJSON
	}
	return maxJSON
}

// check returns the reason for which [Parse] refuses a recipe of this version. It returns nil if Parse accepts the recipe.
func (r *Recipe) check() error {
	switch {
	case r.Graph == "":
		return errors.New("it names no graph")
	case r.negative():
		return errors.New("a number in it is negative")
	}
	return errors.Join(CheckNotes(r.View.Notes), r.CheckTexts())
}

// Parse reads a link of [Format], with or without a leading "#". The error names the fault of the text. Parse never panics, and its memory
// is bounded by [maxOwnJSON].
func Parse(text string) (Recipe, error) {
	text = strings.TrimPrefix(text, "#")
	if len(text) > MaxOwnLink {
		return Recipe{}, errors.New("it is longer than " + strconv.Itoa(MaxOwnLink) + " characters")
	}
	body, ok := strings.CutPrefix(text, prefix)
	if !ok {
		// A short word with "s" and a dot is the prefix of another version.
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

// unpacked reads the JSON of a link and checks it.
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

// linked is the JSON of a link: a recipe and its files.
type linked struct {
	Text
	Files []wireFile `json:"files,omitempty"`
}

// wireFile is a file of a link. UTF-8 contents are in Text, which deflates better than base64; other contents are in Data.
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

// IsFile reports whether data is a file of [FormatFile], by its beginning: the first two fields of [Text].
func IsFile(data []byte) bool {
	return bytes.HasPrefix(data, fmt.Appendf(nil, `{"v":%d,"graph":"`, Version))
}

// FormatFile writes a recipe as a file. The file has the JSON of a link without limits of length.
func FormatFile(r Recipe) ([]byte, error) {
	r.Version = Version
	return json.Marshal(linked{TextOf(r), toWire(r.Files)})
}

// ParseFile reads a file of [FormatFile].
func ParseFile(data []byte) (Recipe, error) { return unpacked(data) }
