package qr

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Worked examples: the generator polynomial of degree 7 by its exponents (ISO/IEC
// 18004, annex A), and the error correction of HELLO WORLD in version 1-M, as in
// the tutorials.
func TestErrorCorrection(t *testing.T) {
	exp := [256]byte{1}
	for i := 1; i < 256; i++ {
		v := int(exp[i-1]) * 2
		if v > 255 {
			v ^= 0x11D
		}
		exp[i] = byte(v)
	}
	var want []byte
	for _, e := range []int{87, 229, 146, 149, 238, 102, 21} {
		want = append(want, exp[e])
	}
	if got := generator(7); !bytes.Equal(got, want) {
		t.Errorf("generator %v, want %v", got, want)
	}
	data := []byte{32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17}
	if got := remainder(data, generator(10)); !bytes.Equal(got, []byte{196, 35, 39, 119, 235, 215, 231, 226, 93, 23}) {
		t.Errorf("remainder %v", got)
	}
}

// formats are the words of level L by mask (annex C), versions the words of some versions (annex D), from the highest bit on.
var (
	formats = []string{"111011111000100", "111001011110011", "111110110101010", "111100010011101", "110011000101111", "110001100011000",
		"110110001000001", "110100101110110"}
	versions = map[int]string{7: "000111110010010100", 8: "001000010110111100", 20: "010100100110100110"}
	centres  = map[int][]int{1: nil, 2: {6, 18}, 6: {6, 34}, 7: {6, 22, 38}, 10: {6, 28, 50}, 14: {6, 26, 46, 66}, 15: {6, 26, 48, 70},
		16: {6, 26, 50, 74}, 18: {6, 30, 56, 82}, 19: {6, 30, 58, 86}, 20: {6, 34, 62, 90}}
	// codewords of a version in all, and of level L the data among them.
	total = map[int][2]int{1: {26, 19}, 2: {44, 34}, 6: {172, 136}, 7: {196, 156}, 10: {346, 274}, 15: {655, 523}, 20: {1085, 861}}
)

func TestTables(t *testing.T) {
	for v, want := range centres {
		if got := alignment(v); !slices.Equal(got, want) {
			t.Errorf("version %d: alignment %v, want %v", v, got, want)
		}
	}
	for v, want := range total {
		if got := capacity(v); got != want[0] || got-correction[v]*blocks[v] != want[1] {
			t.Errorf("version %d: %d codewords, %d of them data, want %v", v, got, got-correction[v]*blocks[v], want)
		}
	}
	for v, want := range versions {
		c, text := draw(v), ""
		for i := 17; i >= 0; i-- {
			a, b := c.Modules[(c.Size-11+i%3)*c.Size+i/3], c.Modules[i/3*c.Size+c.Size-11+i%3]
			if a != b {
				t.Fatalf("version %d: the two words differ", v)
			}
			text += bit(a)
		}
		if text != want {
			t.Errorf("version %d is written %s, want %s", v, text, want)
		}
	}
}

func bit(dark bool) string {
	if dark {
		return "1"
	}
	return "0"
}

// read is a decoder: it takes the mask from the format, the codewords along the
// zigzag, checks that every block is a codeword, and returns the text.
func read(t *testing.T, c *Code) string {
	t.Helper()
	n := c.Size
	at := func(x, y int) bool { return c.Modules[y*n+x] }
	first, second := "", ""
	for _, p := range [][2]int{{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}, {5, 8}, {7, 8}, {8, 8},
		{8, 7}, {8, 5}, {8, 4}, {8, 3}, {8, 2}, {8, 1}, {8, 0}} {
		first += bit(at(p[0], p[1]))
	}
	for i := range 15 {
		if i < 7 {
			second += bit(at(8, n-1-i))
		} else {
			second += bit(at(n-15+i, 8))
		}
	}
	mask := slices.Index(formats, first)
	if mask < 0 || second != first || !at(8, n-8) {
		t.Fatalf("the formats are %s and %s", first, second)
	}
	version := (n - 17) / 4
	pattern := func(x, y int) bool {
		if x == 6 || y == 6 || x < 9 && y < 9 || x < 9 && y > n-9 || x > n-9 && y < 9 {
			return true
		}
		if version >= 7 && (x < 6 && y > n-12 || y < 6 && x > n-12) {
			return true
		}
		list := alignment(version)
		for _, a := range list {
			for _, b := range list {
				corner := a == 6 && b == 6 || a == 6 && b == n-7 || a == n-7 && b == 6
				if !corner && x >= a-2 && x <= a+2 && y >= b-2 && y <= b+2 {
					return true
				}
			}
		}
		return false
	}
	var bits []bool
	column := 0
	for x := n - 1; x > 0; x -= 2 {
		if x == 6 {
			x = 5
		}
		for k := range n {
			y := k
			if column%2 == 0 {
				y = n - 1 - k
			}
			for _, xx := range []int{x, x - 1} {
				if !pattern(xx, y) {
					bits = append(bits, at(xx, y) != masks[mask](xx, y))
				}
			}
		}
		column++
	}
	words := make([]byte, len(bits)/8)
	for i := range words {
		for _, b := range bits[8*i : 8*i+8] {
			words[i] <<= 1
			if b {
				words[i]++
			}
		}
	}
	count, ecc := blocks[version], correction[version]
	data := len(words) - count*ecc
	parts := make([][]byte, count)
	for i, k := 0, 0; k < data; i++ {
		for b := range parts {
			if i < data/count || i == data/count && b >= count-data%count {
				parts[b] = append(parts[b], words[k])
				k++
			}
		}
	}
	var all []byte
	for b := range parts {
		all = append(all, parts[b]...)
		block := slices.Clone(parts[b])
		for i := range ecc {
			block = append(block, words[data+i*count+b])
		}
		root := byte(1)
		for range ecc { // every root of the generator is one of the block
			v := byte(0)
			for _, w := range block {
				v = times(v, root) ^ w
			}
			if v != 0 {
				t.Fatalf("version %d: block %d is no codeword", version, b)
			}
			root = times(root, 2)
		}
	}
	if all[0]>>4 != 4 {
		t.Fatalf("the mode is %d", all[0]>>4)
	}
	length, head := int(all[0]&15)<<4|int(all[1]>>4), 1
	if version > 9 {
		length, head = int(all[0]&15)<<12|int(all[1])<<4|int(all[2]>>4), 2
	}
	out := make([]byte, length)
	for i := range out {
		out[i] = all[head+i]<<4 | all[head+i+1]>>4
	}
	return string(out)
}

// What is written is read again, in every version and up to the limit.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[int]bool{}
	for n := 0; n <= MaxBytes; n += 1 + n/9 {
		for _, k := range []int{n, max(n-1, 0)} {
			data := make([]byte, k)
			for i := range data {
				data[i] = byte(r.UintN(256))
			}
			c, err := Encode(string(data))
			if err != nil {
				t.Fatal(err)
			}
			if read(t, c) != string(data) {
				t.Fatalf("%d bytes come back otherwise", k)
			}
			seen[c.Size] = true
		}
	}
	whole := strings.Repeat("x", MaxBytes)
	if c, err := Encode(whole); err != nil || c.Size != 97 || read(t, c) != whole {
		t.Errorf("the longest text: %v", err)
	}
	if _, err := Encode(whole + "x"); err == nil || !strings.Contains(err.Error(), "858") {
		t.Errorf("one more byte: %v", err)
	}
	if len(seen) < 18 {
		t.Errorf("only %d versions were seen", len(seen))
	}
}
