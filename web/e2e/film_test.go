//go:build e2e && screens

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/animation"
	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"sheafscope/web/tool/site"
)

const (
	// slowed is the factor by which the clock of the page is slowed. A slower clock gives more pictures of a motion.
	slowed = 4
	// staysFor is the time without a change, in seconds of the film, after which a step has ended.
	staysFor = 0.3
	// movesFor is the time, in seconds of the film, after which a step that does not come to rest is no longer filmed.
	movesFor = 8
)

// slowly is JavaScript that slows the motions that scripts control. openSlowly slows the motions of style sheets.
var slowly = fmt.Sprintf(`{ const now = performance.now.bind(performance), frame = requestAnimationFrame;
	performance.now = () => now() / %[1]d;
	globalThis.requestAnimationFrame = (f) => frame((t) => f(t / %[1]d)); }`, slowed)

// camera writes the pictures of the film into a folder: page-00000.jpg and so on, and for each picture the caption below it.
type camera struct {
	p      *page
	dir    string
	frames int // the number of frames of the film until now
	taken  int // the number of different pictures until now
}

// picture is a file with a picture of the page.
type picture struct {
	file    string
	seconds float64 // the time from the beginning of the step to the picture, in seconds of the film
}

// step films the step act in the given number of frames. caption is the file with the picture of the caption. The duration of the step on
// this machine does not matter: a motion that lasts longer than three quarters of the frames is accelerated to this time, and the last
// picture fills the rest.
func (c *camera) step(frames int, act func(p *page), caption string) {
	c.p.t.Helper()
	// Pictures are taken in a goroutine while act runs, and until the page rests.
	acted, ended := make(chan struct{}), make(chan error, 1)
	var list []picture
	go func() { ended <- c.shoot(acted, &list) }()
	act(c.p)
	c.p.rests()
	close(acted)
	err := <-ended
	if err != nil {
		c.p.t.Fatal(err)
	}
	// Frame f shows the newest picture that was taken until the time of the frame. Frames are links to the pictures. pace is below 1 if the
	// motion must be accelerated.
	pace := min(1, 0.75*float64(frames)/FilmRate/max(1e-9, list[len(list)-1].seconds))
	for f, k := 0, 0; f < frames && err == nil; f++ {
		for k+1 < len(list) && list[k+1].seconds*pace <= float64(f)/FilmRate {
			k++
		}
		if err = os.Link(list[k].file, filepath.Join(c.dir, fmt.Sprintf("page-%05d.jpg", c.frames))); err == nil {
			err = os.Link(caption, filepath.Join(c.dir, fmt.Sprintf("caption-%05d.png", c.frames)))
		}
		c.frames++
	}
	if err != nil {
		c.p.t.Fatal(err)
	}
}

// shoot takes pictures until a step has ended, which closes acted, and the page no longer changes. It appends to list the pictures that
// differ from the picture before.
func (c *camera) shoot(acted <-chan struct{}, list *[]picture) error {
	begin, last, changed := time.Now(), []byte(nil), 0.0
	// changed is the time of the last different picture, and unchanged the number of pictures after it, all equal.
	for unchanged := 0; ; unchanged++ {
		now := time.Since(begin).Seconds() / slowed
		done := false
		select {
		case <-acted:
			done = true
		default:
		}
		shot, err := chromedp.Call(c.p.ctx, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{
			Format: "jpeg", Quality: new(int64(95)), OptimizeForSpeed: new(true)})
		if err != nil {
			return err
		}
		if !bytes.Equal(shot.Data, last) {
			last, unchanged, changed = shot.Data, 0, now
			file := filepath.Join(c.dir, fmt.Sprintf("taken-%05d.jpg", c.taken))
			c.taken++
			if err := os.WriteFile(file, last, 0o666); err != nil {
				return err
			}
			*list = append(*list, picture{file, now})
		}
		stays := unchanged >= 3 && now-changed > staysFor // a slow machine may take only one picture in staysFor
		if done && (stays || now > movesFor) {
			return nil
		}
	}
}

// captions writes a picture of each caption, in the colours and fonts of the page. It returns the files by the texts of the captions.
func captions(t *testing.T, theme, dir string) map[string]string {
	t.Helper()
	p := blank(t, view{width: FilmWidth, height: CaptionHeight, theme: theme})
	// The values of the CSS property background, and after them further properties.
	colours := map[string]string{"light": "#fff;color:#14171c;--accent:#c2410c;--rule:#e4e4e0",
		"dark": "#13171d;color:#eceef1;--accent:#ff8b58;--rule:#242a33"}[theme]
	// Each caption is a page of its own: the name of the part, and the text in one line.
	files := map[string]string{}
	for _, part := range Film {
		for _, c := range part.Captions {
			p.visit("data:text/html;charset=utf-8," + url.PathEscape(fmt.Sprintf(`<body style="margin:0;background:%s;height:%dpx;`+
				`box-sizing:border-box;border-top:1px solid var(--rule);display:flex;align-items:center;gap:20px;padding:0 24px;`+
				`font:22px/28px 'Liberation Sans',Arial,sans-serif;white-space:nowrap"><b style="color:var(--accent);width:120px">%s</b>`+
				`<span>%s</span>`, colours, CaptionHeight, part.Name, c.Text)))
			var wide bool
			p.eval(`document.documentElement.scrollWidth > innerWidth`, &wide)
			if wide {
				t.Errorf("the caption %q is wider than the film", c.Text)
			}
			var png []byte
			p.within(func(ctx context.Context) (err error) {
				png, err = p.driver.shot(ctx)
				return err
			})
			files[c.Text] = filepath.Join(dir, fmt.Sprintf("text-%02d.png", len(files)))
			if err := os.WriteFile(files[c.Text], png, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return files
}

// TestFilm films the page in each theme. It writes to .build/film a picture for each frame of the page and of the caption. ./build.sh film
// encodes the pictures.
func TestFilm(t *testing.T) {
	for _, theme := range FilmThemes {
		dir := filepath.Join(root, ".build", "film", theme)
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		texts := captions(t, theme, dir)
		v := view{width: FilmWidth, height: FilmHeight - CaptionHeight, theme: theme, newcomer: true}
		p := openSlowly(t, v)
		c := &camera{p: p, dir: dir}
		for _, part := range Film {
			steps := filmSteps[part.Name]
			steps.before(p)
			p.rests()
			for k, caption := range part.Captions {
				// The steps of a caption share its frames equally.
				all, n := caption.Seconds*FilmRate, len(steps.during[k])
				for i, act := range steps.during[k] {
					c.step(all*(i+1)/n-all*i/n, act, texts[caption.Text])
				}
			}
			t.Logf("%s, %s: %.1f s of film, %d pictures", theme, strings.ToLower(part.Name), float64(c.frames)/FilmRate, c.taken)
		}
		p.clean()
	}
}

// openSlowly opens a page whose scripts and style sheets move slower, by the factor slowed.
func openSlowly(t *testing.T, v view) *page {
	t.Helper()
	p, _ := blankFor(t, v, browser, site.Handler(filepath.Join(root, "dist")), 20*time.Minute)
	p.beforeScripts(slowly)
	p.goTo("")
	p.ready()
	p.do(send(animation.Enable, cdp.Empty{}),
		send(animation.SetPlaybackRate, animation.SetPlaybackRateParams{PlaybackRate: 1. / slowed}))
	return p
}
