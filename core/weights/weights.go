// Package weights recognises a trained network by the names and shapes of its tensors, and arranges them as the parameters of the model
// that computes it here (package peer). Families lists what it recognises, a row each; package graphio reads the files.
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

// Meta is what a file says beside its tensors: Sheafscope's Python package writes it as JSON under the key MetaKey.
type Meta struct {
	// Model and Settings are those of a run of this project.
	Model    string            `json:"model"`
	Settings map[string]string `json:"settings"`
	// Modules are those of a network of PyTorch by name, "" for the whole: their class and the attributes that are numbers or words.
	Modules map[string]Module `json:"modules"`
}

// Module is a module of PyTorch.
type Module struct {
	Class string         `json:"class"`
	Has   map[string]any `json:"has"`
}

// MetaKey is the key of Meta in a file, Predictions the name of the tensor with the classes by node, or with a row of scores for each.
const (
	MetaKey     = "sheafscope"
	Predictions = "sheafscope.predictions"
)

// Read arranges the tensors of a file for the family that fits; meta is what the file has under MetaKey, model the one that the
// user wants, "" for any. The error names the tensors at fault and the nearest family.
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
	slices.SortFunc(s.names, natural)
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

// check refuses numbers that no network has.
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

// source is a file whose family is looked for.
type source struct {
	file   string
	names  []string // in natural order
	byName map[string]*Tensor
	used   map[string]bool
	meta   Meta
	want   string
	out    *content.Weights
	err    error
}

// match tries the families in their order and takes the first that uses every tensor.
func (s *source) match() (*content.Weights, error) {
	if s.meta.Model != "" {
		return s.own(), s.err
	}
	best, nearest := -1, ""
	for _, f := range Families {
		s.used, s.err, s.out = map[string]bool{}, nil, &content.Weights{Family: f.Name, Settings: map[string]string{}}
		read := s.try(f)
		if left := s.left(); read && s.err == nil && len(left) == 0 && (s.want == "" || s.want == s.out.Model || !f.chooses) {
			return s.out, nil
		} else if fits := len(s.used); read && fits > best {
			best, nearest = fits, "the nearest family is "+f.Name
			switch {
			case s.err != nil:
				nearest += ": " + s.err.Error()
			case len(left) > 0:
				nearest += ", which leaves over "
				why := notComputed(left)
				if why == "" && s.vectors(left) {
					why = "a norm other than BatchNorm is not computed here"
				}
				if nearest += list(left); why != "" {
					nearest += ": " + why
				}
			}
		}
	}
	if nearest == "" {
		nearest = "no family has a tensor of such a name; there are " + strings.Join(Names(), ", ")
	}
	return nil, fmt.Errorf("these tensors are no network that is computed here; %s; found are %s", nearest, list(s.describe()))
}

// left are the tensors that were not used.
func (s *source) left() (out []string) {
	for _, name := range s.names {
		if !s.used[name] {
			out = append(out, name)
		}
	}
	return out
}

// describe lists the tensors with their shapes.
func (s *source) describe() (out []string) {
	for _, name := range s.names {
		out = append(out, name+" "+shape(s.byName[name].Shape))
	}
	return out
}

// list joins the first of some names.
func list(names []string) string {
	const most = 12
	for k := range names {
		names[k] = quote(names[k])
	}
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + " and " + strconv.Itoa(len(names)-most) + " more"
}

// quote writes a name of a file, which may be any text, in at most 80 characters.
func quote(name string) string {
	r := []rune(name)
	if len(r) > 80 {
		r = append(r[:79], '…')
	}
	return strconv.Quote(string(r))
}

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

// own is an export of this project: the parameters are those of its model.
func (s *source) own() *content.Weights {
	s.out = &content.Weights{Family: "an export of this project", Model: s.meta.Model, Settings: s.meta.Settings}
	for _, name := range s.names {
		s.param(name, s.matrix(name, -1, -1))
	}
	return s.out
}

// classesOf are the classes by node: whole numbers, or the largest of a row of scores.
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

// natural compares names with the numbers in them by size.
func natural(a, b string) int {
	for a != "" && b != "" {
		x, restA := chunk(a)
		y, restB := chunk(b)
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

// chunk cuts the first digits, or what is before them, off a name.
func chunk(s string) (first, rest string) {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	k := 1
	for k < len(s) && digit(s[k]) == digit(s[0]) {
		k++
	}
	return s[:k], s[k:]
}
