package wire

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// Slices come back from a message at random offsets. Decode copies a block below a limit in bytes (shared); a slice of a larger block
// shares the bytes of the message. The lengths lie around this limit. An element that is appended to a decoded slice changes no other
// slice. A message that is truncated at a random byte is an error.
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
	// size returns a random length around the limit between copied and shared blocks.
	size := func() int {
		return []int{0, 1, 100, shared/8 - 1, shared / 8, shared / 4, shared, shared + 5}[r.IntN(8)]
	}
	for range 60 {
		want := message{Name: string(make([]byte, r.IntN(9))), A: make([]float64, size()), B: make([]int32, size()), C: make([]byte, size()),
			After: r.IntN(1 << 20), D: make([]int, size())}
		for i := range want.A {
			want.A[i] = r.NormFloat64()
		}
		for i := range want.B {
			want.B[i] = r.Int32()
		}
		for i := range want.C {
			want.C[i] = byte(r.IntN(256))
		}
		for i := range want.D {
			want.D[i] = r.IntN(1 << 40)
		}
		data := Append(nil, want)
		var got, cut message
		if err := Decode(data, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("slices of %d, %d, %d and %d elements after a name of %d bytes are decoded to others: %v",
				len(want.A), len(want.B), len(want.C), len(want.D), len(want.Name), err)
		}

		// Appended elements, and a truncated message.
		got.A, got.B = append(got.A, 1), append(got.B, 2)
		if !slices.Equal(got.B[:len(want.B)], want.B) || !slices.Equal(got.C, want.C) || !slices.Equal(got.D, want.D) {
			t.Fatal("an element that is appended to A or B has changed B, C or D")
		}
		if Decode(data[:r.IntN(len(data))], &cut) == nil {
			t.Fatal("a truncated message is decoded without an error")
		}
	}
}
