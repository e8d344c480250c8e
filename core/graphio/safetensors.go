package graphio

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"

	"sheafscope/core/graphio/content"
	"sheafscope/core/order"
)

// This file reads the tensors of safetensors files and of npz files, for networks that other programs have trained (readweights.go).
//
// A safetensors file has the length of the header in 8 bytes, the header, and a block with the bytes of all tensors.
// The header is a JSON object with a member per tensor: its dtype, its shape, and its data_offsets into the block. The member __metadata__
// has texts. Tensors are row-major, and all numbers are little-endian.

// Limits of a file of weights.
const (
	// MaxTensors limits the tensors of a file of weights.
	MaxTensors = 10_000
	// maxWeights limits the numbers in all tensors together: 160 MB of float64.
	maxWeights = 20_000_000
)

// weightsRemedy is the remedy of errors in tensors.
const weightsRemedy = "save the tensors again: safetensors.torch.save_file(model.state_dict(), \"net.safetensors\")"

// elementSizes are the bytes per element, by the type in the notation of safetensors.
var elementSizes = map[string]int{"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U8": 1, "BOOL": 1}

// lengthSize is the number of bytes of the length of the header in a safetensors file.
const lengthSize = 8

// isSafetensors detects a safetensors file: the header begins with a brace and is not longer than the file after the first 8 bytes.
func isSafetensors(d []byte) bool {
	return len(d) > lengthSize+1 && d[lengthSize] == '{' && binary.LittleEndian.Uint64(d) <= uint64(len(d)-lengthSize)
}

// readSafetensors returns the tensors of a file, sorted by name, and the text of the metadata under key, "" if there is none.
// Errors are a header in another form, a tensor that does not agree with the bytes of the file, an unknown type, and too many tensors
// or numbers.
func readSafetensors(f File, key string) (list []content.Tensor, meta string, err error) {
	bad := func(format string, args ...any) ([]content.Tensor, string, error) {
		return nil, "", fault(f.Name, 0, weightsRemedy, format, args...)
	}
	// n is the length of the header. isSafetensors has checked that the header is inside the file.
	n := int(binary.LittleEndian.Uint64(f.Data))
	var header map[string]json.RawMessage
	if err := json.Unmarshal(f.Data[lengthSize:lengthSize+n], &header); err != nil {
		return bad("the header of %d bytes is no JSON object: %v", n, err)
	}
	block := f.Data[lengthSize+n:]
	if raw := header["__metadata__"]; raw != nil {
		var texts map[string]string
		if err := json.Unmarshal(raw, &texts); err != nil {
			return bad("the entry __metadata__ holds more than texts: %v", err)
		}
		meta = texts[key]
		delete(header, "__metadata__")
	}
	if len(header) > MaxTensors {
		return bad("the file has %d tensors, over the limit of %d", len(header), MaxTensors)
	}
	total := 0 // the number of elements of all tensors
	for _, name := range order.Keys(header) {
		var t struct {
			Type    string  `json:"dtype"`
			Shape   []int64 `json:"shape"`
			Offsets []int64 `json:"data_offsets"`
		}
		if err := json.Unmarshal(header[name], &t); err != nil {
			return bad("the entry %s of the header is no tensor: %v", quote(name), err)
		}
		// The offsets are the start and the end of the bytes of the tensor.
		isRange := len(t.Offsets) == 2 && t.Offsets[0] >= 0 && t.Offsets[0] <= t.Offsets[1]
		if !isRange || t.Offsets[1] > int64(len(block)) {
			return bad("the tensor %s has the offsets %v into a block of %d bytes", quote(name), t.Offsets, len(block))
		}
		data := block[t.Offsets[0]:t.Offsets[1]]
		// An element has at least one byte, so that len(data) limits the elements. size is 0 for an unknown type.
		size := elementSizes[t.Type]
		shape, elements, why := dims(t.Shape, len(data))
		switch {
		case size == 0:
			return bad("the tensor %s has elements of type %s, which is not read here", quote(name), quote(t.Type))
		case why != "":
			return bad("the tensor %s %s", quote(name), why)
		case elements*size != len(data):
			return bad("the tensor %s of shape %v and type %s needs %d bytes, there are %d", quote(name), shape, t.Type, elements*size, len(data))
		}
		total += elements
		if total > maxWeights {
			return bad("the tensors have more than %d numbers together", maxWeights)
		}
		numbers := decodeElements(t.Type, data, elements)
		list = append(list, content.Tensor{Name: cleanName(name), Type: t.Type, Shape: shape, Data: numbers})
	}
	return list, meta, nil
}

