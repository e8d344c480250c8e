package jobs

import "sheafscope/wasm/script"

// decode converts a text to UTF-8 by the browser's TextDecoder. name is the name of its encoding, such as "gbk". An unknown name is an
// error; invalid bytes become U+FFFD. Native programs use package asian (text_other.go), which decodes to the same characters.
func decode(name string, text []byte) ([]byte, error) {
	decoder, err := script.Global("TextDecoder").New(name)
	if err != nil {
		return nil, err
	}
	decoded, err := decoder.Call("decode", script.FromBytes(text))
	if err != nil {
		return nil, err
	}
	s, err := decoded.String()
	return []byte(s), err
}
