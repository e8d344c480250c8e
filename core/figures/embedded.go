//go:build !kern || commands

// This file embeds the library of figures and ablations in programs. The page (tag kern without commands) fetches the library instead.

package figures

import (
	"bytes"
	_ "embed"
	"slices"
	"sync"
)

// The parts of the library as JSON: the definitions of ablations and figures, the stored results of `sgpc reproduce`, and the stored
// figure "plans".

//go:embed experiments.json
var experiments []byte

//go:embed paper.json
var paper []byte

//go:embed plans.json
var plans []byte

// Text returns the library as JSON, the text that the page fetches with its lessons.
func Text() []byte {
	// The stored results become two more members of the object in experiments.json.
	head := bytes.TrimSuffix(bytes.TrimSpace(experiments), []byte("}"))
	return slices.Concat(head, []byte(`,"paper":`), paper, []byte(`,"plans":`), plans, []byte("}"))
}

// Held returns the embedded library. Callers must not change the library. Held panics if the text is damaged.
var Held = sync.OnceValue(func() *Library {
	l, err := Parse(Text())
	if err != nil {
		panic("figures: the library is damaged: " + err.Error())
	}
	return l
})
