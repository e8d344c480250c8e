package jobs

import "sheafscope/wasm/script"

// decode converts a text of a named encoding to UTF-8 by the browser's TextDecoder. Its tables equal the tables of package asian.
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
