package graphio

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sheafscope/core/words"
)

// This file reads arrays of NumPy. An .npy file (format versions 1.0 to 3.0) begins with "\x93NUMPY", a version and the length of a header.
// The header is the text of a Python dictionary with descr, fortran_order and shape. The bytes of the elements follow.

// npyArray is an array in the bytes of its file. Elements are decoded on demand: an array of bytes as float64 would grow eightfold.
type npyArray struct {
	file  string // the name of the file in errors
	shape []int  // the number of elements along each axis
	// kind is 'b' for truth values. For numbers it is 'u' (integers without a sign), 'i' (integers) or 'f' (floats).
	// For texts it is 'S' (bytes), 'U' (UTF-32) or 'O' (Python objects).
	kind    byte
	size    int              // the number of bytes per element
	order   binary.ByteOrder // the byte order of an element
	fortran bool             // Fortran order: the first index varies fastest
	data    []byte           // the elements in the order that fortran states, nil for kind 'O'
	objects []string         // the elements of kind 'O', as texts
}

// len returns the number of elements.
func (a *npyArray) len() int {
	if a.kind == 'O' {
		return len(a.objects)
	}
	return len(a.data) / a.size
}

// offset returns the index of element (i, j) of a two-dimensional array in the order of the file.
func (a *npyArray) offset(i, j int) int {
	if a.fortran {
		return j*a.shape[0] + i
	}
	return i*a.shape[1] + j
}

// rowMajor returns the array in C order: the last index varies fastest. An array in C order, an array with fewer than two axes, and nil
// are returned without a copy.
func (a *npyArray) rowMajor() *npyArray {
	if a == nil || !a.fortran || len(a.shape) < 2 {
		return a
	}
	out := *a
	out.fortran, out.data = false, make([]byte, len(a.data))
	// indices are the indices of element k of out, one per axis.
	indices := make([]int, len(a.shape))
	for k := range a.len() {
		// source is the number of the element in Fortran order, where the stride of an axis is the product of the lengths before it.
		source, stride := 0, 1
		for axis, i := range indices {
			source += i * stride
			stride *= a.shape[axis]
		}
		copy(out.data[k*a.size:(k+1)*a.size], a.data[source*a.size:])
		// The indices of the next element: the last index increases by 1, with a carry to the index before it.
		for axis := len(indices) - 1; axis >= 0; axis-- {
			indices[axis]++
			if indices[axis] < a.shape[axis] {
				break
			}
			indices[axis] = 0
		}
	}
	return &out
}

// integer returns element k of an array of truth values or integers. An unsigned integer of 2^63 or more becomes negative.
func (a *npyArray) integer(k int) int64 {
	p := a.data[k*a.size : (k+1)*a.size]
	var u uint64
	// The size of an element is 1, 2, 4 or 8 bytes.
	switch a.size {
	case 1:
		u = uint64(p[0])
	case 2:
		u = uint64(a.order.Uint16(p))
	case 4:
		u = uint64(a.order.Uint32(p))
	default:
		u = a.order.Uint64(p)
	}
	if a.kind == 'i' {
		// The two shifts extend the sign.
		shift := 64 - 8*a.size
		return int64(u<<shift) >> shift
	}
	return int64(u)
}

// float returns element k of an array of truth values or numbers as a float64.
func (a *npyArray) float(k int) float64 {
	switch a.kind {
	case 'u':
		return float64(uint64(a.integer(k)))
	case 'b', 'i':
		return float64(a.integer(k))
	}
	p := a.data[k*a.size : (k+1)*a.size]
	// The size of a float is 2, 4 or 8 bytes.
	switch a.size {
	case 2:
		return halfFloat(a.order.Uint16(p))
	case 4:
		return float64(math.Float32frombits(a.order.Uint32(p)))
	}
	return math.Float64frombits(a.order.Uint64(p))
}

// number returns element k of an array of truth values or numbers as decimal text, or NaN, +Inf or -Inf. Integers keep all digits.
func (a *npyArray) number(k int) string {
	switch a.kind {
	case 'f':
		return strconv.FormatFloat(a.float(k), 'f', -1, 64)
	case 'u':
		return strconv.FormatUint(uint64(a.integer(k)), 10)
	}
	return strconv.FormatInt(a.integer(k), 10)
}

