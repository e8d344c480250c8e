//go:build unix

package shell

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The processes that a command has started end with the command, even if they ignore SIGTERM. The command passes, fails, or is ended by its
// context. Thus no browser outlives its tests.
func TestCommandLeavesNoProcess(t *testing.T) {
	for ending, lastCommand := range map[string]string{"pass": "exit 0", "failure": "exit 1", "ended": "wait"} {
		t.Run(ending, func(t *testing.T) {
			t.Parallel()
			out, err := os.Create(filepath.Join(t.TempDir(), "number"))
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			// The shell starts a process that ignores signals, prints its process ID, and runs lastCommand.
			cmd := exec.CommandContext(ctx, "sh", "-c", `(trap "" TERM INT; exec sleep 100) & echo $!; `+lastCommand)
			cmd.Stdout = out
			if ending == "ended" {
				// The context ends after the command has written the process ID.
				go func() {
					for processID(t, out.Name()) == 0 {
						time.Sleep(10 * time.Millisecond)
					}
					cancel()
				}()
			}
			err = Run(cmd)
			if passes := err == nil; passes != (ending == "pass") {
				t.Errorf("%s: the command ends with the error %v, want no error only for a pass", ending, err)
			}
			child := processID(t, out.Name())
			if child == 0 {
				t.Fatal("the command started no process")
			}
			// The end of a process becomes visible a little later.
			for limit := time.Now().Add(30 * time.Second); isAlive(child); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(limit) {
					t.Fatalf("process %d runs 30 s after the end of its command", child)
				}
			}
		})
	}
}

// processID returns the process ID in the first line of a file. It returns 0 if the line has not been written yet.
func processID(t *testing.T, name string) int {
	text, err := os.ReadFile(name)
	line, _, isWhole := strings.Cut(string(text), "\n")
	if err != nil || !isWhole {
		return 0
	}
	n, err := strconv.Atoi(line)
	if err != nil {
		t.Errorf("the first line of %s is no process ID: %v", name, err)
	}
	return n
}

// isAlive reports whether a process runs. A zombie does not run. Without /proc, a zombie counts as running.
func isAlive(process int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(process) + "/stat")
	if err != nil {
		return syscall.Kill(process, 0) == nil
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}
