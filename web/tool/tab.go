package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"sheafscope/web/tool/trace"
)

// tab is a page of a headless browser with an empty profile, in a process of its
// own (web/tool/drive).
type tab struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *json.Decoder
}

// newTab starts the browser; close ends it.
func newTab(ctx context.Context) (*tab, error) {
	program := filepath.Join(workDir, "drive")
	if err := command(ctx, nil, "go", "build", "-o", program, "./web/tool/drive"); err != nil {
		return nil, err
	}
	t := &tab{cmd: exec.CommandContext(ctx, program)}
	// It must end its browser before it ends itself.
	t.cmd.Cancel, t.cmd.WaitDelay, t.cmd.Stderr = func() error { return t.cmd.Process.Signal(os.Interrupt) }, 10*time.Second, os.Stderr
	in, err := t.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := t.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	t.in, t.out = in, json.NewDecoder(out)
	return t, t.cmd.Start()
}

func (t *tab) close() error { return errors.Join(t.in.Close(), t.cmd.Wait()) }

// ask sends a request: Address, Script, Evaluate or Trace with its text.
func (t *tab) ask(what, text string, into any) error {
	if err := json.NewEncoder(t.in).Encode(map[string]string{what: text}); err != nil {
		return fmt.Errorf("the browser's program: %w", err)
	}
	var a struct {
		Value json.RawMessage
		Error string
	}
	if err := t.out.Decode(&a); err != nil {
		return fmt.Errorf("the browser's program: %w", err)
	}
	if a.Error != "" {
		return errors.New(a.Error)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(a.Value, into)
}

// open goes to an address.
func (t *tab) open(address string) error { return t.ask("Address", address, nil) }

// before lets every page run a script first.
func (t *tab) before(script string) error { return t.ask("Script", script, nil) }

// eval evaluates JavaScript, waits for its promise and reads its value.
func (t *tab) eval(script string, into any) error { return t.ask("Evaluate", script, into) }

// trace tells what the main thread did while the script is evaluated and its promise waited for.
func (t *tab) trace(script string) (r trace.Recording, err error) {
	err = t.ask("Trace", script, &r)
	return r, err
}
