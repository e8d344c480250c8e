//go:build !js

package work

import "sheafscope/core/graphio/asian"

// decode decodes a text where there is no browser.
func decode(name string, text []byte) ([]byte, error) { return asian.Decode(name, text) }
