//go:build !js

package jobs

import "sheafscope/core/graphio/asian"

// decode converts a text of a named encoding to UTF-8. In the browser text_js.go replaces this file.
func decode(name string, text []byte) ([]byte, error) { return asian.Decode(name, text) }
