package asian

import (
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// TestGBKIncludesGB18030: every text of one or two bytes is decoded as GBK, and characters of four bytes as GB18030.
func TestGBKIncludesGB18030(t *testing.T) {
	for first := range 256 {
		for second := range 256 {
			text := []byte{byte(first), byte(second)}
			want, errWant := simplifiedchinese.GBK.NewDecoder().Bytes(text)
			got, err := Decode("gbk", text)
			if err != nil || errWant != nil || string(got) != string(want) {
				t.Errorf("%x is %q, error %v, want %q", text, got, err, want)
			}
		}
	}
	// U+3400 has four bytes in GB18030.
	if got, err := Decode("gbk", []byte("a\x81\x39\xee\x39b")); err != nil || string(got) != "a㐀b" {
		t.Errorf("the four bytes of 㐀 are %q, error %v", got, err)
	}
}
