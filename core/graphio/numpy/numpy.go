// Package numpy writes arrays in the npz format of NumPy.
// A program that reads no files imports package numpy in place of package graphio, which is larger.
package numpy

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"sheafscope/core/graphio/content"
)

// WriteNPZ writes arrays as an npz file for numpy.load. The elements have the type float64, int64, bool or text.
// Equal arrays give equal bytes. An array whose length differs from the product of its shape is an error. Errors of w are returned.
func WriteNPZ(w io.Writer, arrays []content.Array) error {
	z := zip.NewWriter(w)
	for _, a := range arrays {
		// size is the number of elements by the shape.
		size := 1
		for _, length := range a.Shape {
			size *= length
		}
		// One of the slices has all elements, the others are empty.
		elements := len(a.Float) + len(a.Int) + len(a.Bool) + len(a.Text)
		if size != elements {
			return fmt.Errorf("numpy: array %s of shape %v has %d elements", a.Name, a.Shape, elements)
		}
		// The header has no time, so that equal arrays give equal bytes.
		entry, err := z.CreateHeader(&zip.FileHeader{Name: a.Name + ".npy", Method: zip.Deflate})
		if err != nil {
			return err
		}
		if err := writeNPY(entry, a); err != nil {
			return err
		}
	}
	return z.Close()
}

// writeNPY writes the header and the elements of one array in version 1.0 of the npy format.
// The header has the mark of the format, the version, the length of a text, and this text, which is a Python dictionary.
// An example of the text is {'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }.
func writeNPY(w io.Writer, a content.Array) error {
	elementType, data := encodeElements(a)
	dims := make([]string, len(a.Shape))
	for axis, length := range a.Shape {
		dims[axis] = strconv.Itoa(length)
	}
	shape := strings.Join(dims, ", ")
	// Python writes a tuple of a single element with a comma.
	if len(dims) == 1 {
		shape += ","
	}
	text := "{'descr': '" + elementType + "', 'fortran_order': False, 'shape': (" + shape + "), }"
	// Mark, version and length have ten bytes. The format requires that these bytes and the text together fill a multiple of 64 bytes.
	// The text includes a line end.
	const prefixSize, alignment = 10, 64
	padding := alignment - 1 - (prefixSize+len(text))%alignment
	text += strings.Repeat(" ", padding) + "\n"
	// The length of the text is a little-endian number of two bytes.
	head := append([]byte("\x93NUMPY\x01\x00"), byte(len(text)), byte(len(text)>>8))
	if _, err := w.Write(append(head, text...)); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

// encodeElements returns the element type in the notation of NumPy, and the bytes of all elements, little-endian.
// If all four slices of a are nil, the type is that of floats.
func encodeElements(a content.Array) (elementType string, data []byte) {
	elementType = "<f8"
	switch {
	case a.Int != nil:
		elementType = "<i8"
		for _, v := range a.Int {
			data = binary.LittleEndian.AppendUint64(data, uint64(v))
		}
	case a.Bool != nil:
		elementType = "|b1"
		// A truth value is a byte, 0 or 1.
		data = make([]byte, len(a.Bool))
		for i, v := range a.Bool {
			if v {
				data[i] = 1
			}
		}
	case a.Text != nil:
		// NumPy stores texts in UTF-32, padded with zeros to the length of the longest text. The length is at least one character.
		const characterSize = 4
		width := 1
		for _, s := range a.Text {
			width = max(width, utf8.RuneCountInString(s))
		}
		elementType = "<U" + strconv.Itoa(width)
		for _, s := range a.Text {
			for _, r := range s {
				data = binary.LittleEndian.AppendUint32(data, uint32(r))
			}
			missing := width - utf8.RuneCountInString(s)
			data = append(data, make([]byte, characterSize*missing)...)
		}
	default:
		for _, v := range a.Float {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
		}
	}
	return elementType, data
}
