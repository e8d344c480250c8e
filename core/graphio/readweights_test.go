package graphio

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// tensorsOfGCN returns the tensors of a GCN with one convolution from 3 features to 2 channels and a linear layer to 2 classes.
func tensorsOfGCN() []content.Tensor {
	return []content.Tensor{{Name: "convs.0.bias", Type: "F64", Shape: []int{2}, Data: []float64{0.5, -1}},
		{Name: "convs.0.lin.weight", Type: "F64", Shape: []int{2, 3}, Data: []float64{1, 2, 3, 4, 5, 6}},
		{Name: "lin.bias", Type: "F64", Shape: []int{2}, Data: []float64{0, 1}},
		{Name: "lin.weight", Type: "F64", Shape: []int{2, 2}, Data: []float64{1, 0, 0, 1}}}
}

// safetensorsFile returns tensors of float64 as a file of safetensors. The header change(h) is written in place of the right header h.
func safetensorsFile(list []content.Tensor, change func(string) string) []byte {
	var header []string
	var block []byte
	for _, t := range list {
		start := len(block)
		for _, v := range t.Data {
			block = binary.LittleEndian.AppendUint64(block, math.Float64bits(v))
		}
		header = append(header, fmt.Sprintf(`%q:{"dtype":%q,"shape":%s,"data_offsets":[%d,%d]}`, t.Name, t.Type,
			strings.ReplaceAll(fmt.Sprint(t.Shape), " ", ","), start, len(block)))
	}
	text := change("{" + strings.Join(header, ",") + "}")
	return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...), block...)
}

// unchanged returns s.
func unchanged(s string) string { return s }

// torchFile returns tensors of float64 as torch.save writes them, a zip archive with a pickle of protocol 2.
// The pickle change(p) is written in place of the right pickle p. Sizes and shapes are below 256.
func torchFile(t testing.TB, list []content.Tensor, change func(string) string) []byte {
	t.Helper()
	// text and tuple return the operations that push a text and a tuple of integers.
	text := func(s string) string {
		return "X" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(s)))) + s
	}
	tuple := func(list []int) string {
		out := "("
		for _, v := range list {
			out += "K" + string([]byte{byte(v)})
		}
		return out + "t"
	}
	pickle := "\x80\x02ccollections\nOrderedDict\n)R("
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	// The numbers of tensor k are the entry net/data/k of the archive.
	for k, v := range list {
		strides, n := make([]int, len(v.Shape)), 1
		for q := len(v.Shape) - 1; q >= 0; q-- {
			strides[q] = n
			n *= v.Shape[q]
		}
		pickle += text(v.Name) + "ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") + "ctorch\nDoubleStorage\n" + text(fmt.Sprint(k)) +
			text("cpu") + "K" + string([]byte{byte(n)}) + "tQK\x00" + tuple(v.Shape) + tuple(strides) + "\x89ccollections\nOrderedDict\n)RtR"
		e, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("net/data/%d", k), Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range v.Data {
			if _, err := e.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x))); err != nil {
				t.Fatal(err)
			}
		}
	}
	e, err := z.Create("net/data.pkl")
	if err != nil {
		t.Fatal(err)
	}
	// The attribute _metadata of a state_dict, an item of which has one entry.
	pickle += "u}" + text("_metadata") + "ccollections\nOrderedDict\n)R" + text("") + "}" + text("version") + "K\x01sssb."
	if _, err := e.Write([]byte(change(pickle))); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// withDamagedByteOrder returns a file of torchFile with the entry byteorder, whose text does not match its checksum.
func withDamagedByteOrder(t testing.TB, file []byte) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range in.File {
		if err := z.Copy(e); err != nil {
			t.Fatal(err)
		}
	}
	e, err := z.CreateHeader(&zip.FileHeader{Name: "net/byteorder", Method: zip.Store})
	if err == nil {
		_, err = e.Write([]byte("little"))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Replace(out.Bytes(), []byte("little"), []byte("lottle"), 1)
}

