//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// act is something that chromedp does in a tab.
type act = chromedp.Action[chromedp.Void]

// send sends a command of the browser's protocol.
func send[P, R any](command cdp.Command[P, R], params P) act {
	return chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, command, params)
		return err
	})
}

// resize gives the tab a size in pixels of the page, of which each has scale² of the screen, and makes it that of a phone.
func resize(width, height int64, scale float64, mobile bool) act {
	return send(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height,
		DeviceScaleFactor: scale, Mobile: mobile})
}

// media makes the tab one of a medium, or that of a screen, with features: a name, its value, a name, its value.
func media(medium string, features ...string) act {
	params := emulation.SetEmulatedMediaParams{Media: medium}
	for k := 0; k < len(features); k += 2 {
		params.Features = append(params.Features, &emulation.MediaFeature{Name: features[k], Value: features[k+1]})
	}
	return send(emulation.SetEmulatedMedia, params)
}

// text gives the browser a size of text, which a page has where it names none; 16 is that of a browser as it comes.
func text(size int64) act {
	return send(cdppage.SetFontSizes, cdppage.SetFontSizesParams{FontSizes: &cdppage.FontSizes{Standard: size, Fixed: size * 13 / 16}})
}

// fingers makes the tab that of a touch screen, or of none.
func fingers(touch bool) act {
	return send(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: touch})
}

// evaluate evaluates JavaScript, waits for its promise and stores its value in into, unless that is nil.
func evaluate(ctx context.Context, js string, into any, options ...chromedp.EvaluateOption) error {
	value, err := chromedp.Run(ctx, chromedp.Evaluate[[]byte](js, append(options, chromedp.EvalAwaitPromise)...))
	switch {
	case err != nil || into == nil:
		return err
	case value == nil:
		return errors.New("undefined: " + js)
	}
	return json.Unmarshal(value, into)
}
