// Package asian decodes Chinese, Japanese and Korean texts in encodings with several bytes per character, such as GBK and Shift-JIS.
//
// The tables of these encodings are a third as large as the page's program for files, so package graphio does not import them.
// The field Decode of graphio.Reader holds a decoder: [Decode] in programs of the command line, the decoder of the browser in the page.
package asian

import (
	"fmt"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Decode returns a text in UTF-8.
// name is a label of the Encoding Standard (WHATWG): gbk, big5, euc-kr, shift_jis or euc-jp. Any other name is an error.
// Bytes that are not a character of the encoding become U+FFFD. As in the standard, gbk includes the characters of GB18030.
func Decode(name string, text []byte) ([]byte, error) {
	encodings := map[string]encoding.Encoding{"gbk": simplifiedchinese.GB18030, "big5": traditionalchinese.Big5, "euc-kr": korean.EUCKR,
		"shift_jis": japanese.ShiftJIS, "euc-jp": japanese.EUCJP}
	e := encodings[name]
	if e == nil {
		return nil, fmt.Errorf("the encoding %q is not known", name)
	}
	return e.NewDecoder().Bytes(text)
}
