package graphio

import (
	"strings"
	"testing"
)

// objects3 and objects4 begin the pickle of an array of five objects, as numpy.save writes it with Python's own pickle module.
// objects3 is of NumPy 1 with protocol 3, objects4 of NumPy 2 with protocol 4 and its frame. Each test adds the objects and the end.
const (
	objects3 = "\x80\x03cnumpy.core.multiarray\n_reconstruct\nq\x00cnumpy\nndarray\nq\x01K\x00\x85q\x02C\x01bq\x03\x87q\x04Rq\x05" +
		"(K\x01K\x05\x85q\x06cnumpy\ndtype\nq\x07X\x02\x00\x00\x00O8q\x08\x89\x88\x87q\x09Rq\n(K\x03X\x01\x00\x00\x00|q\x0bNNN" +
		"J\xff\xff\xff\xffJ\xff\xff\xff\xffK?tq\x0cb\x89]q\r("
	objects4 = "\x80\x04\x95\x9d\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_reconstruct\x94\x93\x94" +
		"\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87\x94R\x94(K\x01K\x05\x85\x94h\x03\x8c\x05dtype\x94" +
		"\x93\x94\x8c\x02O8\x94\x89\x88\x87\x94R\x94(K\x03\x8c\x01|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94b\x89]\x94("
)

// TestObjectArraysAreTextsOrNumbers: arrays of Python objects are read as classes or features if the objects are texts, numbers or None.
// Other objects, programs, damaged pickles and integers of more than eight bytes are refused, with the remedy astype(str). Then want is "".
func TestObjectArraysAreTextsOrNumbers(t *testing.T) {
	edges := npyBytes("|i1", "2, 4", "\x00\x01\x02\x03\x01\x02\x03\x04")
	const path = "5 nodes; directed; 0>1 1>2 2>3 3>4; "
	// array is the name of the array of objects beside the edges: y has classes and x a feature. pickle is its text.
	// In a pickle, K, M and J begin an integer of 1, 2 or 4 bytes, \x8a a longer integer, G a float64, and X or \x8c a text. N is None,
	// \x88 is True and \x89 is False. q and \x94 store an object, and h repeats a stored one. Each array ends with "et…b.".
	for _, c := range []struct{ title, array, pickle, want string }{
		{"texts, NumPy 1", "y", objects3 + "X\x03\x00\x00\x00catq\x0eX\x03\x00\x00\x00dogq\x0fh\x0eh\x0f" +
			"X\x05\x00\x00\x00\xc3\xa9t\xc3\xa9q\x10etq\x11b.", path + "classes cat dog cat dog été"},
		{"texts and None, NumPy 2", "y", objects4 + "\x8c\x03cat\x94\x8c\x03dog\x94h\x13Nh\x14et\x94b.", path + "classes cat dog cat ? dog"},
		{"numbers", "y", objects4 + "K\x00K\x01M\x01\x00J\x00\x00\x00\x00K\x01et\x94b.", path + "classes 0 1 1 0 1"},
		{"truth values", "y", objects4 + "\x88\x89\x89\x88\x88et\x94b.", path + "classes 1 0 0 1 1"},
		{"numbers and None", "y", objects4 + "K\x02NNG\x40\x08\x00\x00\x00\x00\x00\x00K\x02et\x94b.", path + "classes 2 ? ? 3 2"},
		// As float64, the first two numbers, 2^62 + 1 and 2^62 + 2, would be equal.
		{"numbers of eight bytes", "y", objects4 + "\x8a\x08\x01\x00\x00\x00\x00\x00\x00\x40\x8a\x08\x02\x00\x00\x00\x00\x00\x00\x40" +
			"K\x07\x8a\x01\x08K\x07et\x94b.", path + "classes 4611686018427387905 4611686018427387906 7 8 7"},
		{"features", "x", objects4 + "K\x02G\x3f\xe0\x00\x00\x00\x00\x00\x00K\x01K\x00K\x00et\x94b.", path + "0 2 0.5 1 0 0"},
		{"another object", "y", objects4 + "]\x94NNNNet\x94b.", ""},
		{"a program", "y", "\x80\x04\x8c\x02os\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x85R.", ""},
		{"too few", "y", objects4 + "NNNNet\x94b.", ""},
		{"cut short", "y", objects4[:120], ""},
		{"a long integer", "y", objects4 + "\x8a\x09\x01\x00\x00\x00\x00\x00\x00\x00\x00NNNNet\x94b.", ""},
	} {
		r, err := Read([]File{archive("edge_index.npy", edges, c.array+".npy", npyBytes("|O", "5,", c.pickle))})
		if c.want == "" {
			if err == nil || !strings.Contains(err.Error(), "astype(str)") {
				t.Errorf("%s: read as %v with the error %v, want a refusal with astype(str)", c.title, r, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: refused with %v", c.title, err)
		} else if summary(r) != c.want {
			t.Errorf("%s: read as %s, want %s", c.title, summary(r), c.want)
		}
	}
}
