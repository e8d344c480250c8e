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

// This file controls Firefox by the protocol WebDriver BiDi.

// bidi is a Firefox and the connection to it by the protocol WebDriver BiDi. The protocol has commands with a number, answers with the
// number of their command, and events of tabs.
type bidi struct {
	process *exec.Cmd
	profile string
	conn    net.Conn

	mu      sync.Mutex                                             // for the fields below and for writes to conn
	last    int                                                    // number of the last command
	waiting map[int]chan<- bidiMessage                             // number of a command → the channel of its answer
	tabs    map[string]func(method string, params json.RawMessage) // tab → the listener to its events
	broken  error                                                  // the reason why the connection ended, or nil
}

// bidiMessage is a message from Firefox: an answer to a command, or an event. Only an event has Method and Params.
type bidiMessage struct {
	Type    string // "success", "error" or "event"
	ID      int    // number of the command
	Result  json.RawMessage
	Error   string // a word of the protocol, such as "no such frame"
	Message string
	Method  string
	Params  json.RawMessage
}

// preferences of Firefox suppress messages and updates, permit WebGL on machines without a graphics card, and replace the preferences of
// the desktop: the light theme, and no reduced motion.
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

// listening matches the line in which Firefox writes the address of the connection.
var listening = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

// startFirefox starts a Firefox without a window, with an empty profile, and begins a session of WebDriver BiDi.
func startFirefox() (*bidi, error) {
	name, err := FindFirefox()
	if err != nil {
		return nil, err
	}
	b := &bidi{waiting: map[int]chan<- bidiMessage{}, tabs: map[string]func(string, json.RawMessage){}}
	if b.profile, err = os.MkdirTemp("", "sheafscope-firefox-"); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(b.profile, "user.js"), []byte(preferences), 0o666); err != nil {
		return nil, err
	}
	b.process = exec.Command(name, "--headless", "--no-remote", "--remote-debugging-port=0", "--remote-allow-system-access", "--profile",
		b.profile, "about:blank")
	output, err := b.process.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := b.process.Start(); err != nil {
		return nil, err
	}
	if err := b.begin(output); err != nil {
		b.stop()
		return nil, fmt.Errorf("%s did not start: %w", name, err)
	}
	return b, nil
}

// begin reads the address of the connection in the output of Firefox, connects, and subscribes to events.
func (b *bidi) begin(output io.Reader) error {
	// The goroutine reads the output until its end, because a full pipe would stop Firefox.
	address := make(chan string, 1)
	go func() {
		defer close(address)
		for lines := bufio.NewScanner(output); lines.Scan(); {
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
		return errors.New("its output has no address for WebDriver BiDi")
	}
	conn, _, _, err := ws.Dial(ctx, url+"/session")
	if err != nil {
		return err
	}
	// The session of WebDriver must exist before any other command.
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
		var a bidiMessage
		if err == nil {
			err = json.Unmarshal(text, &a)
		}
		b.mu.Lock()
		// After the end of the connection every waiting command fails.
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
			// An event names its tab in one of two fields; the other field is empty.
			var event struct {
				Context string
				Source  struct{ Context string }
			}
			_ = json.Unmarshal(a.Params, &event)
			listener := b.tabs[event.Context+event.Source.Context]
			b.mu.Unlock()
			if listener != nil {
				listener(a.Method, a.Params)
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

// ask sends a command, waits for its answer, and stores the result in into. If into is nil, ask drops the result. The error wraps errGone
// if the frame or the page of the command does not exist any more.
func (b *bidi) ask(ctx context.Context, method string, params, into any) error {
	// The channel is registered before the command is sent, since the answer may come at once.
	c := make(chan bidiMessage, 1)
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
		// Firefox has these words for a frame or page that does not exist any more.
		unknown := a.Error == "no such frame" || a.Error == "no such handle"
		destroyed := strings.Contains(a.Message, "destroyed") || strings.Contains(a.Message, "was discarded")
		switch {
		case !ok:
			return fmt.Errorf("%s: the connection to Firefox ended", method)
		case unknown || destroyed:
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

// stop ends the session and the browser, and removes its profile. A browser that does not end within 10 seconds is killed.
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
