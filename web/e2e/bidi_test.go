//go:build e2e

package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// bidi is a Firefox and the connection to it by the protocol WebDriver BiDi. The protocol has commands with a number, answers with the
// number of their command, and events of tabs.
type bidi struct {
	process *exec.Cmd
	profile string
	conn    net.Conn

	mu      sync.Mutex // of everything below, and of writing to conn
	last    int
	waiting map[int]chan<- bidiAnswer
	tabs    map[string]func(method string, params json.RawMessage) // who listens to the events of a tab
	broken  error                                                  // why the connection ended
}

// bidiAnswer is a message from Firefox: an answer to a command, or an event.
type bidiAnswer struct {
	Type    string
	ID      int
	Result  json.RawMessage
	Error   string // a word of the protocol, such as "no such frame"
	Message string
	Method  string
	Params  json.RawMessage
}

// preferences of Firefox suppress messages, permit WebGL on machines without a graphics card, and replace the preferences of the desktop.
const preferences = `
user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("layout.css.prefers-color-scheme.content-override", 1);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.server", "data:,");
user_pref("ui.prefersReducedMotion", 0);
user_pref("webgl.force-enabled", true);
`

var listening = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

// startFirefox starts a Firefox with an empty profile and begins a session.
func startFirefox() (*bidi, error) {
	name, err := FindFirefox()
	if err != nil {
		return nil, err
	}
	b := &bidi{waiting: map[int]chan<- bidiAnswer{}, tabs: map[string]func(string, json.RawMessage){}}
	if b.profile, err = os.MkdirTemp("", "sheafscope-firefox-"); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(b.profile, "user.js"), []byte(preferences), 0o666); err != nil {
		return nil, err
	}
	b.process = exec.Command(name, "--headless", "--no-remote", "--remote-debugging-port=0", "--remote-allow-system-access", "--profile",
		b.profile, "about:blank")
	said, err := b.process.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := b.process.Start(); err != nil {
		return nil, err
	}
	if err := b.begin(said); err != nil {
		b.stop()
		return nil, fmt.Errorf("%s does not start: %w", name, err)
	}
	return b, nil
}

// begin reads the address of the connection in the output of Firefox, connects, and subscribes to events.
func (b *bidi) begin(said io.Reader) error {
	address := make(chan string, 1)
	go func() {
		defer close(address)
		for lines := bufio.NewScanner(said); lines.Scan(); {
			if m := listening.FindStringSubmatch(lines.Text()); m != nil {
				address <- m[1]
			}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var url string
	select {
	case url = <-address:
	case <-ctx.Done():
	}
	if url == "" {
		return errors.New("it names no address for WebDriver BiDi")
	}
	conn, _, _, err := ws.Dial(ctx, url+"/session")
	if err != nil {
		return err
	}
	b.conn = conn
	go b.listen()
	if err := b.ask(ctx, "session.new", map[string]any{"capabilities": map[string]any{}}, nil); err != nil {
		return err
	}
	return b.ask(ctx, "session.subscribe", map[string]any{"events": []string{"log.entryAdded", "network.beforeRequestSent"}}, nil)
}

// listen delivers each answer to the caller that waits for it, and each event to its tab.
func (b *bidi) listen() {
	for {
		text, err := wsutil.ReadServerText(b.conn)
		var a bidiAnswer
		if err == nil {
			err = json.Unmarshal(text, &a)
		}
		b.mu.Lock()
		if err != nil {
			b.broken = fmt.Errorf("the connection to Firefox ended: %w", err)
			for _, c := range b.waiting {
				close(c)
			}
			b.waiting = nil
			b.mu.Unlock()
			return
		}
		if a.Type == "event" {
			var of struct {
				Context string
				Source  struct{ Context string }
			}
			_ = json.Unmarshal(a.Params, &of)
			hear := b.tabs[of.Context+of.Source.Context]
			b.mu.Unlock()
			if hear != nil {
				hear(a.Method, a.Params)
			}
			continue
		}
		c := b.waiting[a.ID]
		delete(b.waiting, a.ID)
		b.mu.Unlock()
		if c != nil {
			c <- a
		}
	}
}

// ask sends a command and stores the result in into. If into is nil, ask drops the result.
func (b *bidi) ask(ctx context.Context, method string, params, into any) error {
	c := make(chan bidiAnswer, 1)
	b.mu.Lock()
	err := b.broken
	if err == nil {
		b.last++
		b.waiting[b.last] = c
		var text []byte
		if text, err = json.Marshal(map[string]any{"id": b.last, "method": method, "params": params}); err == nil {
			err = wsutil.WriteClientText(b.conn, text)
		}
	}
	b.mu.Unlock()
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case a, ok := <-c:
		switch {
		case !ok:
			return fmt.Errorf("%s: the connection to Firefox ended", method)
		case a.Error == "no such frame" || a.Error == "no such handle" || strings.Contains(a.Message, "destroyed") ||
			strings.Contains(a.Message, "was discarded"):
			return fmt.Errorf("%s: %w: %s", method, errGone, a.Message)
		case a.Error != "":
			return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		case into == nil:
			return nil
		}
		return json.Unmarshal(a.Result, into)
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// stop ends the session and the browser, and removes its profile.
func (b *bidi) stop() {
	if b.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		_ = b.ask(ctx, "browser.close", map[string]any{}, nil)
		cancel()
		b.conn.Close()
	}
	done := make(chan struct{})
	go func() { _ = b.process.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		_ = b.process.Process.Kill()
		<-done
	}
	os.RemoveAll(b.profile)
}