// halfFloat returns the value of 16 bits in IEEE 754 binary16: a sign bit, five exponent bits, ten fraction bits.
func halfFloat(b uint16) float64 {
	exponent, fraction := int(b>>10&31), float64(b&1023)
	v := 0.0
	switch {
	// Zero and subnormal numbers have no implicit leading bit: the value is fraction · 2^-24.
	case exponent == 0:
		v = math.Ldexp(fraction, -24)
	// The largest exponent means infinity or NaN.
	case exponent == 31 && fraction == 0:
		v = math.Inf(1)
	case exponent == 31:
		v = math.NaN()
	// The implicit leading bit adds 1024 = 2^10: the value is (1024 + fraction) · 2^(exponent-25).
	default:
		v = math.Ldexp(1024+fraction, exponent-25)
	}
	return words.Either(b>>15 != 0, -v, v)
}

// texts returns the elements of an array of texts. In the kinds S and U, NUL pads short texts, so a text ends at its first NUL.
func (a *npyArray) texts() []string {
	if a.kind == 'O' {
		return a.objects
	}
	out := make([]string, a.len())
	for k := range out {
		p := a.data[k*a.size : (k+1)*a.size]
		// Each character of kind U has four bytes (UTF-32).
		if a.kind == 'U' {
			var b []byte
			for ; len(p) >= 4; p = p[4:] {
				r := rune(a.order.Uint32(p))
				if r == 0 {
					break
				}
				b = utf8.AppendRune(b, r)
			}
			out[k] = string(b)
			continue
		}
		// Kind S has bytes without an encoding, in most files ASCII.
		text, _, _ := bytes.Cut(p, []byte{0})
		out[k] = string(text)
	}
	return out
}

// parseNPY parses an .npy file. It returns nil without an error if setType or parseObjects refuses the elements, and for a structured
// array, whose element type is a list. A damaged header is an error, and so is a shape that contradicts the number of bytes.
func parseNPY(f File) (*npyArray, error) {
	bad := func(format string, args ...any) error {
		return fault(f.Name, 0, "save the array again with NumPy", format, args...)
	}
	header, data, err := cutHeader(f.Data, bad)
	if err != nil {
		return nil, err
	}
	a := &npyArray{file: f.Name, data: data, order: binary.LittleEndian}
	quotedType, ok := headerValue(header, "descr")
	if strings.HasPrefix(quotedType, "[") {
		return nil, nil
	}
	isQuoted := len(quotedType) >= 2 && (quotedType[0] == '\'' || quotedType[0] == '"')
	if !ok || !isQuoted {
		return nil, bad("the header names no element type")
	}
	if !a.setType(strings.Trim(quotedType, `'"`)) {
		return nil, nil
	}
	if a.kind == 'O' {
		return parseObjects(File{Name: f.Name, Data: data}), nil
	}
	fortranOrder, _ := headerValue(header, "fortran_order")
	a.fortran = fortranOrder == "True"
	shape, ok := headerValue(header, "shape")
	if !ok {
		return nil, bad("the header has no shape")
	}
	if err := a.setShape(shape, bad); err != nil {
		return nil, err
	}
	return a, nil
}

// cutHeader splits an .npy file into the text of its header and the bytes of its elements. bad formats the errors:
// another magic text, an unknown version, and a header that is cut short.
func cutHeader(d []byte, bad func(format string, args ...any) error) (header string, data []byte, err error) {
	// The start of a file of version 1 has 6 + 2 + 2 bytes: the magic text, the version and the length of the header.
	if len(d) < 10 || string(d[:6]) != "\x93NUMPY" {
		return "", nil, bad("the array does not start like an .npy file")
	}
	// d[6] is the major version. In version 1 the length of the header has two bytes.
	start, length := 10, int(binary.LittleEndian.Uint16(d[8:]))
	// In versions 2 and 3 the length of the header has four bytes.
	if d[6] == 2 || d[6] == 3 {
		if len(d) < 12 {
			return "", nil, bad("the header is cut short")
		}
		wide := binary.LittleEndian.Uint32(d[8:])
		// The comparison in 64 bits precedes the conversion, which may overflow an int of 32 bits.
		if int64(wide) > int64(len(d)) {
			return "", nil, bad("the header is cut short")
		}
		start, length = 12, int(wide)
	} else if d[6] != 1 {
		return "", nil, bad("version %d of the .npy format is unknown", d[6])
	}
	if start+length > len(d) {
		return "", nil, bad("the header is cut short")
	}
	return string(d[start : start+length]), d[start+length:], nil
}

