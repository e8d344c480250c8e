package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/order"
)

// This file reads an npz file: a zip archive of .npy files, one per array.

// npz has the arrays of an npz file by their names. npyArray is an array in the bytes of its .npy file (npy.go).
type npz struct {
	// file is the name of the archive in errors.
	file string
	// arrays are the arrays of truth values and numbers. names are their names in the order of the file.
	names  []string
	arrays map[string]*npyArray
	// texts are the arrays of texts. skipped are the names of the arrays that parseNPY does not read, such as complex numbers.
	texts   map[string]*npyArray
	skipped []string
	// otherNodes is the number of nodes of the graph in other files, which this file supplements. It is 0 without such a graph.
	otherNodes int
}

// requireNumbers returns an error if an array with one of the names exists and has neither numbers nor truth values.
// Case makes no difference.
func (z *npz) requireNumbers(names ...string) error {
	for _, n := range names {
		for _, key := range slices.Concat(z.skipped, order.Keys(z.texts)) {
			if strings.EqualFold(key, n) {
				return fault(z.file+"/"+key+".npy", 0, "save the array again with NumPy",
					"its elements are not booleans, integers or floats of 2, 4 or 8 bytes")
			}
		}
	}
	return nil
}

// readNPZ reads every array of an npz file. It returns an error for
//   - a damaged archive, an empty archive, an archive with files other than arrays, and more than MaxArchive arrays;
//   - an array with the name of an earlier array of numbers or texts;
//   - arrays that together inflate beyond remaining. Their ratio has no limit, because a matrix of few non-zero elements has any ratio;
//   - a damaged array.
//
// remaining is the number of bytes to which all files of the user together may still inflate.
// If remaining is nil, the limit is MaxInflated.
func readNPZ(f File, remaining *budget) (*npz, error) {
	if remaining == nil {
		own := budget(MaxInflated)
		remaining = &own
	}
	r, err := openZip(f)
	if err != nil {
		return nil, err
	}
	if len(r.File) == 0 {
		return nil, fault(f.Name, 0, "save it with numpy.savez", "the archive is empty")
	}
	if !isNPZ(r) {
		return nil, fault(f.Name, 0, "save it with numpy.savez", "the archive holds more than .npy arrays")
	}
	z := &npz{file: f.Name, arrays: map[string]*npyArray{}, texts: map[string]*npyArray{}}
	for _, e := range r.File {
		name := strings.TrimSuffix(e.Name, ".npy")
		full := f.Name + "/" + e.Name // the name of the array in errors
		// A zip archive may contain two entries of one name.
		if z.arrays[name] != nil || z.texts[name] != nil {
			return nil, fault(full, 0, "save it again with numpy.savez", "the array occurs twice")
		}
		data, err := inflate(full, MaxInflated, e.Open, remaining)
		if err != nil {
			return nil, err
		}
		a, err := parseNPY(File{Name: full, Data: data})
		if err != nil {
			return nil, err
		}
		switch {
		// parseNPY returns nil for elements that it does not read.
		case a == nil:
			z.skipped = append(z.skipped, name)
		// Kind O are Python objects, at least one of which is a text: parseNPY has made all of them texts.
		case a.kind == 'S' || a.kind == 'U' || a.kind == 'O':
			z.texts[name] = a
		default:
			z.names = append(z.names, name)
			z.arrays[name] = a
		}
	}
	return z, nil
}

// elements returns all elements of an array in the order of the file. decode returns element k, counted from 0.
func elements[T any](a *npyArray, decode func(k int) T) []T {
	out := make([]T, a.len())
	for k := range out {
		out[k] = decode(k)
	}
	return out
}
