package jobs

import (
	standard "crypto/sha256"
	"math/rand/v2"
	"testing"
)

// sha256 equals package crypto/sha256 for random bytes of every length up to five blocks, and of some larger lengths.
func TestSHA256EqualsTheStandardLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(256, 180))
	lengths := []int{1 << 12, 1<<16 - 9, 1<<16 - 8, 1<<20 + 55, 1<<20 + 56}
	for n := range 5*blockSize + 1 {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		if got, want := sha256(data), standard.Sum256(data); got != want {
			t.Errorf("%d bytes: %x, want %x", n, got, want)
		}
	}
}
