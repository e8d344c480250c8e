package graphio

import (
	"encoding/binary"
	"math"
	"strconv"

	"sheafscope/core/words"
)

// NumPy saves an array of Python objects, such as a text column of pandas, as a pickle behind the .npy header. The
// pickle repeats the shape.

// parseObjects returns the array in a pickle, nil for other pickles and other objects.
// Numbers, truth values and None, as NaN, give an array of numbers. With a text among them, all become texts and None is "".
func parseObjects(pickle File) *npyArray {
	v, err := unpickle(pickle)
	from, ok := v.(*pyArray)
	if err != nil || !ok || from.kind != 'O' {
		return nil
	}
	out := &npyArray{file: pickle.Name, shape: from.shape, size: 8, order: binary.LittleEndian}
	texts, integers := make([]string, len(from.items)), true
	var floats, ints []byte
	for k, v := range from.items {
		var number float64
		var integer int64
		switch v := v.(type) {
		case nil:
			number, integers = math.NaN(), false
		case bool:
			integer = words.Either[int64](v, 1, 0)
			number, texts[k] = float64(integer), words.Either(v, "True", "False")
		case int64:
			integer, number, texts[k] = v, float64(v), strconv.FormatInt(v, 10)
		case float64:
			number, integers, texts[k] = v, false, strconv.FormatFloat(v, 'g', -1, 64)
		case string:
			texts[k], out.objects = v, texts
		default:
			return nil
		}
		floats = binary.LittleEndian.AppendUint64(floats, math.Float64bits(number))
		ints = binary.LittleEndian.AppendUint64(ints, uint64(integer))
	}
	switch {
	case out.objects != nil:
		out.kind = 'O'
	case integers:
		out.kind, out.data = 'i', ints
	default:
		out.kind, out.data = 'f', floats
	}
	return out
}
