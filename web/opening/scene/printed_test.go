package scene_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"testing"

	"sheafscope/web/opening/scene"
)

// printed is the checksum of all scenes that TestPrinted computes, recorded from this program.
const printed = "a3031d7f593e7ad6aed7f792604185ece8df63fac5ea167ea9d1b237f0cf74e3"

// The scenes 1 to scene.Last have the recorded text: at every stop, for the followed pair and every tenth person. The test runs natively
// and in wasm (web/tool/test), so that both print the same.
func TestPrinted(t *testing.T) {
	file, networks := read(t)
	hash := sha256.New()
	for _, network := range networks {
		for _, u := range file.people() {
			for s := 1; s <= scene.Last; s++ {
				m, err := network.At(scene.Selection{Scene: s, U: u, V: -1})
				if err != nil {
					t.Fatal(err)
				}
				text, err := json.Marshal(m)
				if err != nil {
					t.Fatal(err)
				}
				hash.Write(text)
			}
		}
	}
	if got := fmt.Sprintf("%x", hash.Sum(nil)); got != printed {
		t.Errorf("the scenes have the sum %s, recorded is %s", got, printed)
	}
}
