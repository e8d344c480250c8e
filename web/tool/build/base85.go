package build

import (
	"encoding/binary"
	"strings"
)

// digits85 has the 85 digits in ascending order: the visible ASCII characters that have no meaning in HTML. assets/boot/single.js has the
// same list.
var digits85 = func() (list []byte) {
	for c := byte('!'); c <= '~'; c++ {
		if !strings.ContainsRune("\"$&'-<>\\`", rune(c)) {
			list = append(list, c)
		}
	}
	return list
}()

// base85 encodes data with five digits for each four bytes, read as a big-endian number. The last n < 4 bytes become n + 1 digits.
func base85(data []byte) string {
	out := make([]byte, 0, len(data)/4*5+5)
	for len(data) > 0 {
		var group [4]byte // the next four bytes; a shorter last group is filled with zeros
		n := copy(group[:], data)
		data = data[n:]
		value := binary.BigEndian.Uint32(group[:])
		var text [5]byte
		for k := 4; k >= 0; k-- { // the last digit is the lowest
			text[k] = digits85[value%85]
			value /= 85
		}
		out = append(out, text[:n+1]...)
	}
	return string(out)
}
