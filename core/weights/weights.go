// Package weights recognises a trained network by the names and shapes of its tensors.
// It rearranges the tensors to the parameters of the model in package peer that computes the same network.
// [Families] lists the recognised networks. Package graphio reads the files.
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

// Meta is the description of a network in a file. Sheafscope's Python package writes it as JSON under the key MetaKey.
type Meta struct {
	// Model and Settings are the model and the settings of a run, if the file is an export of this project. Model is "" in any other file.
	Model    string            `json:"model"`
	Settings map[string]string `json:"settings"`
	// Modules are the modules of a PyTorch network by name. The whole network has the name "".
	Modules map[string]Module `json:"modules"`
}

// Module is a module of PyTorch. Class is the name of its class.
// The field Has holds those attributes of the module that are truth values, numbers or texts, by name.
type Module struct {
	Class string         `json:"class"`
	Has   map[string]any `json:"has"`
}

// MetaKey is the key of [Meta] in a file.
// Predictions is the name of a tensor with the predicted classes: the class of each node, or a row of scores for each node.
const (
	MetaKey     = "sheafscope"
	Predictions = "sheafscope.predictions"
)

// Read arranges the tensors of a file for the first family that fits. file is the name of the file.
// meta is the entry of the file under MetaKey, or "" if the file has no such entry. model is the requested model, or "" for any; it selects
// only among families with the same tensors.
// If no family fits, the error names the nearest family, if there is one, and a reason. Read also fails if meta is no [Meta] in JSON, if
// there are no tensors, and if an element of a tensor is no finite floating-point number.
func Read(file string, tensors []Tensor, meta, model string) (*content.Weights, error) {
	s := &source{byName: map[string]*Tensor{}, used: map[string]bool{}, want: model}
	if meta != "" {
		if err := json.Unmarshal([]byte(meta), &s.meta); err != nil {
			return nil, fmt.Errorf("the entry %s is no JSON of this project: %w", MetaKey, err)
		}
	}
	// The tensors of the network. Results of a run and counters of batches are no parameters.
	var predictions []int // nil if the file has none
	for k := range tensors {
		t := &tensors[k]
		isIgnored := strings.HasPrefix(t.Name, "result.") || strings.HasSuffix(t.Name, ".num_batches_tracked")
		switch {
		case t.Name == Predictions || t.Name == "result.prediction": // the second name is in exports of this project
			predictions = predictedClasses(t)
		case !isIgnored:
			s.byName[t.Name] = t
			s.names = append(s.names, t.Name)
		}
	}
	sortNaturally(s.names)
	// Find the family of the network.
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

// check fails without tensors, and if an element of a tensor is no finite floating-point number.
func (s *source) check() error {
	if len(s.names) == 0 {
		return fmt.Errorf("the file holds no tensors")
	}
	// The types of tensors have the names of safetensors, such as F32.
	for _, name := range s.names {
		t := s.byName[name]
		isFloat := strings.HasPrefix(t.Type, "F") || t.Type == "BF16"
		if !isFloat {
			return fmt.Errorf("the tensor %s has elements of type %s; weights are F64, F32, F16 or BF16", quote(name), t.Type)
		}
		notFinite := func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }
		if k := slices.IndexFunc(t.Data, notFinite); k >= 0 {
			return fmt.Errorf("the tensor %s has %v as its number %d", quote(name), t.Data[k], k)
		}
	}
	return nil
}

// source is a file during its recognition.
type source struct {
	names  []string           // names of the tensors, in natural order
	byName map[string]*Tensor // the tensors by name
	meta   Meta               // the entry under MetaKey, or empty without such an entry
	want   string             // the requested model, or "" for any

	// The arrangement for the current family: the names of the tensors in it, the result, and the first error.
	used map[string]bool
	out  *content.Weights
	err  error
}

// match returns the arrangement for a family that uses every tensor: the first of the requested model, or else the first of any model.
// In the second case, each further family that fits adds a doubt. The error of match describes the family that uses the most tensors.
// For an export of this project, which belongs to no family, match returns the result of ownExport.
func (s *source) match() (*content.Weights, error) {
	if s.meta.Model != "" {
		own := s.ownExport() // sets s.err
		return own, s.err
	}
	var fitting []*content.Weights // the arrangements for the families that fit
	mostUsed, nearest := -1, ""    // number of used tensors, and description, of the nearest family
	for _, f := range Families {
		s.out = &content.Weights{Family: f.Name, Settings: map[string]string{}}
		s.used, s.err = map[string]bool{}, nil
		if !s.arrangeAs(f) {
			continue
		}
		unused := s.unused()
		if s.err == nil && len(unused) == 0 {
			fitting = append(fitting, s.out)
		} else if len(s.used) > mostUsed {
			mostUsed = len(s.used)
			nearest = "the nearest family is " + f.Name + s.mismatch(unused)
		}
	}
	for _, out := range fitting {
		if out.Model == s.want {
			return out, nil
		}
	}
	if len(fitting) > 0 {
		first := fitting[0]
		for _, other := range fitting[1:] {
			first.Doubts = append(first.Doubts, fmt.Sprintf("The tensors also fit %s, with the model %s.", other.Family, other.Model))
		}
		return first, nil
	}
	if nearest == "" { // no family has found one of its tensors
		nearest = "no family has a tensor of such a name; there are " + strings.Join(Names(), ", ")
	}
	return nil, fmt.Errorf("these tensors are no network that is computed here; %s; found are %s", nearest, joinNames(s.describe()))
}

