// Package guard ends the processes that a program has started when that program ends, however it ends: by itself, by a
// panic, by a signal, killed.
//
// A guard is a second process of the same program, which reads the numbers of process groups and the paths of folders from
// a pipe. The pipe closes when the program is gone; then the guard kills the groups that it still knows and removes the
// folders.
package guard

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// role is the variable of the environment by which a process is the guard of another.
const role = "SHEAFSCOPE_GUARD"

// Main does a guard's work and ends the process, where the process is a guard. A program that calls Start calls it first.
func Main() {
	if os.Getenv(role) == "" {
		return
	}
	watch(os.Stdin)
	os.Exit(0)
}

// watch reads lines "+ group", "- group" and "folder path" until the input ends. Then it kills the groups that are left and
// removes the folders.
func watch(input io.Reader) {
	groups := map[int]bool{}
	var folders []string
	for lines := bufio.NewScanner(input); lines.Scan(); {
		sign, rest, _ := strings.Cut(lines.Text(), " ")
		if sign == "folder" {
			folders = append(folders, rest)
		} else if group, err := strconv.Atoi(rest); err == nil && group > 1 {
			if sign == "+" {
				groups[group] = true
			} else {
				delete(groups, group)
			}
		}
	}
	for group := range groups {
		kill(group)
	}
	for _, folder := range folders {
		// What was killed may write for a moment still.
		for try := 0; os.RemoveAll(folder) != nil && try < 50; try++ {
			time.Sleep(100 * time.Millisecond)
		}
	}
}

// A Guard belongs to one process. Its methods may be called by several goroutines.
type Guard struct {
	mu   sync.Mutex
	pipe io.WriteCloser
}

// Start starts the guard of this process.
func Start() (*Guard, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(own)
	cmd.Env = append(os.Environ(), role+"=1")
	detach(cmd) // the terminal's signals do not reach it
	pipe, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("the process that ends what the tests start cannot be started: %w", err)
	}
	return &Guard{pipe: pipe}, nil
}

// Prepare puts a command that has not started into a process group of its own, which ends with the command's context:
// politely first, by force after ten seconds.
func (g *Guard) Prepare(cmd *exec.Cmd) {
	Group(cmd)
	if cmd.Cancel != nil {
		cmd.Cancel = func() error { return interrupt(cmd.Process.Pid) }
		cmd.WaitDelay = 10 * time.Second
	}
}

// Run runs a command in a group of its own and leaves nothing of that group behind.
func (g *Guard) Run(cmd *exec.Cmd) error {
	if err := g.start(cmd); err != nil {
		return err
	}
	return g.wait(cmd)
}

// start starts a command in a group of its own and registers the group.
func (g *Guard) start(cmd *exec.Cmd) error {
	g.Prepare(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	g.Started(cmd.Process.Pid)
	return nil
}

// wait waits for a command of start and ends what is left of its group.
func (g *Guard) wait(cmd *exec.Cmd) error {
	err := cmd.Wait()
	g.End(cmd.Process.Pid)
	return err
}

// Started registers a group by the number of its first process.
func (g *Guard) Started(group int) { g.write("+", group) }

// End kills what is left of a group.
func (g *Guard) End(group int) {
	kill(group)
	g.write("-", group)
}

// Folder registers a folder that is removed when this process has ended.
func (g *Guard) Folder(path string) { g.write("folder", path) }

func (g *Guard) write(sign string, what any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	// When the guard is gone, the groups end with their programs, as without one.
	_, _ = fmt.Fprintln(g.pipe, sign, what)
}

type key struct{}

// With returns a context that carries the guard of what is started with it.
func With(ctx context.Context, g *Guard) context.Context { return context.WithValue(ctx, key{}, g) }

// Run runs a command under the guard of a context; without one, as cmd.Run does.
func Run(ctx context.Context, cmd *exec.Cmd) error {
	if g, ok := ctx.Value(key{}).(*Guard); ok {
		return g.Run(cmd)
	}
	return cmd.Run()
}
