// This file reads the tensors of a file as matrices, and has the operations on them.

package weights

import "strconv"

// anySize stands for an unknown number of rows or columns.
const anySize = -1

// matrix returns the tensor with the given name as a matrix of rows×cols, and marks the tensor as used. Both sizes may be anySize.
// If the tensor does not exist or has another size, matrix records an error and returns an empty tensor.
func (s *source) matrix(name string, rows, cols int) *Tensor {
	t := s.byName[name]
	if t == nil {
		s.fail("%s is missing", quote(name))
		return emptyTensor()
	}
	s.used[name] = true
	// Leading dimensions of 1 are dropped, and a vector becomes a row.
	dims := t.Shape
	for len(dims) > 2 && dims[0] == 1 {
		dims = dims[1:]
	}
	for len(dims) < 2 {
		dims = append([]int{1}, dims...)
	}
	fits := func(size, want int) bool { return want == anySize || size == want }
	isMatrix := len(dims) == 2
	if !isMatrix || !fits(dims[0], rows) || !fits(dims[1], cols) {
		size := func(n int) string {
			if n == anySize {
				return "any"
			}
			return strconv.Itoa(n)
		}
		s.fail("%s has the shape %s, expected is %s×%s", quote(name), shape(t.Shape), size(rows), size(cols))
		return emptyTensor()
	}
	return &Tensor{Name: name, Type: t.Type, Shape: dims, Data: t.Data}
}

// emptyTensor returns a 0×0 matrix, with which the arrangement continues after an error.
func emptyTensor() *Tensor { return &Tensor{Shape: []int{0, 0}} }

// vector returns the tensor with the given name as a row of cols numbers, or a row of zeros if there is none. Another length is an error.
func (s *source) vector(name string, cols int) *Tensor {
	if s.byName[name] == nil {
		return &Tensor{Shape: []int{1, cols}, Data: make([]float64, cols)}
	}
	return s.matrix(name, 1, cols)
}

// transposed returns the transpose of a matrix.
func transposed(t *Tensor) *Tensor {
	rows, cols := t.Shape[0], t.Shape[1]
	out := &Tensor{Shape: []int{cols, rows}, Data: make([]float64, len(t.Data))}
	for i := range rows {
		for j := range cols {
			out.Data[j*rows+i] = t.Data[i*cols+j]
		}
	}
	return out
}

// concatColumns returns [a b], or an empty tensor if the numbers of rows differ, which happens only after an error.
func concatColumns(a, b *Tensor) *Tensor {
	if a.Shape[0] != b.Shape[0] {
		return emptyTensor()
	}
	out := &Tensor{Shape: []int{a.Shape[0], a.Shape[1] + b.Shape[1]}}
	colsA, colsB := a.Shape[1], b.Shape[1]
	for i := range a.Shape[0] {
		out.Data = append(out.Data, a.Data[i*colsA:(i+1)*colsA]...)
		out.Data = append(out.Data, b.Data[i*colsB:(i+1)*colsB]...)
	}
	return out
}

// addParam adds a parameter of the model with the given name and the numbers of t.
func (s *source) addParam(name string, t *Tensor) {
	s.out.Params = append(s.out.Params, Tensor{Name: name, Shape: t.Shape, Data: t.Data})
}