// mismatch returns the reason why a family does not fit: the error of its arrangement, or else the names of the unused tensors.
func (s *source) mismatch(unused []string) string {
	if s.err != nil {
		return ": " + s.err.Error()
	}
	// Say why the tensors remain, as far as their names or shapes show it.
	why := unsupportedPart(unused)
	if why == "" && s.areVectors(unused) {
		why = "a norm other than BatchNorm, or an activation with weights, is not computed here"
	}
	reason := ", which leaves over " + joinNames(unused)
	if why != "" {
		reason += ": " + why
	}
	return reason
}

// unused returns the names of the tensors that the arrangement does not use.
func (s *source) unused() (out []string) {
	for _, name := range s.names {
		if !s.used[name] {
			out = append(out, name)
		}
	}
	return out
}

// describe returns the name and the shape of each tensor, such as "lin.weight 16×64".
func (s *source) describe() (out []string) {
	for _, name := range s.names {
		out = append(out, name+" "+shape(s.byName[name].Shape))
	}
	return out
}

// joinNames returns the first twelve names, quoted and separated by commas, and the number of further names, if there are any.
// It replaces the elements of names by their quoted forms.
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

// quote returns a name in quotes, cut to 80 characters, since a name in a file may be any text.
func quote(name string) string {
	const maxLength = 80
	r := []rune(name)
	if len(r) > maxLength {
		r = append(r[:maxLength-1], '…')
	}
	return strconv.Quote(string(r))
}

// shape returns the dimensions of a tensor as text, such as 3×4. A single number has no dimensions, and the text "()".
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

// ownExport returns an export of this project. Its tensors already are the parameters of a model, so they are not rearranged.
func (s *source) ownExport() *content.Weights {
	s.out = &content.Weights{Family: "an export of this project", Model: s.meta.Model, Settings: s.meta.Settings}
	for _, name := range s.names {
		s.addParam(name, s.matrix(name, anySize, anySize))
	}
	return s.out
}

// predictedClasses returns the predicted class of each node from a tensor.
// A vector has the class of each node, counted from 0. A matrix has a row of scores for each node, and the class is the index of the
// largest score, −1 if a score is NaN.
// The result is nil for a tensor of another shape, and for a matrix without columns.
func predictedClasses(t *Tensor) (out []int) {
	if len(t.Shape) == 1 {
		for _, v := range t.Data {
			out = append(out, int(v))
		}
		return out
	}
	if len(t.Shape) != 2 || t.Shape[1] == 0 { // without columns there is no largest score
		return nil
	}
	for row := range slices.Chunk(t.Data, t.Shape[1]) {
		out = append(out, slices.Index(row, slices.Max(row)))
	}
	return out
}

// compareNatural compares two names run by run (cutChunk): two numbers by their values, other runs as texts. So layer 2 precedes layer 10.
// The result is negative, 0 or positive, like that of strings.Compare.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		chunkA, afterA := cutChunk(a)
		chunkB, afterB := cutChunk(b)
		if chunkA == chunkB {
			a, b = afterA, afterB
			continue
		}
		numberA, errA := strconv.Atoi(chunkA)
		numberB, errB := strconv.Atoi(chunkB)
		areNumbers := errA == nil && errB == nil
		if areNumbers && numberA != numberB { // 01 and 1 are equal numbers and different texts
			return numberA - numberB
		}
		return strings.Compare(chunkA, chunkB)
	}
	return len(a) - len(b) // one of the names is a prefix of the other
}

// cutChunk returns the first run of digits, or of other characters, of a name, and the part after the run. The name is not empty.
func cutChunk(name string) (first, after string) {
	isDigit := func(c byte) bool { return c >= '0' && c <= '9' }
	k := 1
	for k < len(name) && isDigit(name[k]) == isDigit(name[0]) {
		k++
	}
	return name[:k], name[k:]
}
