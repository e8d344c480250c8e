package recipe

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
)

// Limits of a link.
const (
	MaxLink = 8192      // characters
	maxJSON = 256 << 10 // bytes after decompression
)

// Prefix of a link's text: the version of the format.
const prefix = "s1."

// Format writes a recipe as the text of a URL fragment: JSON, deflated, in
// URL-safe base64, after the version. It fails when the text is longer than MaxLink.
func Format(r Recipe) (string, error) {
	r.Version = Version
	data, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(data); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	text := prefix + base64.RawURLEncoding.EncodeToString(b.Bytes())
	if len(text) > MaxLink {
		return "", errors.New("it needs " + strconv.Itoa(len(text)) + " characters and a link may have " + strconv.Itoa(MaxLink))
	}
	return text, nil
}

// Parse reads what Format wrote. The error says what is wrong with the text.
func Parse(text string) (Recipe, error) {
	text = strings.TrimPrefix(text, "#")
	if len(text) > MaxLink {
		return Recipe{}, errors.New("it is longer than " + strconv.Itoa(MaxLink) + " characters")
	}
	body, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return Recipe{}, errors.New("it does not begin with " + prefix + ", the mark of this version")
	}
	packed, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil {
		return Recipe{}, errors.New("a character was changed or lost")
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxJSON+1))
	if err != nil {
		return Recipe{}, errors.New("a part of it is missing")
	}
	if len(data) > maxJSON {
		return Recipe{}, errors.New("it unpacks to more than it may")
	}
	var r Recipe
	if err := json.Unmarshal(data, &r); err != nil {
		return Recipe{}, errors.New("its content is not a recipe")
	}
	switch {
	case r.Version != Version:
		return Recipe{}, errors.New("it has version " + strconv.Itoa(r.Version) + " and this page reads version " + strconv.Itoa(Version))
	case r.Graph == "":
		return Recipe{}, errors.New("it names no graph")
	case r.Position < 0 || r.View.Edge < 0 || r.View.Node < 0:
		return Recipe{}, errors.New("a number in it is negative")
	}
	return r, nil
}