// setType sets the kind, the size and the byte order of the elements from the element type of a header, such as <f8.
// It returns false for a type that is not read, such as complex numbers, and for texts of more than 4·MaxName characters.
func (a *npyArray) setType(elementType string) bool {
	// The first character is the byte order: < little-endian, > big-endian, | not applicable, = order of the machine.
	// Without > the elements are read as little-endian.
	kindAndSize := elementType
	if elementType != "" && strings.IndexByte("<>|=", elementType[0]) >= 0 {
		if elementType[0] == '>' {
			a.order = binary.BigEndian
		}
		kindAndSize = elementType[1:]
	}
	switch kindAndSize {
	case "O":
		a.kind = 'O'
		return true
	case "b1", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8":
		a.kind, a.size = kindAndSize[0], int(kindAndSize[1]-'0')
		return true
	}
	// Texts of a fixed length: S counts bytes, U characters of four bytes. min guards an empty element type.
	length, why := parseID([]byte(kindAndSize[min(1, len(kindAndSize)):]))
	if why != "" || length < 1 || length > 4*MaxName { // a longer text is neither a name nor a class
		return false
	}
	switch kindAndSize[0] {
	case 'S':
		a.kind, a.size = 'S', int(length)
		return true
	case 'U':
		a.kind, a.size = 'U', 4*int(length)
		return true
	}
	return false
}

// setShape parses the text of a tuple of dimensions, and compares the bytes of such an array with the bytes present. bad formats an error:
// a difference, a damaged or too large dimension, or more than maxAxes dimensions.
func (a *npyArray) setShape(shape string, bad func(format string, args ...any) error) error {
	// Restriction maps have the most axes: epochs, layers, edges, and the rows and columns of a map.
	const maxAxes = 5
	for _, part := range strings.Split(strings.Trim(shape, "()"), ",") {
		s := strings.TrimSpace(part)
		// A tuple with a single element ends with a comma.
		if s == "" {
			continue
		}
		// Python 2 writes long integers with an L.
		v, why := parseID([]byte(strings.TrimSuffix(s, "L")))
		if why != "" {
			return bad("the dimension %s of the shape %s", quote(s), why)
		}
		if len(a.shape) == maxAxes {
			return bad("the array has more than 5 dimensions")
		}
		// The number must fit an int of 32 bits.
		if v > math.MaxInt32 {
			return bad("the shape %s is too large", quote(shape))
		}
		a.shape = append(a.shape, int(v))
	}
	// A shape without axes, (), has one element.
	elements := int64(1)
	// With a dimension 0 the product is 0: no other dimension can make it overflow.
	if slices.Contains(a.shape, 0) {
		elements = 0
	}
	for _, v := range a.shape {
		// The comparison with a quotient precedes the product, which may overflow.
		if v > 0 && elements > int64(len(a.data))/int64(v) {
			return bad("the shape %s needs more than the %d bytes present", quote(shape), len(a.data))
		}
		elements *= int64(v)
	}
	if elements*int64(a.size) != int64(len(a.data)) {
		return bad("the shape %s needs %d bytes, there are %d", quote(shape), elements*int64(a.size), len(a.data))
	}
	return nil
}

// headerValue returns the text of the value of a key in the dictionary of a header, such as '<f8' for the key descr.
// ok is false if the header has no such key, or if its value has no end.
func headerValue(header, key string) (value string, ok bool) {
	// A key is in single or in double quotes.
	for _, mark := range []string{"'", `"`} {
		_, after, found := strings.Cut(header, mark+key+mark)
		if !found {
			continue
		}
		after = strings.TrimSpace(after)
		// Without a colon, the text in quotes is a value and no key.
		if !strings.HasPrefix(after, ":") {
			continue
		}
		after = strings.TrimSpace(after[1:])
		// A tuple contains commas and ends at its bracket.
		if strings.HasPrefix(after, "(") {
			value, _, ok := strings.Cut(after, ")")
			return value + ")", ok
		}
		// Any other value ends at a comma or at the end of the dictionary.
		end := strings.IndexAny(after, ",}")
		if end < 0 {
			return "", false
		}
		return strings.TrimSpace(after[:end]), true
	}
	return "", false
}
