package graphio

import (
	"encoding/binary"
	"math"
	"strconv"

	"sheafscope/core/words"
)

// Arrays of Python objects, such as a text column of pandas. NumPy saves them as a pickle after the .npy header.
// The pickle contains the shape again.

// parseObjects returns the array in a pickle. It returns nil for other pickles, and for objects other than numbers and texts.
// Without a text, the array has numbers: integers, or floats with NaN for None. With a text, all elements are texts, and None is "".
func parseObjects(pickle File) *npyArray {
	// Only an array of objects is accepted.
	v, err := unpickle(pickle)
	from, ok := v.(*pyArray)
	if err != nil || !ok || from.kind != 'O' {
		return nil
	}
	out := &npyArray{file: pickle.Name, shape: from.shape, size: 8, order: binary.LittleEndian}
	// The elements are encoded as texts, floats and integers at once; the kinds of all objects decide which of them is used.
	texts, onlyIntegers := make([]string, len(from.items)), true
	var floats, integers []byte
	for k, v := range from.items {
		var number float64
		var integer int64
		switch v := v.(type) {
		case nil:
			number, onlyIntegers = math.NaN(), false
		// Truth values count as integers, and as words among texts.
		case bool:
			integer = words.Either[int64](v, 1, 0)
			number, texts[k] = float64(integer), words.Either(v, "True", "False")
		case int64:
			integer, number, texts[k] = v, float64(v), strconv.FormatInt(v, 10)
		case float64:
			number, onlyIntegers, texts[k] = v, false, strconv.FormatFloat(v, 'g', -1, 64)
		case string:
			texts[k], out.objects = v, texts
		default:
			return nil
		}
		floats = binary.LittleEndian.AppendUint64(floats, math.Float64bits(number))
		integers = binary.LittleEndian.AppendUint64(integers, uint64(integer))
	}
	// A text among the objects decides for texts, and a float or None for floats.
	switch {
	case out.objects != nil:
		out.kind = 'O'
	case onlyIntegers:
		out.kind, out.data = 'i', integers
	default:
		out.kind, out.data = 'f', floats
	}
	return out
}
