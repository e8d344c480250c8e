//go:build unix

package guard

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// parent is the variable that makes this program start a tree of processes and end in some way.
const parent = "SHEAFSCOPE_GUARD_TEST"

// folder is the variable with a folder of such a program.
const folder = "SHEAFSCOPE_GUARD_FOLDER"

func TestMain(m *testing.M) {
	Main()
	if how := os.Getenv(parent); how != "" {
		start(how)
	}
	os.Exit(m.Run())
}

// start starts a shell with a child that ignores polite signals, prints the child's number, and ends as requested.
func start(how string) {
	g, err := Start()
	if err != nil {
		panic(err)
	}
	g.Folder(os.Getenv(folder))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if how == "limit" {
		ctx, cancel = context.WithTimeout(ctx, 300*time.Millisecond)
		defer cancel()
	}
	end := "wait"
	if how == "pass" || how == "failure" {
		end = "sleep 0.3; exit 0"
	}
	if how == "failure" {
		end = "sleep 0.3; exit 1"
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", `(trap "" TERM INT; exec sleep 100) & echo $!; `+end)
	out, err := cmd.StdoutPipe()
	if err != nil {
		panic(err)
	}
	if how == "panic" {
		go func() {
			time.Sleep(300 * time.Millisecond)
			panic("as a test does whose time is up")
		}()
	}
	if err := g.start(cmd); err != nil {
		os.Exit(1)
	}
	line, _ := bufio.NewReader(out).ReadString('\n') // printed once the group is registered, no sooner
	fmt.Print(line)
	if err := g.wait(cmd); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// TestNothingIsLeft: what a program has started is gone after the program, whatever its end was.
func TestNothingIsLeft(t *testing.T) {
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"pass", "failure", "limit", "panic", "interrupt", "kill"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(own)
			dir := filepath.Join(t.TempDir(), "a folder")
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			cmd.Env = append(os.Environ(), parent+"="+how, folder+"="+dir)
			out, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			line, err := bufio.NewReader(out).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			child, err := strconv.Atoi(strings.TrimSpace(line))
			if err != nil {
				t.Fatal(err)
			}
			if syscall.Kill(child, 0) != nil {
				t.Fatalf("the child %d does not run", child)
			}
			switch how {
			case "interrupt":
				err = cmd.Process.Signal(syscall.SIGINT)
			case "kill":
				err = cmd.Process.Kill()
			}
			if err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // how it ended is the test's own doing
			there := func() bool { _, err := os.Stat(dir); return err == nil }
			for end := time.Now().Add(30 * time.Second); alive(child) || there(); time.Sleep(20 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("process %d is left: %v; its folder: %v", child, alive(child), there())
				}
			}
		})
	}
}

// alive reports whether a process runs. One that has ended and that nobody has asked about does not.
func alive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return syscall.Kill(pid, 0) == nil && !os.IsNotExist(err)
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}
