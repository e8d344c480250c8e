// Package weights recognises a trained network by the names and shapes of its tensors.
// It arranges the tensors as the parameters of the model of package peer that computes the network.
// [Families] lists the recognised networks; package graphio reads the files.
package weights

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
)

// Tensor is a tensor of a file.
type Tensor = content.Tensor

// Meta is the description of a network in a file; Sheafscope's Python package writes it as JSON under the key MetaKey.
type Meta struct {
	// Model and Settings belong to an export of a run of this project.
	Model    string            `json:"model"`
	Settings map[string]string `json:"settings"`
	// Modules are the modules of a network of PyTorch by name, "" for the whole network.
	Modules map[string]Module `json:"modules"`
}

// Module is a module of PyTorch: its class, and its attributes that are numbers or texts.
type Module struct {
	Class string         `json:"class"`
	Has   map[string]any `json:"has"`
}

// MetaKey is the key of [Meta] in a file.
// Predictions is the name of the tensor with the class of each node, or with a row of scores for each node.
const (
	MetaKey     = "sheafscope"
	Predictions = "sheafscope.predictions"
)

// Read arranges the tensors of a file for the family that fits.
// meta is the entry of the file under MetaKey, and model the requested model, "" for any.
// The error names the tensors at fault and the nearest family.
func Read(file string, tensors []Tensor, meta, model string) (*content.Weights, error) {
	s := &source{file: file, byName: map[string]*Tensor{}, used: map[string]bool{}, want: model}
	if meta != "" {
		if err := json.Unmarshal([]byte(meta), &s.meta); err != nil {
			return nil, fmt.Errorf("the entry %s is no JSON of this project: %w", MetaKey, err)
		}
	}
	var predictions []int
	for k := range tensors {
		t := &tensors[k]
		switch {
		case t.Name == Predictions || t.Name == "result.prediction":
			predictions = classesOf(t)
		case strings.HasPrefix(t.Name, "result.") || strings.HasSuffix(t.Name, ".num_batches_tracked"):
		default:
			s.byName[t.Name] = t
			s.names = append(s.names, t.Name)
		}
	}
	slices.SortFunc(s.names, compareNatural)
	if err := s.check(); err != nil {
		return nil, err
	}
	out, err := s.match()
	if err != nil {
		return nil, err
	}
	out.File, out.Predictions = file, predictions
	return out, nil
}

// check returns an error for values that no network has.
func (s *source) check() error {
	if len(s.names) == 0 {
		return fmt.Errorf("the file holds no tensors")
	}
	for _, name := range s.names {
		t := s.byName[name]
		if !strings.HasPrefix(t.Type, "F") && t.Type != "BF16" {
			return fmt.Errorf("the tensor %s has elements of type %s; weights are F64, F32, F16 or BF16", quote(name), t.Type)
		}
		if k := slices.IndexFunc(t.Data, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }); k >= 0 {
			return fmt.Errorf("the tensor %s has %v as its number %d", quote(name), t.Data[k], k)
		}
	}
	return nil
}

// source is a file during its recognition.
type source struct {
	file   string
	names  []string // names of the tensors, in natural order
	byName map[string]*Tensor
	used   map[string]bool
	meta   Meta
	want   string
	out    *content.Weights
	err    error
}

// match returns the arrangement of the first family that uses every tensor.
func (s *source) match() (*content.Weights, error) {
	if s.meta.Model != "" {
		return s.ownExport(), s.err
	}
	best, nearest := -1, ""
	for _, f := range Families {
		s.used, s.err, s.out = map[string]bool{}, nil, &content.Weights{Family: f.Name, Settings: map[string]string{}}
		read := s.arrangeAs(f)
		if left := s.unused(); read && s.err == nil && len(left) == 0 && (s.want == "" || s.want == s.out.Model || !f.chooses) {
			return s.out, nil
		} else if fits := len(s.used); read && fits > best {
			best, nearest = fits, "the nearest family is "+f.Name
			switch {
			case s.err != nil:
				nearest += ": " + s.err.Error()
			case len(left) > 0:
				nearest += ", which leaves over "
				why := unsupportedPart(left)
				if why == "" && s.areVectors(left) {
					why = "a norm other than BatchNorm is not computed here"
				}
				if nearest += joinNames(left); why != "" {
					nearest += ": " + why
				}
			}
		}
	}
	if nearest == "" {
		nearest = "no family has a tensor of such a name; there are " + strings.Join(Names(), ", ")
	}
	return nil, fmt.Errorf("these tensors are no network that is computed here; %s; found are %s", nearest, joinNames(s.describe()))
}

// unused returns the names of the tensors that no parameter uses.
func (s *source) unused() (out []string) {
	for _, name := range s.names {
		if !s.used[name] {
			out = append(out, name)
		}
	}
	return out
}

// describe returns the names of the tensors with their shapes.
func (s *source) describe() (out []string) {
	for _, name := range s.names {
		out = append(out, name+" "+shape(s.byName[name].Shape))
	}
	return out
}

// joinNames returns a list of at most the first twelve names, quoted.
func joinNames(names []string) string {
	const most = 12
	for k := range names {
		names[k] = quote(names[k])
	}
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + " and " + strconv.Itoa(len(names)-most) + " more"
}

// quote returns a quoted name of at most 80 characters; a name in a file may be any text.
func quote(name string) string {
	r := []rune(name)
	if len(r) > 80 {
		r = append(r[:79], '…')
	}
	return strconv.Quote(string(r))
}

// shape returns dimensions as text, such as 3×4.
func shape(dims []int) string {
	if len(dims) == 0 {
		return "()"
	}
	var parts []string
	for _, d := range dims {
		parts = append(parts, strconv.Itoa(d))
	}
	return strings.Join(parts, "×")
}

// ownExport arranges an export of this project, whose tensors are the parameters of its model.
func (s *source) ownExport() *content.Weights {
	s.out = &content.Weights{Family: "an export of this project", Model: s.meta.Model, Settings: s.meta.Settings}
	for _, name := range s.names {
		s.addParam(name, s.matrix(name, -1, -1))
	}
	return s.out
}

// classesOf returns the class of each node, from whole numbers or as the largest score of a row.
func classesOf(t *Tensor) (out []int) {
	if len(t.Shape) == 1 {
		for _, v := range t.Data {
			out = append(out, int(v))
		}
		return out
	}
	if len(t.Shape) != 2 || t.Shape[1] == 0 {
		return nil
	}
	for row := range slices.Chunk(t.Data, t.Shape[1]) {
		out = append(out, slices.Index(row, slices.Max(row)))
	}
	return out
}

// compareNatural compares names with numbers in them by value, so that layer 2 precedes layer 10.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		x, restA := cutChunk(a)
		y, restB := cutChunk(b)
		if x != y {
			m, errA := strconv.Atoi(x)
			n, errB := strconv.Atoi(y)
			if errA == nil && errB == nil && m != n {
				return m - n
			}
			return strings.Compare(x, y)
		}
		a, b = restA, restB
	}
	return len(a) - len(b)
}

// cutChunk cuts the first run of digits, or of other characters, off a name.
func cutChunk(s string) (first, rest string) {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	k := 1
	for k < len(s) && digit(s[k]) == digit(s[0]) {
		k++
	}
	return s[:k], s[k:]
}