// dims converts a shape in a file to integers, and returns the number of elements. why is "" for a valid shape.
// More than 8 dimensions, a negative length, and more than limit elements are faults. For a fault, why ends a sentence about the tensor.
func dims(fileShape []int64, limit int) (shape []int, elements int, why string) {
	if len(fileShape) > 8 {
		return nil, 0, "has more than 8 dimensions"
	}
	elements = 1
	if slices.Contains(fileShape, 0) { // no length can exceed the limit
		elements = 0
	}
	for _, v := range fileShape {
		// The comparison with a quotient precedes the product, which may overflow.
		exceedsLimit := v > 0 && int64(elements) > int64(limit)/v
		if v < 0 || exceedsLimit {
			return nil, 0, "claims more elements than the file has bytes"
		}
		elements *= int(v)
		shape = append(shape, int(v))
	}
	return shape, elements, ""
}

// decodeElements returns the first n elements of d as float64. kind is their type in the notation of safetensors.
func decodeElements(kind string, d []byte, n int) []float64 {
	out := make([]float64, n)
	size := elementSizes[kind]
	for k := range out {
		out[k] = decodeElement(kind, d[k*size:])
	}
	return out
}

// decodeElement returns the first element of b as a float64. kind is its type in the notation of safetensors.
// A number of type BF16 is the upper half of a float32.
func decodeElement(kind string, b []byte) float64 {
	switch kind {
	case "F64":
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	case "F32":
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	case "F16":
		return halfFloat(binary.LittleEndian.Uint16(b))
	case "BF16":
		return float64(math.Float32frombits(uint32(binary.LittleEndian.Uint16(b)) << 16))
	case "I64":
		return float64(int64(binary.LittleEndian.Uint64(b)))
	case "I32":
		return float64(int32(binary.LittleEndian.Uint32(b)))
	case "I16":
		return float64(int16(binary.LittleEndian.Uint16(b)))
	case "I8":
		return float64(int8(b[0]))
	}
	// The types U8 and BOOL.
	return float64(b[0])
}

// isStateDict reports whether an npz file has neither a graph nor masks nor maps, as a file of weights (see isWeights).
func (z *npz) isStateDict() bool {
	_, _, edges := z.graphArrays()
	adjacency, _ := z.adjacency()
	hasGraph := adjacency != nil || edges != nil
	hasMasks := z.nodeSets() != [3]*nodeSet{}
	// The array R_ij has the maps of a sheaf (npzmaps.go).
	hasMaps := z.arrays["R_ij"] != nil
	return !hasGraph && !hasMasks && !hasMaps
}

// tensors returns the arrays of numbers and truth values as tensors. The keys are names of arrays of texts. meta is the text of the first
// of these arrays that has a single text, "" if none has. Numbers or arrays over the limits are an error.
func (z *npz) tensors(keys ...string) (list []content.Tensor, meta string, err error) {
	total := 0
	for _, name := range z.names {
		a := z.arrays[name].rowMajor()
		total += a.len()
		if total > maxWeights || len(z.names) > MaxTensors {
			return nil, "", fault(a.file, 0, weightsRemedy,
				"the arrays have more than %d numbers together, or are more than %d", maxWeights, MaxTensors)
		}
		// The type in the notation of safetensors, such as F32.
		kind := map[byte]string{'f': "F", 'i': "I", 'u': "U", 'b': "BOOL"}[a.kind]
		if a.kind != 'b' {
			kind += map[int]string{1: "8", 2: "16", 4: "32", 8: "64"}[a.size]
		}
		list = append(list, content.Tensor{Name: cleanName(name), Type: kind, Shape: a.shape, Data: elements(a, a.float)})
	}
	for _, key := range keys {
		if a := z.texts[key]; a != nil && a.len() == 1 {
			return list, a.texts()[0], nil
		}
	}
	return list, "", nil
}
