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

// An .npy file (NumPy formats 1.0 to 3.0) begins with "\x93NUMPY", a version and the length of a header.
// The header is the text of a Python dictionary with descr, fortran_order and shape. The bytes of the array follow.

// npyArray is an array in the bytes of its file. Elements are decoded on demand, so that an array of bytes does not grow eightfold.
type npyArray struct {
	file  string
	shape []int
	// kind is 'b', 'u', 'i' or 'f'; for texts 'S', 'U' or, for Python objects, 'O'.
	kind byte
	// size is the number of bytes of an element.
	size  int
	order binary.ByteOrder
	// fortran reports that the first index runs fastest.
	fortran bool
	data    []byte
	// objects are the elements of kind 'O'.
	objects []string
}

// len returns the number of elements.
func (a *npyArray) len() int {
	if a.kind == 'O' {
		return len(a.objects)
	}
	return len(a.data) / a.size
}

// offset returns the position of element (i, j) of a two-dimensional array.
func (a *npyArray) offset(i, j int) int {
	if a.fortran {
		return j*a.shape[0] + i
	}
	return i*a.shape[1] + j
}

// rowMajor returns the array with the last index running fastest, nil for nil. An array in this order is returned itself.
func (a *npyArray) rowMajor() *npyArray {
	if a == nil || !a.fortran || len(a.shape) < 2 {
		return a
	}
	out := *a
	out.fortran, out.data = false, make([]byte, len(a.data))
	// at holds the indices of element k of out.
	at := make([]int, len(a.shape))
	for k := range a.len() {
		from, step := 0, 1
		for q, i := range at {
			from, step = from+i*step, step*a.shape[q]
		}
		copy(out.data[k*a.size:(k+1)*a.size], a.data[from*a.size:])
		for q := len(at) - 1; q >= 0; q-- {
			if at[q]++; at[q] < a.shape[q] {
				break
			}
			at[q] = 0
		}
	}
	return &out
}

// integer returns element k of an array of truth values or integers.
func (a *npyArray) integer(k int) int64 {
	p := a.data[k*a.size : (k+1)*a.size]
	var u uint64
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

// float returns element k as a float64.
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

// number returns element k as decimal text. Integers keep all digits.
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

// texts returns the elements of an array of texts, each up to its first NUL.
func (a *npyArray) texts() []string {
	if a.kind == 'O' {
		return a.objects
	}
	out := make([]string, a.len())
	for k := range out {
		p := a.data[k*a.size : (k+1)*a.size]
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
		text, _, _ := bytes.Cut(p, []byte{0})
		out[k] = string(text)
	}
	return out
}

// parseNPY parses an .npy file and checks the shape against the bytes present.
// It returns nil for elements that are neither numbers nor texts, nor Python objects for such.
func parseNPY(f File) (*npyArray, error) {
	bad := func(format string, args ...any) (*npyArray, error) {
		return nil, fault(f.Name, 0, "save the array again with NumPy", format, args...)
	}
	d := f.Data
	if len(d) < 10 || string(d[:6]) != "\x93NUMPY" {
		return bad("the array does not start like an .npy file")
	}
	start, length := 10, int(binary.LittleEndian.Uint16(d[8:]))
	// Versions 2 and 3 have a length of four bytes.
	if d[6] == 2 || d[6] == 3 {
		if len(d) < 12 {
			return bad("the header is cut short")
		}
		wide := binary.LittleEndian.Uint32(d[8:])
		if int64(wide) > int64(len(d)) {
			return bad("the header is cut short")
		}
		start, length = 12, int(wide)
	} else if d[6] != 1 {
		return bad("version %d of the .npy format is unknown", d[6])
	}
	if start+length > len(d) {
		return bad("the header is cut short")
	}
	header := string(d[start : start+length])
	a := &npyArray{file: f.Name, data: d[start+length:], order: binary.LittleEndian}
	descr, ok := headerValue(header, "descr")
	if !ok || len(descr) < 2 || descr[0] != '\'' && descr[0] != '"' {
		return bad("the header names no element type")
	}
	descr = strings.Trim(descr, `'"`)
	if descr != "" && strings.IndexByte("<>|=", descr[0]) >= 0 {
		if descr[0] == '>' {
			a.order = binary.BigEndian
		}
		descr = descr[1:]
	}
	switch descr {
	case "O":
		return parseObjects(File{Name: f.Name, Data: d[start+length:]}), nil
	case "b1", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8":
		a.kind, a.size = descr[0], int(descr[1]-'0')
	default:
		length, why := parseID([]byte(descr[min(1, len(descr)):]))
		if why != "" || descr[0] != 'S' && descr[0] != 'U' || length < 1 || length > 4*MaxName {
			return nil, nil
		}
		if a.kind, a.size = descr[0], int(length); a.kind == 'U' {
			a.size *= 4
		}
	}
	order, _ := headerValue(header, "fortran_order")
	a.fortran = order == "True"
	shape, ok := headerValue(header, "shape")
	if !ok {
		return bad("the header has no shape")
	}
	elements := int64(1)
	for _, s := range strings.Split(strings.Trim(shape, "()"), ",") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
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
	// A zero makes the product zero, whatever the other axes claim.
	if slices.Contains(a.shape, 0) {
		elements = 0
	}
	for _, v := range a.shape {
		// The division avoids an overflow of the product.
		if v > 0 && elements > int64(len(a.data))/int64(v) {
			return bad("the shape %s needs more than the %d bytes present", quote(shape), len(a.data))
		}
		elements *= int64(v)
	}
	if elements*int64(a.size) != int64(len(a.data)) {
		return bad("the shape %s needs %d bytes, there are %d", quote(shape), elements*int64(a.size), len(a.data))
	}
	return a, nil
}

// headerValue returns the text of a value in the dictionary of a header; ok is false for a missing key.
func headerValue(header, key string) (string, bool) {
	for _, q := range []string{"'", `"`} {
		_, after, ok := strings.Cut(header, q+key+q)
		if !ok {
			continue
		}
		after = strings.TrimSpace(after)
		if !strings.HasPrefix(after, ":") {
			continue
		}
		after = strings.TrimSpace(after[1:])
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
	// names are the names of arrays, which holds arrays of numbers, in the order of the file.
	names  []string
	arrays map[string]*npyArray
	// texts are the arrays of texts. skipped names arrays of other elements, which are not read.
	texts   map[string]*npyArray
	skipped []string
}

// requireNumbers returns an error where one of the named arrays exists but holds no numbers.
func (z *npz) requireNumbers(names ...string) error {
	for _, n := range names {
		if slices.Contains(z.skipped, n) || z.texts[n] != nil {
			return fault(z.file+"/"+n+".npy", 0, "save the array again with NumPy",
				"its elements are not booleans, integers or floats of 2, 4 or 8 bytes")
		}
	}
	return nil
}

// readNPZ reads every array of an npz file. A nil left stands for the allowance of the file alone.
func readNPZ(f File, left *budget) (*npz, error) {
	if left == nil {
		own := budget(allowance(len(f.Data)))
		left = &own
	}
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

// elements returns all elements of an array.
func elements[T any](a *npyArray, at func(k int) T) []T {
	out := make([]T, a.len())
	for k := range out {
		out[k] = at(k)
	}
	return out
}
