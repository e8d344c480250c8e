package json

import (
	"bytes"
	"strings"
	"testing"
)

// TestDamagedTextsNameTheirDamage: Unpack refuses a packed text with a changed or lost character or a lost end, or returns its data.
// The error of a changed text has the word "changed", and the error of a shorter text has "missing".
func TestDamagedTextsNameTheirDamage(t *testing.T) {
	data := []byte(`{"v":1,"graph":"sbm:n=40,classes=2,homophily=0.9","settings":{"lr":"0.01","epochs":"200"},"seed":7}`)
	text, err := Pack(data)
	if err != nil {
		t.Fatal(err)
	}
	check := func(damaged, damage string) {
		got, err := Unpack(damaged, 1000)
		if err == nil && !bytes.Equal(got, data) || err != nil && !strings.Contains(err.Error(), damage) {
			t.Errorf("%q unpacks to %q, error %v; want the data or an error with %q", damaged, got, err, damage)
		}
	}
	for i := range text {
		for _, c := range "AQgw9-" {
			check(text[:i]+string(c)+text[i+1:], "changed")
		}
		check(text[:i]+text[i+1:], "missing")
		check(text[:i], "missing")
	}
}
