//go:build js && wasm

package web

import (
	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
	"sheafscope/web/qr"
)

// offerQR gives the boot script qr(text), for printing: the modules of a QR code,
// row by row, "1" for a dark one, or a sentence that says why there is none.
func (p *Page) offerQR() {
	script.Set(p.boot, "qr", script.Func(func(args []safejs.Value) any {
		code, err := qr.Encode(script.Text(args[0]))
		if err != nil {
			return err.Error()
		}
		out := make([]byte, len(code.Modules))
		for i, dark := range code.Modules {
			out[i] = '0'
			if dark {
				out[i] = '1'
			}
		}
		return string(out)
	}))
}
