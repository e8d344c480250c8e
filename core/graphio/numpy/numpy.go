// Package numpy writes arrays in the format of NumPy. Programs without readers import it in place of package graphio.
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

// WriteNPZ writes arrays as an npz file for numpy.load, with elements float64, int64, bool or texts.
// Equal arrays give equal bytes. An array whose length differs from its shape is an error.
func WriteNPZ(w io.Writer, arrays []content.Array) error {
	z := zip.NewWriter(w)
	for _, a := range arrays {
		size := 1
		for _, n := range a.Shape {
			size *= n
		}
		if n := len(a.Float) + len(a.Int) + len(a.Bool) + len(a.Text); size != n {
			return fmt.Errorf("numpy: array %s of shape %v has %d elements", a.Name, a.Shape, n)
		}
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

// writeNPY writes the header and the elements of one array, little-endian.
func writeNPY(w io.Writer, a content.Array) error {
	var data []byte
	descr := "<f8"
	switch {
	case a.Int != nil:
		descr = "<i8"
		for _, v := range a.Int {
			data = binary.LittleEndian.AppendUint64(data, uint64(v))
		}
	case a.Bool != nil:
		descr = "|b1"
		data = make([]byte, len(a.Bool))
		for i, v := range a.Bool {
			if v {
				data[i] = 1
			}
		}
	case a.Text != nil:
		// NumPy stores texts of equal length, in UTF-32 and padded with zeros.
		width := 1
		for _, s := range a.Text {
			width = max(width, utf8.RuneCountInString(s))
		}
		descr = "<U" + strconv.Itoa(width)
		for _, s := range a.Text {
			for _, r := range s {
				data = binary.LittleEndian.AppendUint32(data, uint32(r))
			}
			data = append(data, make([]byte, 4*(width-utf8.RuneCountInString(s)))...)
		}
	default:
		for _, v := range a.Float {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
		}
	}
	dims := make([]string, len(a.Shape))
	for i, n := range a.Shape {
		dims[i] = strconv.Itoa(n)
	}
	shape := strings.Join(dims, ", ")
	if len(dims) == 1 {
		shape += ","
	}
	text := "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }"
	// The header ends at a multiple of 64 bytes, as the format requires.
	text += strings.Repeat(" ", 63-(10+len(text))%64) + "\n"
	head := append([]byte("\x93NUMPY\x01\x00"), byte(len(text)), byte(len(text)>>8))
	if _, err := w.Write(append(head, text...)); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}
