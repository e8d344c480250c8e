// Package train has the common parts of the training of node classifiers: parameters, sparse input, attention, and the best epoch.
// A tape (package autodiff) is the list of a network's operations. It computes their values, and then their gradients.
// A training tape and an evaluation tape share the parameters in a [Store].
//
// Training minimises the loss ℓ(θ) of the parameters θ on the labelled training nodes with Adam (Kingma and Ba, 2015).
// The reported epoch has the best validation accuracy, and among equal accuracies the lowest validation loss.
// Test labels are read only for reports.
package train

import (
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// Init sets the initial values of a parameter a, whose elements are still 0. r is a random stream that only this parameter uses.
type Init func(a *linalg.Dense, r *rng.Stream)

// Glorot draws from U(−b, b) with b = √(6/(rows+cols)) (Glorot and Bengio, 2010).
func Glorot(a *linalg.Dense, r *rng.Stream) { uniform(a, r, 6/float64(a.Rows+a.Cols)) }

// FanIn draws from U(−b, b) with b = 1/√rows, the usual initial values of a linear layer with rows inputs.
func FanIn(a *linalg.Dense, r *rng.Stream) { uniform(a, r, 1/float64(a.Rows)) }

// Within returns an Init that draws from U(−b, b).
func Within(b float64) Init {
	return func(a *linalg.Dense, r *rng.Stream) { uniform(a, r, b*b) }
}

// Zeros leaves every element 0.
func Zeros(*linalg.Dense, *rng.Stream) {}

// Ones sets every element to 1.
func Ones(a *linalg.Dense, _ *rng.Stream) {
	for i := range a.Data {
		a.Data[i] = 1
	}
}

// NearIdentity returns an Init that sets the parameter to the identity plus scale·N(0,1) in every element. In a parameter that is not
// square, the identity also has 1 at the positions (i, i).
func NearIdentity(scale float64) Init {
	return func(a *linalg.Dense, r *rng.Stream) {
		for i := range a.Data {
			a.Data[i] = scale * r.Norm()
		}
		for i := range min(a.Rows, a.Cols) {
			a.Data[i*a.Cols+i]++
		}
	}
}

// Filled returns an Init that sets every element to v.
func Filled(v float64) Init {
	return func(a *linalg.Dense, _ *rng.Stream) {
		for i := range a.Data {
			a.Data[i] = v
		}
	}
}

// Values returns an Init that sets the parameter to v, in row-major order. v has as many elements as the parameter.
func Values(v []float64) Init {
	return func(a *linalg.Dense, _ *rng.Stream) { copy(a.Data, v) }
}

// uniform draws from U(−b, b) with b² = square.
func uniform(a *linalg.Dense, r *rng.Stream, square float64) {
	b := sqrt(square)
	for i := range a.Data {
		a.Data[i] = b * (2*r.Float64() - 1)
	}
}

// Store holds the parameters of a network by name. The training tape and the evaluation tape of a network share a store.
type Store struct {
	Seed uint64 // seed of the initial values
	// Given, unless nil, returns the initial values of a new parameter in row-major order. If it returns a list of another length, such as
	// nil, the Init of the parameter sets the values.
	Given  func(name string) []float64
	names  []string // in the order of creation
	values map[string]*linalg.Dense
}

// NewStore returns an empty store with the given Seed.
func NewStore(seed uint64) *Store {
	return &Store{Seed: seed, values: map[string]*linalg.Dense{}}
}

// Names returns the names of the parameters in the order of their creation.
func (s *Store) Names() []string { return s.names }

// Value returns the parameter with a name, or nil if the store has no parameter of this name.
func (s *Store) Value(name string) *linalg.Dense { return s.values[name] }

// Size returns the number of elements of all parameters.
func (s *Store) Size() (size int) {
	for _, n := range s.names {
		size += len(s.values[n].Data)
	}
	return size
}

// Snapshot appends the elements of all parameters to dst, in the order of Names, and returns the longer list.
func (s *Store) Snapshot(dst []float64) []float64 {
	dst = slices.Grow(dst, s.Size())
	for _, n := range s.names {
		dst = append(dst, s.values[n].Data...)
	}
	return dst
}

// Restore sets all parameters from a Snapshot at the beginning of src, and returns the remaining elements of src. The store must have the
// parameters that it had at the Snapshot.
func (s *Store) Restore(src []float64) []float64 {
	for _, n := range s.names {
		k := copy(s.values[n].Data, src)
		src = src[k:]
	}
	return src
}

// Clone returns a store with copies of all parameters, and without Given.
func (s *Store) Clone() *Store {
	c := &Store{Seed: s.Seed, names: slices.Clone(s.names), values: make(map[string]*linalg.Dense, len(s.values))}
	for name, v := range s.values {
		c.values[name] = &linalg.Dense{Rows: v.Rows, Cols: v.Cols, Data: slices.Clone(v.Data)}
	}
	return c
}

// Builder is the context in which a network is built: once with Train = true for training, and once with Train = false for evaluation.
// Both builders have the same Store.
type Builder struct {
	Tape  *autodiff.Tape // receives the operations of the network
	Store *Store         // has the parameters of the network
	Train bool           // whether the network is built for training
	Graph *graph.Graph   // the graph with its features
	Split graph.Split    // the network may use the labels of its training nodes only, see Labelled
	// Path, unless nil, makes the network compute gradients with respect to the features, see SparseProduct.
	Path *Path
}

// Decay states whether a parameter has weight decay.
type Decay bool

// The values of Decay.
const (
	Decayed   Decay = true
	Undecayed Decay = false
)

// Param returns the parameter with a name, rows×cols. The first call for a name makes the parameter, with the values of Store.Given or
// else of init. The parameter has a gradient only if the network is built for training.
// Param panics if a name is used with two shapes.
func (b *Builder) Param(name string, rows, cols int, init Init, decay Decay) *autodiff.Var {
	a := b.Store.values[name]
	if a == nil {
		a = linalg.NewDense(rows, cols)
		if !b.Store.setGiven(name, a) {
			init(a, rng.New(b.Store.Seed, "init/"+name))
		}
		b.Store.values[name] = a
		b.Store.names = append(b.Store.names, name)
	}
	if a.Rows != rows || a.Cols != cols {
		panic("train: parameter " + name + " has two shapes")
	}
	if b.Train {
		p := b.Tape.NewParam(name, a)
		p.Decay = bool(decay)
		return p.Var
	}
	return b.Tape.Const(a)
}

// setGiven sets a new parameter to the values that Given returns, and reports whether it did so; see Given for the other cases.
func (s *Store) setGiven(name string, a *linalg.Dense) bool {
	if s.Given == nil {
		return false
	}
	v := s.Given(name)
	if len(v) != len(a.Data) {
		return false
	}
	copy(a.Data, v)
	return true
}

// Linear returns x·W + c, n×cols for an x with n rows. FanIn draws the initial W, and the initial bias c is 0. Both have weight decay.
func (b *Builder) Linear(x *autodiff.Var, name string, cols int) *autodiff.Var {
	w := b.Param(name+".weight", x.Value.Cols, cols, FanIn, Decayed)
	c := b.Param(name+".bias", 1, cols, Zeros, Decayed)
	return autodiff.AddBiasInPlace(b.Tape, autodiff.MatMul(b.Tape, x, w), c)
}

// Labelled returns the labels of the training nodes, and −1 for all other nodes. A network may use only these labels.
func (b *Builder) Labelled() []int {
	labels := slices.Repeat([]int{-1}, b.Graph.N)
	for _, i := range b.Split.Train {
		labels[i] = b.Graph.Labels[i]
	}
	return labels
}
