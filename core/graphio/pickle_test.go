package graphio

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// This file writes the pickles that a Planetoid set consists of, and tests their reading.

// pickled returns the pickle of protocol 2 whose operations are body.
func pickled(body string) []byte { return []byte("\x80\x02" + body + ".") }

// pickleInt returns the operation that pushes an integer of 4 bytes.
func pickleInt(v int) string { return string(binary.LittleEndian.AppendUint32([]byte("J"), uint32(v))) }

// pickleText returns the operation that pushes a text.
func pickleText(s string) string {
	return string(binary.LittleEndian.AppendUint32([]byte("T"), uint32(len(s)))) + s
}

// pickleArray returns the operations that push a NumPy array of 4-byte elements. kind is i4 or f4, data the bytes of the elements.
// As in a pickle by NumPy, the array is _reconstruct(ndarray, (0,), "b") with the state (1, shape, dtype, False, data).
func pickleArray(kind, data string, shape ...int) string {
	dims := "("
	for _, n := range shape {
		dims += pickleInt(n)
	}
	return "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85U\x01b\x87R(K\x01" + dims + "t" +
		"cnumpy\ndtype\n" + pickleText(kind) + "K\x00K\x01\x87R(K\x03U\x01<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89" +
		pickleText(data) + "tb"
}

// int32Bytes returns integers as little-endian bytes.
func int32Bytes(list ...int32) string {
	var b []byte
	for _, v := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return string(b)
}

// pickleGraph returns the pickle of a dictionary from node to neighbours. The last entry has the opcode SETITEM, which Python writes for an
// entry alone: the only one, or one after 1000 others.
func pickleGraph(neighbours map[int][]int) []byte {
	body := "ccollections\ndefaultdict\nc__builtin__\nlist\n\x85R("
	for k, i := range slices.Sorted(maps.Keys(neighbours)) {
		if k == len(neighbours)-1 {
			body += "u"
		}
		body += pickleInt(i) + "](" // key, list, mark
		for _, j := range neighbours[i] {
			body += pickleInt(j)
		}
		body += "e"
	}
	return pickled(body + "s")
}

// smallPlanetoid returns files of a set of four nodes with classes 0 and 1. Two of the nodes are test nodes.
// x has the features [1 0 0] and [0 1 2], and y the classes 0 and 1, as rows with a single 1.
// The training nodes 0 and 1 have these features and classes, and so have the test nodes.
// g is the graph, and index lists the test nodes 3 and 2.
func smallPlanetoid() (x, y, g, index []byte) {
	// The elements of data are the bits of the float32 numbers 1, 1 and 2.
	csr := "cscipy.sparse.csr\ncsr_matrix\n)\x81}(U\x06_shape" + pickleInt(2) + pickleInt(3) + "\x86" +
		"U\x06indptr" + pickleArray("i4", int32Bytes(0, 1, 3), 3) + "U\x07indices" + pickleArray("i4", int32Bytes(0, 1, 2), 3) +
		"U\x04data" + pickleArray("f4", int32Bytes(0x3f800000, 0x3f800000, 0x40000000), 3) + "ub"
	return pickled(csr), pickled(pickleArray("i4", int32Bytes(1, 0, 0, 1), 2, 2)),
		pickleGraph(map[int][]int{0: {1, 2}, 1: {0}, 2: {0, 3}, 3: {2}}), []byte("3\n2\n")
}

// TestPlanetoidTestRowsFollowIndex: the rows of tx and ty belong to the test nodes in the order of the file test.index.
func TestPlanetoidTestRowsFollowIndex(t *testing.T) {
	x, y, g, index := smallPlanetoid()
	r, err := Read([]File{{Name: "ind.t.allx", Data: x}, {Name: "ind.t.ally", Data: y}, {Name: "ind.t.tx", Data: x},
		{Name: "ind.t.ty", Data: y}, {Name: "ind.t.graph", Data: g}, {Name: "ind.t.test.index", Data: index}})
	if err != nil {
		t.Fatal(err)
	}
	// Row 0 of tx is node 3, row 1 is node 2.
	got := r.Graph
	if got.Name != "t" || got.N != 4 || len(got.Edges) != 3 {
		t.Errorf("read as %+v, want the graph t of 4 nodes and 3 edges", got)
	}
	if want := []int{0, 1, 1, 0}; !slices.Equal(got.Labels, want) {
		t.Errorf("the labels are %v, want %v", got.Labels, want)
	}
	if !slices.Equal(got.X.Col, []int32{0, 1, 2, 1, 2, 0}) || !slices.Equal(got.X.Val, []float64{1, 1, 2, 1, 2, 1}) {
		t.Errorf("the features are %+v, want the rows [1 0 0] and [0 1 2], then those of the test nodes, [0 1 2] and [1 0 0]", got.X)
	}
	// Node 3 is neither in the index nor in the graph.
	r, err = Read([]File{{Name: "ind.t.allx", Data: x}, {Name: "ind.t.ally", Data: y}, {Name: "ind.t.tx", Data: x},
		{Name: "ind.t.ty", Data: y},
		{Name: "ind.t.graph", Data: pickleGraph(map[int][]int{0: {1}})}, {Name: "ind.t.test.index", Data: []byte("4\n2\n")}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "1 node has neither features nor a label"; !strings.Contains(strings.Join(r.Graph.Notes, " "), want) {
		t.Errorf("the notes are %q, want one with %q", r.Graph.Notes, want)
	}
}

// npyBytes returns an .npy file in C order. descr is the type of its elements, shape a Python tuple without its brackets, and data the
// bytes of the elements.
func npyBytes(descr, shape, data string) []byte {
	var b bytes.Buffer
	h := "{'descr': " + strconv.QuoteToASCII(descr) + ", 'fortran_order': False, 'shape': (" + shape + "), }\n"
	b.WriteString("\x93NUMPY\x01\x00")
	b.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(h))))
	b.WriteString(h + data)
	return b.Bytes()
}

// TestPickleErrorsNameTheOpcode: an error names the byte of the opcode, and the limit of lists that the reader has.
func TestPickleErrorsNameTheOpcode(t *testing.T) {
	for want, body := range map[string]string{
		"an operation at byte 2 lacks its operand":      "",
		"no mark for the operation at byte 3":           "Nt",
		"byte 4 does not set items of a dictionary":     "N(u",
		"byte 2 is an integer of 9 bytes":               "\x8a\x09123456789",
		"more than 200100 lists and dictionaries":       strings.Repeat("]", MaxNodes+101),
		"byte 2 is the operation 0x69, which these":     "i__builtin__\neval\n",
		"byte 4 appends to something that is no list (": "NNa",
	} {
		_, err := unpickle(File{Name: "p", Data: pickled(body)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}