// npzFile returns tensors as numpy.savez writes them.
func npzFile(t testing.TB, list []content.Tensor) []byte {
	t.Helper()
	var arrays []Array
	for _, v := range list {
		arrays = append(arrays, Array{Name: v.Name, Shape: v.Shape, Float: v.Data})
	}
	var out bytes.Buffer
	if err := WriteNPZ(&out, arrays); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// An empty tensor has no elements, wherever the length 0 stands in its shape. Its other lengths are not limited by the file.
func TestEmptyTensorsAreTensors(t *testing.T) {
	for _, shape := range [][]int64{{0}, {2, 0}, {0, 2}, {1 << 40, 3, 0}} {
		lengths, elements, why := dims(shape, 0)
		if why != "" || elements != 0 || len(lengths) != len(shape) {
			t.Errorf("the shape %v has %d elements and %d lengths, %q; want no elements and no fault", shape, elements, len(lengths), why)
		}
	}
	if _, _, why := dims([]int64{0, -1}, 0); why == "" {
		t.Error("a negative length beside 0 is accepted")
	}
}

// TestWeightContainersGiveOneNetwork: safetensors, PyTorch and npz give the same network, alone and beside a graph.
// A table is no file of weights. The network does not fit a graph with other numbers of features and classes.
func TestWeightContainersGiveOneNetwork(t *testing.T) {
	list := tensorsOfGCN()
	// first is the network of the first container, with which the others are compared.
	var first *content.Weights
	for _, f := range []File{{Name: "net", Data: safetensorsFile(list, unchanged)}, {Name: "net", Data: torchFile(t, list, unchanged)},
		{Name: "net", Data: npzFile(t, list)}} {
		net, err := Reader{}.Weights(f)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = net
		}
		if !reflect.DeepEqual(net, first) || net.Model != "gcn" || net.Features != 3 || net.Classes != 2 || net.Settings["linear_head"] != "1" {
			t.Errorf("the network is %+v, want the GCN %+v", net, first)
		}
		res, err := Read([]File{{Name: "edges.csv", Data: []byte("0,1\n1,2\n")}, f})
		if err != nil || !reflect.DeepEqual(res.Weights, first) || res.Graph.N != 3 {
			t.Errorf("beside a graph: read as %+v, error %v; want 3 nodes and the same network", res, err)
		}
	}
	if net, err := (Reader{}).Weights(File{Name: "edges.csv", Data: []byte("0,1\n")}); net != nil || err != nil {
		t.Errorf("a table is read as the weights %+v, error %v; want neither", net, err)
	}
	g := graph.Karate()
	if err := first.Fits(g); err == nil || !strings.Contains(err.Error(), "3 features and 2 classes") {
		t.Errorf("on another graph the error is %v, want one with the sizes of the network", err)
	}
}

// TestElementTypesDecodeExactly: an element of each of the ten types decodes to its exact number. elementSizes has its number of bytes.
// The bytes are little-endian. The values of F16 and BF16 are the nearest ones to 0.1.
func TestElementTypesDecodeExactly(t *testing.T) {
	for kind, c := range map[string]struct {
		bytes []byte
		want  float64
	}{
		"F64":  {binary.LittleEndian.AppendUint64(nil, math.Float64bits(-0.1)), -0.1},
		"F32":  {binary.LittleEndian.AppendUint32(nil, math.Float32bits(0.1)), float64(float32(0.1))},
		"F16":  {[]byte{0x66, 0x2e}, 0.0999755859375},
		"BF16": {[]byte{0xcd, 0x3d}, 0.10009765625},
		"I64":  {[]byte{0xfe, 255, 255, 255, 255, 255, 255, 255}, -2},
		"I32":  {[]byte{0xfe, 255, 255, 255}, -2},
		"I16":  {[]byte{0xfe, 255}, -2},
		"I8":   {[]byte{0xfe}, -2},
		"U8":   {[]byte{0xfe}, 254},
		"BOOL": {[]byte{1}, 1},
	} {
		if got := decodeElement(kind, c.bytes); got != c.want || elementSizes[kind] != len(c.bytes) {
			t.Errorf("%s: decoded as %v, want %v; elementSizes has %d bytes, want %d", kind, got, c.want, elementSizes[kind], len(c.bytes))
		}
	}
}

