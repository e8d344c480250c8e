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

// Arrays of NumPy. An .npy file (format versions 1.0 to 3.0) begins with "\x93NUMPY", a version and the length of a header.
// The header is the text of a Python dictionary with descr, fortran_order and shape. The bytes of the elements follow.

// npyArray is an array in the bytes of its file. Elements are decoded on demand: an array of bytes as float64 would grow eightfold.
type npyArray struct {
	file  string
	shape []int
	// kind is 'b' (truth values), 'u', 'i' or 'f' for numbers, and 'S' (bytes), 'U' (UTF-32) or 'O' (Python objects) for texts.
	kind byte
	// size is the number of bytes per element.
	size  int
	order binary.ByteOrder
	// fortran reports Fortran order: the first index varies fastest.
	fortran bool
	data    []byte
	// objects are the elements of kind 'O', as texts.
	objects []string
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

// rowMajor returns the array in C order: the last index varies fastest. nil gives nil. An array in C order is returned itself.
func (a *npyArray) rowMajor() *npyArray {
	if a == nil || !a.fortran || len(a.shape) < 2 {
		return a
	}
	out := *a
	out.fortran, out.data = false, make([]byte, len(a.data))
	// indices are the indices of element k of out, one per axis.
	indices := make([]int, len(a.shape))
	for k := range a.len() {
		from, stride := 0, 1
		for axis, i := range indices {
			from, stride = from+i*stride, stride*a.shape[axis]
		}
		copy(out.data[k*a.size:(k+1)*a.size], a.data[from*a.size:])
		// The next indices: the last one increases, with a carry to the axes before it.
		for axis := len(indices) - 1; axis >= 0; axis-- {
			if indices[axis]++; indices[axis] < a.shape[axis] {
				break
			}
			indices[axis] = 0
		}
	}
	return &out
}

// integer returns element k of an array of truth values or integers.
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
	if a.kind != 'f' {
		return float64(a.integer(k))
	}
	p := a.data[k*a.size : (k+1)*a.size]
	switch a.size {
	case 2:
		return halfFloat(a.order.Uint16(p))
	case 4:
		return float64(math.Float32frombits(a.order.Uint32(p)))
	}
	return math.Float64frombits(a.order.Uint64(p))
}

// number returns element k as decimal text. Integers have all their digits, also above 2^53.
func (a *npyArray) number(k int) string {
	switch a.kind {
	case 'f':
		return strconv.FormatFloat(a.float(k), 'f', -1, 64)
	case 'u':
		return strconv.FormatUint(uint64(a.integer(k)), 10)
	}
	return strconv.FormatInt(a.integer(k), 10)
}

// halfFloat returns the value of 16 bits in IEEE 754 binary16: a sign, five exponent bits, ten fraction bits.
func halfFloat(b uint16) float64 {
	exponent, fraction := int(b>>10&31), float64(b&1023)
	v := 0.0
	switch {
	// Zero and subnormal numbers have no implicit leading bit.
	case exponent == 0:
		v = math.Ldexp(fraction, -24)
	case exponent == 31 && fraction == 0:
		v = math.Inf(1)
	case exponent == 31:
		v = math.NaN()
	default:
		v = math.Ldexp(1024+fraction, exponent-25)
	}
	return words.Either(b>>15 != 0, -v, v)
}

// texts returns the elements of an array of texts. A text ends at its first NUL, which pads shorter texts.
func (a *npyArray) texts() []string {
	if a.kind == 'O' {
		return a.objects
	}
	out := make([]string, a.len())
	for k := range out {
		p := a.data[k*a.size : (k+1)*a.size]
		// Characters of four bytes (UTF-32).
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
		// Bytes, in most files ASCII.
		text, _, _ := bytes.Cut(p, []byte{0})
		out[k] = string(text)
	}
	return out
}

// parseNPY parses an .npy file and checks the shape against the number of bytes.
// It returns nil if the elements are neither numbers nor texts, nor Python objects of these types.
func parseNPY(f File) (*npyArray, error) {
	bad := func(format string, args ...any) error {
		return fault(f.Name, 0, "save the array again with NumPy", format, args...)
	}
	header, data, err := cutHeader(f.Data, bad)
	if err != nil {
		return nil, err
	}
	a := &npyArray{file: f.Name, data: data, order: binary.LittleEndian}
	// The element type is a text in quotes. A list of types belongs to a structured array.
	elementType, ok := headerValue(header, "descr")
	if !ok || len(elementType) < 2 || elementType[0] != '\'' && elementType[0] != '"' {
		return nil, bad("the header names no element type")
	}
	elementType = strings.Trim(elementType, `'"`)
	if !a.setType(elementType) {
		return nil, nil
	}
	if a.kind == 'O' {
		return parseObjects(File{Name: f.Name, Data: data}), nil
	}
	// The order of the elements and the dimensions.
	order, _ := headerValue(header, "fortran_order")
	a.fortran = order == "True"
	shape, ok := headerValue(header, "shape")
	if !ok {
		return nil, bad("the header has no shape")
	}
	if err := a.setShape(shape, bad); err != nil {
		return nil, err
	}
	return a, nil
}

