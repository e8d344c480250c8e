package graphio

import (
	"encoding/binary"
	"math"
	"strconv"

	"sheafscope/core/words"
)

// This file reads arrays of Python objects, such as a text column of pandas. NumPy saves the objects as a pickle after the .npy header.
// The pickle contains the shape again.

// parseObjects returns the array of objects in a pickle. The objects may be None, truth values, floats, integers of 64 bits and texts.
// For any other object, for a damaged pickle, and for a pickle of anything else, it returns nil.
// If an object is a text, all elements become texts, and None becomes "". Otherwise the elements become integers or, if an object is a
// float or None, floats, with NaN for None.
func parseObjects(pickle File) *npyArray {
	value, err := unpickle(pickle)
	source, ok := value.(*pyArray)
	if err != nil || !ok || source.kind != 'O' {
		return nil
	}
	out := &npyArray{file: pickle.Name, shape: source.shape, size: 8, order: binary.LittleEndian}
	// Each object is encoded as a text, a float and an integer. The choice of one of the three arrays needs all objects.
	texts, onlyIntegers := make([]string, len(source.items)), true
	var floats, integers []byte
	for k, item := range source.items {
		var number float64
		var integer int64
		switch v := item.(type) {
		case nil:
			number, onlyIntegers = math.NaN(), false
		// A truth value is the integer 0 or 1, and a word in an array of texts.
		case bool:
			integer = words.Either[int64](v, 1, 0)
			number, texts[k] = float64(integer), words.Either(v, "True", "False")
		case int64:
			integer, number, texts[k] = v, float64(v), strconv.FormatInt(v, 10)
		case float64:
			number, onlyIntegers, texts[k] = v, false, strconv.FormatFloat(v, 'g', -1, 64)
		case string:
			texts[k], out.objects = v, texts // objects is not nil from the first text on
		default:
			return nil
		}
		floats = binary.LittleEndian.AppendUint64(floats, math.Float64bits(number))
		integers = binary.LittleEndian.AppendUint64(integers, uint64(integer))
	}
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
