//go:build !js

package jobs

import "sheafscope/core/graphio/asian"

// decode converts a text to UTF-8. name is the name of its encoding, such as "gbk". An unknown name is an error; invalid bytes become
// U+FFFD. In the browser text_js.go replaces this file.
func decode(name string, text []byte) ([]byte, error) { return asian.Decode(name, text) }
