// Package asian decodes texts in the encodings of Chinese, Japanese and Korean that use two bytes a character. Their tables are as large
// as a
// third of the program that reads files, so package graphio takes a decoder: this one, or the browser's own.
package asian

import (
	"fmt"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Decode returns a text in UTF-8. name is that of the Encoding Standard (WHATWG): gbk, big5, euc-kr, shift_jis or euc-jp. What is no
// character becomes U+FFFD.
func Decode(name string, text []byte) ([]byte, error) {
	e := map[string]encoding.Encoding{"gbk": simplifiedchinese.GBK, "big5": traditionalchinese.Big5, "euc-kr": korean.EUCKR,
		"shift_jis": japanese.ShiftJIS, "euc-jp": japanese.EUCJP}[name]
	if e == nil {
		return nil, fmt.Errorf("the encoding %q is not known", name)
	}
	return e.NewDecoder().Bytes(text)
}