// TestUnsoundWeightsAreRefused: files of weights that claim what they do not hold are refused within the time and memory of bounded.
// The error has the words of the table and a remedy. Weights alone are read without a graph, and two files of weights are refused.
// A block of bytes that is claimed by 2001 tensors is refused, too.
func TestUnsoundWeightsAreRefused(t *testing.T) {
	list := tensorsOfGCN()
	// swap returns the change that replaces old, which must occur, by new.
	swap := func(old, new string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, old) {
				t.Fatalf("the text to replace, %q, is not in %q", old, s)
			}
			return strings.Replace(s, old, new, 1)
		}
	}
	soundFile := safetensorsFile(list, unchanged)
	// In a pickle, K is followed by an integer of one byte, and X by the length of a text and the text.
	for name, c := range map[string]struct {
		data  []byte
		words string
	}{
		"shape":      {safetensorsFile(list, swap("[2,3]", "[2,4]")), "needs 64 bytes, there are 48"},
		"huge":       {safetensorsFile(list, swap("[2,3]", "[4000000000,4000000000]")), "claims more elements"},
		"negative":   {safetensorsFile(list, swap("[2,3]", "[-2,-3]")), "claims more elements"},
		"fraction":   {safetensorsFile(list, swap("[2,3]", "[2.5,3]")), "is no tensor"},
		"deep":       {safetensorsFile(list, swap("[2,3]", "[1,1,1,1,1,1,1,2,3]")), "more than 8 dimensions"},
		"offsets":    {safetensorsFile(list, swap("[0,16]", "[16,0]")), "offsets [16 0]"},
		"beyond":     {safetensorsFile(list, swap("[0,16]", "[0,1600]")), "offsets [0 1600]"},
		"type":       {safetensorsFile(list, swap("F64", "F8_E4M3")), "F8_E4M3"},
		"header":     {safetensorsFile(list, swap(`"shape"`, `shape`)), "no JSON object"},
		"metadata":   {safetensorsFile(list, swap(`{"convs`, `{"__metadata__":{"a":1},"convs`)), "__metadata__"},
		"cut":        {soundFile[:len(soundFile)-9], "offsets"},
		"nothing":    {safetensorsFile(nil, unchanged), "holds no tensors"},
		"call":       {torchFile(t, list, swap("ccollections\nOrderedDict", "cos\nsystem")), "os system"},
		"strides":    {torchFile(t, list, swap("(K\x02K\x03t(K\x03K\x01t", "(K\x02K\x03t(K\x63K\x01t")), "beyond its numbers"},
		"no storage": {torchFile(t, list, swap("X\x01\x00\x00\x000", "X\x01\x00\x00\x009")), "are missing"},
		"large":      {torchFile(t, list, swap("K\x02K\x02t", "K\xffK\xfft")), "beyond its numbers"},
		"byteorder":  {withDamagedByteOrder(t, torchFile(t, list, unchanged)), "damaged"},
		"not a dict": {torchFile(t, list, func(string) string { return "\x80\x02K\x01." }), "no dictionary of tensors"},
	} {
		var err error
		bounded(t, len(c.data), func() { _, err = Reader{}.Weights(File{Name: "net", Data: c.data}) })
		var e *Error
		if !errors.As(err, &e) || e.Remedy == "" || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: the error is %v, want one with %q and a remedy", name, err, c.words)
		}
	}
	res, err := Read([]File{{Name: "net.safetensors", Data: soundFile}})
	if err != nil || res.Graph != nil || res.Weights == nil || !strings.Contains(res.RequireGraph().Error(), "without its graph") {
		t.Errorf("weights alone: read as %+v, error %v; want weights without a graph", res, err)
	}
	edges := File{Name: "edges.csv", Data: []byte("0,1\n1,2\n")}
	if _, err := Read([]File{edges, {Name: "a", Data: soundFile}, {Name: "b", Data: soundFile}}); err == nil || !strings.Contains(err.Error(),
		"two files") {
		t.Errorf("two files of weights: the error is %v, want one with \"two files\"", err)
	}
	// The header names 2001 tensors with the same 20 000 bytes, which would need 2001 times their memory.
	many := make([]string, 0, 2001)
	for k := range 2001 {
		many = append(many, fmt.Sprintf(`"t%d":{"dtype":"U8","shape":[20000],"data_offsets":[0,20000]}`, k))
	}
	text := "{" + strings.Join(many, ",") + "}"
	bomb := append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...), make([]byte, 20000)...)
	if _, err := (Reader{}).Weights(File{Name: "net", Data: bomb}); err == nil || !strings.Contains(err.Error(), "numbers together") {
		t.Errorf("a block under many names: the error is %v, want one about all numbers together", err)
	}
}

// probeWeights reads a file as weights within the limits of bounded.
// The result must be an *Error with a remedy, no network, or a sound network.
// In a sound network, the shape of each parameter fits its numbers, none of which is NaN.
func probeWeights(t *testing.T, data []byte) {
	t.Helper()
	var net *content.Weights
	var err error
	bounded(t, len(data), func() { net, err = Reader{}.Weights(File{Name: "net", Data: data}) })
	if err != nil {
		var e *Error
		if !errors.As(err, &e) || e.Msg == "" || e.Remedy == "" {
			t.Fatalf("the error %#v has no message or no remedy", err)
		}
		return
	}
	if net == nil {
		return // The file is not one of weights.
	}
	for _, p := range net.Params {
		n := 1
		for _, d := range p.Shape {
			n *= d
		}
		if n != len(p.Data) || slices.ContainsFunc(p.Data, math.IsNaN) {
			t.Fatalf("the parameter %s of shape %v has %d numbers, or NaN among them", p.Name, p.Shape, len(p.Data))
		}
	}
}

