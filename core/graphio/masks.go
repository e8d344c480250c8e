package graphio

import (
	"sheafscope/core/graph"
)

// ReadSplitNPZ reads the train, validation and test mask of an npz file
// (arrays train_mask, val_mask, test_mask with one element per node) as a
// split of n nodes. Of a file with several splits it returns the first.
// The error is an *Error.
func ReadSplitNPZ(name string, data []byte, n int) (graph.Split, error) {
	z, err := readNPZ(File{Name: name, Data: data}, nil)
	if err != nil {
		return graph.Split{}, err
	}
	all, err := z.splits(n)
	if err != nil {
		return graph.Split{}, err
	}
	return all[0], nil
}

const maskRemedy = "a split file has train_mask, val_mask and test_mask, one element per node"

// masks returns the three masks under either spelling, or nils.
func (z *npz) masks() (m [3]*npyArray) {
	for k, name := range [3]string{"train_mask", "val_mask", "test_mask"} {
		if m[k] = z.arrays[name]; m[k] == nil {
			m[k] = z.arrays[name+"s"]
		}
	}
	return m
}

// splits returns all splits of an npz file: masks of shape (n), or (s, n) or
// (n, s) for s splits.
func (z *npz) splits(n int) ([]graph.Split, error) {
	masks := z.masks()
	for _, m := range masks {
		if m == nil {
			return nil, fault(z.file, 0, maskRemedy, "a mask is missing")
		}
	}
	count, byRow := 1, true
	switch s := masks[0].shape; {
	case len(s) == 1 && s[0] == n:
	case len(s) == 2 && s[1] == n:
		count = s[0]
	case len(s) == 2 && s[0] == n:
		count, byRow = s[1], false
	default:
		return nil, fault(masks[0].file, 0, "check that the split belongs to this graph", "the mask has shape %v, the graph %d nodes", s, n)
	}
	// An empty graph would let the number of splits grow without bytes.
	if count == 0 || count > MaxArchive || n == 0 {
		return nil, fault(z.file, 0, maskRemedy, "the masks hold %d splits of %d nodes", count, n)
	}
	out := make([]graph.Split, count)
	for k := range out {
		s := &out[k]
		s.Name = splitName(z.file, k, count)
		owner := make([]byte, n)
		for set, m := range masks {
			if len(m.shape) != len(masks[0].shape) || m.len() != masks[0].len() || m.shape[0] != masks[0].shape[0] {
				return nil, fault(m.file, 0, maskRemedy, "the mask has shape %v, the training mask %v", m.shape, masks[0].shape)
			}
			list := [3]*[]int{&s.Train, &s.Val, &s.Test}[set]
			for i := range n {
				p := i
				if len(m.shape) == 2 {
					if byRow {
						p = m.offset(k, i)
					} else {
						p = m.offset(i, k)
					}
				}
				v := m.float(p)
				if v == 0 {
					continue
				}
				if v != 1 {
					return nil, fault(m.file, 0, maskRemedy, "element %d is %v, not 0 or 1", i, v)
				}
				if owner[i] != 0 {
					return nil, fault(m.file, 0, "each node belongs to one set at most", "node %d is in two masks", i)
				}
				owner[i] = 1
				*list = append(*list, i)
			}
		}
	}
	return out, nil
}
