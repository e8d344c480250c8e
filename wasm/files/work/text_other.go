//go:build !js

package work

import "sheafscope/core/graphio/asian"

// decode decodes a text of a named encoding.
func decode(name string, text []byte) ([]byte, error) { return asian.Decode(name, text) }
