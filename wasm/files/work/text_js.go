package work

import "sheafscope/wasm/script"

// decode decodes a text of a named encoding by the browser's TextDecoder, whose tables equal those of package asian.
func decode(name string, text []byte) ([]byte, error) {
	decoder, err := script.Global("TextDecoder").New(name)
	if err != nil {
		return nil, err
	}
	out, err := decoder.Call("decode", script.FromBytes(text))
	if err != nil {
		return nil, err
	}
	s, err := out.String()
	return []byte(s), err
}
