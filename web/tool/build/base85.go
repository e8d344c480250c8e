// This file encodes bytes in base 85, the form of compressed data in the single files.

package build

import (
	"encoding/binary"
	"strings"
)

// digits85 has the 85 digits in ascending order: the 94 visible ASCII characters without nine that have a meaning in HTML or in a script.
// assets/boot/single.js has the same list.
var digits85 = func() (list []byte) {
	for c := byte('!'); c <= '~'; c++ {
		if !strings.ContainsRune("\"$&'-<>\\`", rune(c)) {
			list = append(list, c)
		}
	}
	return list
}()

// base85 encodes data. Each group of four bytes is a big-endian number and becomes five digits, the most significant digit first. A last
// group of n < 4 bytes is padded with zeros and becomes n + 1 digits.
func base85(data []byte) string {
	out := make([]byte, 0, len(data)/4*5+5) // five digits per whole group, and at most five for the last group
	for len(data) > 0 {
		var group [4]byte
		n := copy(group[:], data)
		data = data[n:]
		value := binary.BigEndian.Uint32(group[:])
		var digits [5]byte
		for k := 4; k >= 0; k-- {
			digits[k] = digits85[value%85]
			value /= 85
		}
		out = append(out, digits[:n+1]...) // n+1 digits determine n bytes
	}
	return string(out)
}
