//go:build !kern

package figures

import (
	"bytes"
	_ "embed"
	"slices"
	"sync"
)

// experiments are the ablations and figures.
//
//go:embed experiments.json
var experiments []byte

//go:embed paper.json
var paper []byte

//go:embed plans.json
var plans []byte

// Text is the library as JSON. The page fetches it with its lessons.
func Text() []byte {
	head := bytes.TrimSuffix(bytes.TrimSpace(experiments), []byte("}"))
	return slices.Concat(head, []byte(`,"paper":`), paper, []byte(`,"plans":`), plans, []byte("}"))
}

// Held is the library of the commands; what reads it changes nothing in it.
var Held = sync.OnceValue(func() *Library {
	l, err := Parse(Text())
	if err != nil {
		panic("figures: the library is damaged: " + err.Error())
	}
	return l
})