// tensorsOfShapes returns tensors with the elements 1/2, 1/3, …. list has their names.
// The digits of its shape follow each name behind a space. A scalar has no digits.
func tensorsOfShapes(list string) (out []content.Tensor) {
	for _, entry := range strings.Split(list, ", ") {
		name, digits, _ := strings.Cut(entry, " ")
		t, n := content.Tensor{Name: name, Type: "F64"}, 1
		for _, d := range digits {
			t.Shape = append(t.Shape, int(d-'0'))
			n *= int(d - '0')
		}
		t.Data = make([]float64, n)
		for k := range t.Data {
			t.Data[k] = 1 / float64(k+2)
		}
		out = append(out, t)
	}
	return out
}

// familiesToChange are small networks as texts for tensorsOfShapes: of GCNConv, GATConv, GATv2Conv, SAGEConv, GCN2Conv,
// Neural Sheaf Diffusion and SGPC, in this order.
var familiesToChange = []string{
	"convs.0.lin.weight 23, norms.0.running_mean 2, norms.0.running_var 2, norms.0.weight 2, norms.0.bias 2, lin.weight 22, lin.bias 2",
	"c.att_src 122, c.att_dst 122, c.lin.weight 43, c.bias 4, c.res.weight 43, bn.running_mean 4, bn.running_var 4, out.weight 24",
	"c.att 112, c.lin_l.weight 23, c.lin_l.bias 2, c.lin_r.weight 23, c.lin_r.bias 2, bn.running_mean 2, bn.running_var 2, out.weight 22",
	"c.0.lin_l.weight 23, c.0.lin_l.bias 2, c.0.lin_r.weight 23, c.1.lin_l.weight 22, c.1.lin_l.bias 2, c.1.lin_r.weight 22",
	"lins.0.weight 23, lins.0.bias 2, lins.1.weight 22, convs.0.weight1 22, convs.1.weight1 22",
	"lin1.weight 43, lin1.bias 4, sheaf_learners.0.linear1.weight 28, lin_left_weights.0.weight 22, lin_right_weights.0.weight 22, " +
		"weight_learners.0.linear1.weight 18, epsilons.0 21, lin2.weight 24, lin2.bias 2",
	"in_lin.weight 23, in_lin.bias 2, in_norm.weight 2, in_norm.bias 2, W_sheaf 22, gamma 4, alpha_svr , alpha_afm , mlp.0.weight 32, " +
		"mlp.0.bias 3, mlp.3.weight 23, mlp.3.bias 2",
}

// FuzzReadSafetensors changes files of safetensors. The seeds are a GCN, the networks of familiesToChange and a file without
// tensors. The networks of familiesToChange must be read.
func FuzzReadSafetensors(f *testing.F) {
	f.Add(safetensorsFile(tensorsOfGCN(), unchanged))
	for _, list := range familiesToChange {
		file := safetensorsFile(tensorsOfShapes(list), unchanged)
		if net, err := (Reader{}).Weights(File{Name: "net", Data: file}); net == nil || err != nil {
			f.Fatalf("%q is read as %v, error %v; want a network", list, net, err)
		}
		f.Add(file)
	}
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, data []byte) { probeWeights(t, data) })
}

// FuzzReadStateDictNPZ changes npz files of a GCN and of the networks of familiesToChange.
func FuzzReadStateDictNPZ(f *testing.F) {
	f.Add(npzFile(f, tensorsOfGCN()))
	for _, list := range familiesToChange {
		f.Add(npzFile(f, tensorsOfShapes(list)))
	}
	f.Fuzz(func(t *testing.T, data []byte) { probeWeights(t, data) })
}

// FuzzReadTorch changes the pickle inside an archive of PyTorch. A change of the archive itself would only break checksums.
func FuzzReadTorch(f *testing.F) {
	var pickle string
	torchFile(f, tensorsOfGCN(), func(s string) string { pickle = s; return s })
	f.Add([]byte(pickle))
	f.Fuzz(func(t *testing.T, data []byte) {
		probeWeights(t, torchFile(t, tensorsOfGCN(), func(string) string { return string(data) }))
	})
}