// cutHeader splits an .npy file into the text of its header and the bytes of its elements. bad formats an error.
func cutHeader(d []byte, bad func(format string, args ...any) error) (header string, data []byte, err error) {
	if len(d) < 10 || string(d[:6]) != "\x93NUMPY" {
		return "", nil, bad("the array does not start like an .npy file")
	}
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

// setType sets the kind, the size and the byte order of the elements. It reports whether the type is known.
func (a *npyArray) setType(elementType string) bool {
	// The first character is the byte order: < little-endian, > big-endian, | not applicable, = that of the machine.
	if elementType != "" && strings.IndexByte("<>|=", elementType[0]) >= 0 {
		if elementType[0] == '>' {
			a.order = binary.BigEndian
		}
		elementType = elementType[1:]
	}
	switch elementType {
	case "O":
		a.kind = 'O'
		return true
	case "b1", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8":
		a.kind, a.size = elementType[0], int(elementType[1]-'0')
		return true
	}
	// Texts of a fixed length: S counts bytes, U characters of four bytes.
	length, why := parseID([]byte(elementType[min(1, len(elementType)):]))
	if why != "" || elementType[0] != 'S' && elementType[0] != 'U' || length < 1 || length > 4*MaxName {
		return false
	}
	if a.kind, a.size = elementType[0], int(length); a.kind == 'U' {
		a.size *= 4
	}
	return true
}

// setShape parses the tuple of dimensions and compares their product with the number of bytes. bad formats an error.
func (a *npyArray) setShape(shape string, bad func(format string, args ...any) error) error {
	for _, s := range strings.Split(strings.Trim(shape, "()"), ",") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		// Python 2 writes long integers with an L.
		v, why := parseID([]byte(strings.TrimSuffix(s, "L")))
		if why != "" {
			return bad("the shape %s %s", quote(s), why)
		}
		if len(a.shape) == 5 {
			return bad("the array has more than 5 dimensions")
		}
		if v > math.MaxInt32 {
			return bad("the shape %s is too large", quote(shape))
		}
		a.shape = append(a.shape, int(v))
	}
	elements := int64(1)
	// A dimension 0 makes the product 0, whatever the other dimensions are.
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

// headerValue returns the text of the value for a key in the dictionary of a header. ok is false for a missing key.
func headerValue(header, key string) (value string, ok bool) {
	for _, quote := range []string{"'", `"`} {
		_, after, found := strings.Cut(header, quote+key+quote)
		if !found {
			continue
		}
		after = strings.TrimSpace(after)
		if !strings.HasPrefix(after, ":") {
			continue
		}
		after = strings.TrimSpace(after[1:])
		// A tuple contains commas and ends at its bracket.
		if strings.HasPrefix(after, "(") {
			value, _, ok := strings.Cut(after, ")")
			return value + ")", ok
		}
		end := strings.IndexAny(after, ",}")
		if end < 0 {
			return "", false
		}
		return strings.TrimSpace(after[:end]), true
	}
	return "", false
}

// npz is an archive of named arrays.
type npz struct {
	file string
	// arrays are the arrays of truth values and numbers, names their names in the order of the file.
	names  []string
	arrays map[string]*npyArray
	// texts are the arrays of texts. skipped are the names of arrays of other elements, which are not read.
	texts   map[string]*npyArray
	skipped []string
}

// requireNumbers returns an error if an array with one of the names exists and is not an array of numbers.
func (z *npz) requireNumbers(names ...string) error {
	for _, n := range names {
		if slices.Contains(z.skipped, n) || z.texts[n] != nil {
			return fault(z.file+"/"+n+".npy", 0, "save the array again with NumPy",
				"its elements are not booleans, integers or floats of 2, 4 or 8 bytes")
		}
	}
	return nil
}

// readNPZ reads every array of an npz file. left is the budget for the unpacked bytes; nil means the allowance of this file alone.
func readNPZ(f File, left *budget) (*npz, error) {
	if left == nil {
		own := budget(allowance(len(f.Data)))
		left = &own
	}
	// An archive with other files than arrays is no npz file.
	r, err := openZip(f)
	if err != nil {
		return nil, err
	}
	if !isNPZ(r) {
		return nil, fault(f.Name, 0, "save it with numpy.savez", "the archive holds more than .npy arrays")
	}
	z := &npz{file: f.Name, arrays: map[string]*npyArray{}, texts: map[string]*npyArray{}}
	for _, e := range r.File {
		name := strings.TrimSuffix(e.Name, ".npy")
		full := f.Name + "/" + e.Name
		// A zip archive may contain two entries of one name.
		if z.arrays[name] != nil || z.texts[name] != nil {
			return nil, fault(full, 0, "save it again with numpy.savez", "the array occurs twice")
		}
		data, err := inflate(full, len(f.Data), e.Open, left)
		if err != nil {
			return nil, err
		}
		a, err := parseNPY(File{Name: full, Data: data})
		if err != nil {
			return nil, err
		}
		// Numbers and texts are separate. Arrays of other objects are known by name only.
		switch {
		case a == nil:
			z.skipped = append(z.skipped, name)
		case a.kind == 'S' || a.kind == 'U' || a.kind == 'O':
			z.texts[name] = a
		default:
			z.names = append(z.names, name)
			z.arrays[name] = a
		}
	}
	return z, nil
}

// elements returns all elements of an array. at decodes element k.
func elements[T any](a *npyArray, at func(k int) T) []T {
	out := make([]T, a.len())
	for k := range out {
		out[k] = at(k)
	}
	return out
}
