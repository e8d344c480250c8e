// Package linalg has the dense and sparse matrices of the project and their numeric
// kernels:
//
//	C ← α·op(A)·op(B) + β·C        (Gemm)
//	Y ← A·X,  A sparse             (SpMM)
//	A = V·diag(λ)·Vᵀ,  A = Aᵀ      (EigSym)
//
// Every kernel adds its terms in a fixed order, and the conversions float64(a*b) forbid fused
// multiply-adds. Equal input then gives equal bits natively and in WebAssembly. Exp, Log and
// Tanh of package math are assembly with other last bits on some machines, so linalg has its own.
//
// Functions without an error result panic if the sizes of their arguments do not fit.
package linalg

import "fmt"

// Dense is a real matrix, row by row: element (i, j) is Data[i*Cols+j], with i and j from 0.
type Dense struct {
	Rows, Cols int
	Data       []float64
}

// NewDense returns a rows×cols matrix of zeros.
func NewDense(rows, cols int) *Dense {
	return &Dense{Rows: rows, Cols: cols, Data: make([]float64, rows*cols)}
}

// At returns element (i, j).
func (a *Dense) At(i, j int) float64 { return a.Data[i*a.Cols+j] }

// Set assigns element (i, j).
func (a *Dense) Set(i, j int, v float64) { a.Data[i*a.Cols+j] = v }

// Row returns row i as a slice that shares memory with a.
func (a *Dense) Row(i int) []float64 { return a.Data[i*a.Cols : (i+1)*a.Cols : (i+1)*a.Cols] }

// Zero sets every element to 0.
func (a *Dense) Zero() { clear(a.Data) }

// Clone returns a copy of a.
func (a *Dense) Clone() *Dense {
	return &Dense{a.Rows, a.Cols, append([]float64(nil), a.Data...)}
}

// CSR is a sparse matrix in compressed sparse row form. Row i has the columns Col[p],
// strictly ascending, and the values Val[p] for Ptr[i] ≤ p < Ptr[i+1]. Ptr has Rows+1 elements,
// from 0 to len(Val).
type CSR struct {
	Rows, Cols int
	Ptr, Col   []int32
	Val        []float64
}

// NNZ returns the number of stored entries.
func (a *CSR) NNZ() int { return len(a.Val) }

// Check returns an error for the first violation of the invariants of [CSR], or nil.
func (a *CSR) Check() error {
	lengthsFit := len(a.Ptr) == a.Rows+1 && len(a.Col) == len(a.Val)
	if !lengthsFit || a.Ptr[0] != 0 || int(a.Ptr[a.Rows]) != len(a.Val) {
		return fmt.Errorf("linalg: CSR arrays of lengths %d, %d, %d do not describe %d rows", len(a.Ptr), len(a.Col), len(a.Val), a.Rows)
	}
	for i := range a.Rows {
		if a.Ptr[i] > a.Ptr[i+1] || int(a.Ptr[i+1]) > len(a.Val) {
			return fmt.Errorf("linalg: CSR row %d begins or ends at a wrong entry", i)
		}
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			c := a.Col[p]
			isInRange := 0 <= c && int(c) < a.Cols
			ascends := p == a.Ptr[i] || c > a.Col[p-1]
			if !isInRange || !ascends {
				return fmt.Errorf("linalg: CSR row %d has column %d out of order or range", i, c)
			}
		}
	}
	return nil
}

// Operator is a symmetric linear map given by its action on a vector.
type Operator interface {
	// Dim returns the dimension n.
	Dim() int
	// Apply sets dst ← A·src. dst and src have length n and do not overlap.
	Apply(dst, src []float64)
}
