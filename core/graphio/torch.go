package graphio

import (
	"archive/zip"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file reads files of torch.save, which are zip archives.
// NAME/data.pkl is a pickle of the object, and NAME/data/KEY has the elements of the storage KEY.
// In the pickle, a tensor is a call of _rebuild_tensor_v2 with a storage, an offset, a shape and strides.
// The reader constructs the tensor from these arguments and calls no function.

// torchStorages are the types of elements, in the notation of safetensors, by the class of the storage.
var torchStorages = map[pyGlobal]string{"torch DoubleStorage": "F64", "torch FloatStorage": "F32", "torch HalfStorage": "F16",
	"torch BFloat16Storage": "BF16", "torch LongStorage": "I64", "torch IntStorage": "I32", "torch ShortStorage": "I16",
	"torch CharStorage": "I8", "torch ByteStorage": "U8", "torch BoolStorage": "BOOL"}

// The values of a pickle of tensors, in addition to the values in pickle.go.
type (
	// pyStorage is a storage with the type of its elements. key names its entry in the archive.
	pyStorage struct{ kind, key string }
	// pyTensor is a view of a storage. offset and strides count elements.
	pyTensor struct {
		storage        *pyStorage
		offset         int64
		shape, strides []int64
	}
)

// torchNames reports whether a pickle of tensors may contain the class or function name: a dictionary, a tensor, a parameter or a storage.
func torchNames(name string) bool {
	switch name {
	case "collections OrderedDict", "torch._utils _rebuild_tensor_v2", "torch._utils _rebuild_parameter":
		return true
	}
	return torchStorages[pyGlobal(name)] != ""
}

// torchPersistent returns the storage with the persistent name v. Pickles use such names for objects outside the pickle.
// It returns nil if v is not the name of a storage with a known type of elements.
func torchPersistent(v any) any {
	// The name is a tuple ("storage", class, key, …).
	t, _ := v.(pyTuple)
	if len(t) < 3 || t[0] != any("storage") {
		return nil
	}
	class, _ := t[1].(pyGlobal)
	key, isText := t[2].(string)
	if torchStorages[class] == "" || !isText {
		return nil
	}
	return &pyStorage{torchStorages[class], key}
}

// torchConstruct returns the tensor, parameter or dictionary that the call of name with args constructs. It returns nil for the call of any
// other class or function, and for arguments that do not fit.
func torchConstruct(name pyGlobal, args pyTuple) any {
	switch {
	case name == "collections OrderedDict" && len(args) == 0:
		return &pyDict{}
	// A parameter is read as its tensor, without its gradient.
	case name == "torch._utils _rebuild_parameter" && len(args) > 0:
		if t, ok := args[0].(*pyTensor); ok {
			return t
		}
	case name == "torch._utils _rebuild_tensor_v2" && len(args) >= 4:
		storage, isStorage := args[0].(*pyStorage)
		offset, isInt := args[1].(int64)
		shape, okShape := integers(args[2])
		strides, okStrides := integers(args[3])
		// A tensor has a stride per dimension.
		validTypes := isStorage && isInt && okShape && okStrides
		if validTypes && len(shape) == len(strides) && offset >= 0 {
			return &pyTensor{storage, offset, shape, strides}
		}
	}
	return nil
}

// integers returns the elements of a tuple of integers from 0 on. ok is false if v is no such tuple.
func integers(v any) (out []int64, ok bool) {
	t, ok := v.(pyTuple)
	for _, x := range t {
		n, isInt := x.(int64)
		if !isInt || n < 0 {
			return nil, false
		}
		out = append(out, n)
	}
	return out, ok
}

// isTorch reports whether torch.save wrote an archive: it has an entry data.pkl.
func isTorch(r *zip.Reader) bool {
	for _, e := range r.File {
		if strings.HasSuffix("/"+e.Name, "/data.pkl") {
			return true
		}
	}
	return false
}

// readTorch reads a state_dict, which is a dictionary of tensors, from an archive f that torch.save wrote (isTorch).
// The state_dict may be the member "state_dict", "model_state_dict" or "model" of another dictionary, the checkpoint.
//   - list has the tensors of the state_dict.
//   - meta is the text under key in the state_dict, else in the checkpoint. It is "" if neither has such a text.
//   - err is an error for an archive that has no tensors, is damaged or incomplete, is not little-endian, or exceeds a limit.
//
// remaining is the number of bytes that may still be unpacked.
func readTorch(f File, key string, remaining *budget) (list []content.Tensor, meta string, err error) {
	r, err := openZip(f)
	if err != nil {
		return nil, "", err
	}
	bad := func(format string, args ...any) ([]content.Tensor, string, error) {
		const remedy = "save its numbers alone: torch.save(model.state_dict(), \"net.pt\"); a graph: "
		return nil, "", fault(f.Name, 0, remedy+torchLine, format, args...)
	}
	entries := map[string]*zip.File{}
	var pickle *zip.File
	for _, e := range r.File {
		entries[e.Name] = e
		if strings.HasSuffix("/"+e.Name, "/data.pkl") {
			pickle = e
		}
	}
	// The size of the whole file bounds the packed size of an entry, which inflate needs.
	read := func(e *zip.File) ([]byte, error) { return inflate(f.Name+"/"+e.Name, len(f.Data), e.Open, remaining) }
	// pickle is not nil, because isTorch has found an entry data.pkl. The folder NAME/ of this entry has all entries.
	folder := strings.TrimSuffix(pickle.Name, "data.pkl")
	data, err := read(pickle)
	if err != nil {
		return nil, "", err
	}
	v, err := unpickleTensors(File{Name: f.Name, Data: data})
	if err != nil {
		return bad("the file was saved by PyTorch and is no state_dict: %v", err)
	}
	checkpoint, ok := v.(*pyDict)
	if !ok {
		return bad("the file was saved by PyTorch and holds no dictionary of tensors")
	}
	dict := checkpoint
	for _, member := range []string{"state_dict", "model_state_dict", "model"} {
		if stateDict, isDict := checkpoint.get(member).(*pyDict); isDict {
			meta, _ = checkpoint.get(key).(string)
			dict = stateDict
			break
		}
	}
	if text, isText := dict.get(key).(string); isText {
		meta = text
	}
	// Only little-endian numbers can be decoded. Older files have no entry with the order of bytes.
	order, err := entryText(entries[folder+"byteorder"], read)
	if err != nil {
		return nil, "", err
	}
	isLittleEndian := order == "" || order == "little"
	if !isLittleEndian {
		return bad("the numbers have the order of bytes %s", quote(order))
	}
	// Tensors may share a storage, which is read once. total is the number of elements of all tensors so far.
	storages := map[string][]byte{}
	total := 0
	for k, keyValue := range dict.keys {
		// Values that are no tensors, such as the text under key, are left out, and so are values whose key is no text.
		name, isText := keyValue.(string)
		t, isTensor := dict.values[k].(*pyTensor)
		if !isTensor || !isText {
			continue
		}
		if len(list) == MaxTensors {
			return bad("the file has more than %d tensors", MaxTensors)
		}
		if storages[t.storage.key] == nil {
			e := entries[folder+"data/"+t.storage.key]
			if e == nil {
				return bad("the numbers of the tensor %s are missing", quote(name))
			}
			elements, err := read(e)
			if err != nil {
				return nil, "", err
			}
			storages[t.storage.key] = elements
		}
		tensor, why := t.decode(cleanName(name), storages[t.storage.key], maxWeights-total)
		if why != "" {
			return bad("the tensor %s %s", quote(name), why)
		}
		total += len(tensor.Data)
		list = append(list, tensor)
	}
	// A dictionary may have values of other types only.
	if len(list) == 0 {
		return bad("the file was saved by PyTorch and holds no dictionary of tensors")
	}
	return list, meta, nil
}

// entryText returns the content of an entry as text. It returns "" if e is nil. read unpacks an entry.
func entryText(e *zip.File, read func(*zip.File) ([]byte, error)) (string, error) {
	if e == nil {
		return "", nil
	}
	data, err := read(e)
	return string(data), err
}

// get returns the value of the text key. It returns nil if d is nil or has no such key.
func (d *pyDict) get(key string) any {
	if d == nil {
		return nil
	}
	for k, name := range d.keys {
		if name == any(key) {
			return d.values[k]
		}
	}
	return nil
}

// decode returns the tensor with its elements from the bytes of its storage. More than limit elements are a fault.
// why is the fault as the end of a sentence about the tensor. It is "" if the tensor was decoded.
func (t *pyTensor) decode(name string, storage []byte, limit int) (out content.Tensor, why string) {
	// size is the number of bytes of an element. present is the number of elements in the storage.
	size := elementSizes[t.storage.kind]
	present := int64(len(storage) / size)
	shape, n, why := dims(t.shape, limit)
	if why != "" {
		return out, why
	}
	// last is the index in the storage of the last element of the tensor.
	last := t.offset
	for axis, length := range t.shape {
		// Larger strides and dimensions could overflow the product.
		isTooLarge := t.strides[axis] > present || length-1 > present
		if length > 1 && isTooLarge {
			return out, "reaches beyond its numbers"
		}
		last += max(0, length-1) * t.strides[axis]
	}
	// A tensor without elements needs no storage, but its offset must not lie beyond the end of the storage.
	isInside := last >= 0 && last < present // a sum that has overflowed is negative
	fits := n == 0 || isInside
	if t.offset > present || !fits {
		return out, "reaches beyond its numbers"
	}
	// The elements are copied in row-major order, for any strides.
	out = content.Tensor{Name: name, Type: t.storage.kind, Shape: shape, Data: make([]float64, n)}
	// indices are the indices of element k, one per axis.
	indices := make([]int64, len(shape))
	for k := range out.Data {
		source := t.offset
		for axis, i := range indices {
			source += i * t.strides[axis]
		}
		out.Data[k] = decodeElement(t.storage.kind, storage[source*int64(size):])
		// The indices of the next element: the last index increases by 1, with a carry to the index before it.
		for axis := len(indices) - 1; axis >= 0; axis-- {
			indices[axis]++
			if indices[axis] < t.shape[axis] {
				break
			}
			indices[axis] = 0
		}
	}
	return out, ""
}
