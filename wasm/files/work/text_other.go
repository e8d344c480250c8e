//go:build !js

package work

import "sheafscope/core/graphio/asian"

// decode converts a text of a named encoding to UTF-8.
func decode(name string, text []byte) ([]byte, error) { return asian.Decode(name, text) }
