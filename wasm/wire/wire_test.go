package wire

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// Slices of copied and shared blocks come back at every offset of a message. An element appended to one changes no other, and a truncated
// message is an error.
func TestBlocksRoundTrip(t *testing.T) {
	type message struct {
		Name  string
		A     []float64
		B     []int32
		C     []byte
		After int
		D     []int
	}
	r := rand.New(rand.NewPCG(1, 2))
	size := func() int {
		return []int{0, 1, 100, shared/8 - 1, shared / 8, shared / 4, shared, shared + 5}[r.IntN(8)]
	}
	for range 60 {
		want := message{Name: string(make([]byte, r.IntN(9))), A: make([]float64, size()), B: make([]int32, size()), C: make([]byte, size()),
			After: r.IntN(1 << 20), D: make([]int, size())}
		for i := range want.A {
			want.A[i] = r.NormFloat64()
		}
		for i := range want.D {
			want.D[i] = r.IntN(1 << 40)
		}
		data := Append(nil, want)
		var got, cut message
		if err := Decode(data, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%d, %d, %d and %d elements behind %d bytes do not come back: %v", len(want.A), len(want.B), len(want.C), len(want.D),
				len(want.Name), err)
		}
		got.A, got.B = append(got.A, 1), append(got.B, 2)
		if !reflect.DeepEqual(got.D, want.D) || got.After != want.After {
			t.Fatal("an element that is appended to a slice is in another one")
		}
		if Decode(data[:r.IntN(len(data))], &cut) == nil {
			t.Fatal("a message without its end is read")
		}
	}
}
