package main

import "strings"

// forbidden are the 7-bit values that HTML does not keep as they are in a
// script element: NUL, carriage return and the beginning of a tag.
const forbidden = "\x00\r<"

// packText writes bytes as text, seven bits a character: one ASCII character,
// or one of U+00C0 to U+00C2 for the forbidden values. It needs 14 % more room
// than the bytes, base64 33 %. assets/boot/single.js reads it.
func packText(data []byte) string {
	var b strings.Builder
	b.Grow(len(data)*8/7 + len(data)/32)
	put := func(v byte) {
		if i := strings.IndexByte(forbidden, v); i >= 0 {
			b.WriteRune(rune(0xC0 + i))
		} else {
			b.WriteByte(v)
		}
	}
	held, n := uint(0), 0
	for _, c := range data {
		held, n = held<<8|uint(c), n+8
		for n >= 7 {
			n -= 7
			put(byte(held >> n & 0x7f))
		}
		held &= 1<<n - 1
	}
	if n > 0 {
		put(byte(held << (7 - n) & 0x7f))
	}
	return b.String()
}
