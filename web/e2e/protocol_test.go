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

// This file has the commands of the browser's protocol that the tests use.

// act is an action of chromedp in a tab.
type act = chromedp.Action[chromedp.Void]

// send returns the action that sends a command of the browser's protocol.
func send[P, R any](command cdp.Command[P, R], params P) act {
	return chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, command, params)
		return err
	})
}

// resize gives the tab a size in pixels of the page. Each of these pixels has scale² pixels of the screen. mobile selects a phone.
func resize(width, height int64, scale float64, mobile bool) act {
	return send(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height,
		DeviceScaleFactor: scale, Mobile: mobile})
}

// media sets the medium of the tab, or the screen if medium is "". features are pairs: the name of a media feature, and its value.
func media(medium string, features ...string) act {
	params := emulation.SetEmulatedMediaParams{Media: medium}
	for k := 0; k < len(features); k += 2 {
		params.Features = append(params.Features, &emulation.MediaFeature{Name: features[k], Value: features[k+1]})
	}
	return send(emulation.SetEmulatedMedia, params)
}

// text sets the text size of the browser in pixels. The page uses it where no style names a size. The default of browsers is 16,
// and 13 for text of fixed width.
func text(size int64) act {
	return send(cdppage.SetFontSizes, cdppage.SetFontSizesParams{FontSizes: &cdppage.FontSizes{Standard: size, Fixed: size * 13 / 16}})
}

// fingers makes the screen of the tab a touch screen if touch is true, and else an ordinary screen.
func fingers(touch bool) act {
	return send(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: touch})
}

// evaluate evaluates JavaScript, waits for the promise, and stores the value in into. If into is nil, it drops the value. The value
// undefined is an error.
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
