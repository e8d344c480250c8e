//go:build unix

// This file has the part "checkouts" of the test: build.sh runs in copies of the sources under unusual conditions, such as an old version
// of Go.

package test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sheafscope/web/tool/shell"
	"sheafscope/web/tool/site"
)

// checkout is a copy of the sources, with conditions under which build.sh must succeed or must refuse with a reason.
type checkout struct {
	name         string
	folder       string                 // name of the folder of the sources; "" means the usual name, sheafscope
	nobodyOwns   bool                   // the sources belong to the user nobody; build.sh still runs as root unless nobodyRuns
	nobodyRuns   bool                   // build.sh runs as the user nobody, without the rights of root
	withoutGit   bool                   // the folder has no .git, like a tarball
	env          []string               // variables that are added to the environment
	tools        map[string]string      // replaced programs: a script by the name of its program; "" removes the program
	prepare      func(dir string) error // changes the folder before build.sh runs; nil if nothing is to change
	args         []string               // arguments of build.sh; nil means "build --quick"
	refusal      string                 // part of the expected error; "" if the build must succeed
	inUsualForm  bool                   // the usual form of the test runs the checkout, too; the long form runs all
	simultaneous int                    // number of runs of build.sh at once; 0 means 1
	interrupted  int                    // number of runs that are interrupted before the tested runs; see cutStep
}

// oldGo is a script that behaves like an old version of Go.
const oldGo = "#!/bin/sh\ncase \"$1\" in version) echo go version go1.25.4 linux/amd64;; *) exit 1;; esac\n"

// checkouts lists the checkouts of the test. A refusal is a part of the message of build.sh.
var checkouts = []checkout{
	{name: "sources of another owner", nobodyOwns: true, inUsualForm: true},
	{name: "modules switched off", env: []string{"GO111MODULE=off"}, refusal: "GO111MODULE", inUsualForm: true},
	{name: "a port that is no number", env: []string{"PORT=abc"}, args: []string{"serve"}, refusal: "PORT=abc", inUsualForm: true},
	{name: "no git", tools: map[string]string{"git": ""}},
	{name: "a tarball", withoutGit: true},
	{name: "a tarball without network", withoutGit: true, env: []string{"GOPROXY=off", "npm_config_offline=true"}},
	{name: "spaces and umlauts", folder: "mein Büro/größe 1"},
	{name: "umask 077", env: []string{"SHEAFSCOPE_UMASK=077"}},
	{name: "modules that may change", env: []string{"GOFLAGS=-mod=mod"}},
	{name: "no proxy", env: []string{"GOPROXY=off"}},
	{name: "no C", env: []string{"CGO_ENABLED=0"}},
	{name: "a user without rights of root", nobodyOwns: true, nobodyRuns: true},
	{name: "sources that cannot be written", nobodyRuns: true, refusal: "cannot be written"},
	{name: "two builds at once", simultaneous: 2},
	{name: "interrupted three times", interrupted: 3},
	{name: "an old Go", tools: map[string]string{"go": oldGo}, refusal: "Go 1.25.4 is too old"},
	{name: "no Go", tools: map[string]string{"go": ""}, refusal: "Go is missing"},
	{name: "an old Node", tools: map[string]string{"node": "#!/bin/sh\necho v18.20.0\n"}, refusal: "Node 18.20.0 is too old"},
	{name: "a port that is taken", args: []string{"serve"}, refusal: "address already in use"},
	{name: "clean without network", env: []string{"GOPROXY=off", "npm_config_offline=true"}, prepare: func(dir string) error {
		cmd := exec.Command("./build.sh", "clean")
		cmd.Dir = dir
		return cmd.Run()
	}},
	{name: "half-installed modules", prepare: func(dir string) error {
		modules := filepath.Join(dir, "node_modules")
		return errors.Join(os.RemoveAll(filepath.Join(modules, "esbuild")), os.Remove(filepath.Join(modules, ".sheafscope-lock.json")))
	}},
}

// nobody is the number of the user nobody and of its group on Linux. This user owns no files.
const nobody = 65534

// tryCheckouts runs build.sh in every checkout and returns the failures. The usual form of the test runs only the checkouts with
// inUsualForm. Only root can run a checkout with the user nobody; without root tryCheckouts skips it with a message. The files of a build
// must equal the files of the present dist/, except the single files.
func tryCheckouts(ctx context.Context, form Form) error {
	var errs []error
	for _, c := range checkouts {
		if form == Usual && !c.inUsualForm {
			continue
		}
		if (c.nobodyOwns || c.nobodyRuns) && os.Geteuid() != 0 {
			fmt.Printf("checkouts: %s: not run, only root can give files to another user\n", c.name)
			continue
		}
		start := time.Now()
		err := c.try(ctx)
		fmt.Printf("%7.1f s  %s\n", time.Since(start).Seconds(), c.name)
		if err != nil {
			errs = append(errs, fmt.Errorf("checkout: %s: %w", c.name, err))
		}
	}
	return errors.Join(errs...)
}

// try creates the checkout in a temporary folder and runs build.sh there. It returns an error if the checkout cannot be created, or if
// build.sh has another result than expected.
func (c *checkout) try(ctx context.Context) error {
	top, err := os.MkdirTemp("", "checkout-*")
	if err != nil {
		return err
	}
	// Go's modules are read-only, and RemoveAll needs folders that can be written. An error leaves files in the temporary folder.
	defer func() { _ = exec.Command("chmod", "-R", "u+w", top).Run(); _ = os.RemoveAll(top) }()
	dir := filepath.Join(top, "sheafscope")
	if c.folder != "" {
		dir = filepath.Join(top, filepath.FromSlash(c.folder))
	}
	if err := c.makeFolder(ctx, dir); err != nil {
		return err
	}
	env, err := c.environment(top)
	if err != nil {
		return err
	}
	if c.prepare != nil {
		if err := c.prepare(dir); err != nil {
			return err
		}
	}
	if c.nobodyOwns { // last, since the files of the steps above must belong to the user nobody, too
		if err := giveToNobody(top); err != nil {
			return err
		}
	}
	if c.name == "a port that is taken" { // here, because the port must stay open until build.sh has ended
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		defer listener.Close()
		_, port, _ := net.SplitHostPort(listener.Addr().String()) // no error: a listener has an address with a port
		env = append(env, "PORT="+port)
	}
	return c.run(ctx, dir, env)
}

// cutStep is the time after which the first run of build.sh is interrupted. Each further run has cutStep more. A run may end earlier.
const cutStep = 700 * time.Millisecond

// run interrupts c.interrupted runs of build.sh, one after the other. Then it starts c.simultaneous runs at once. It returns an error if a
// run does not end as expected, or if the built files differ from the files of the present dist/.
func (c *checkout) run(ctx context.Context, dir string, env []string) error {
	for k := range c.interrupted {
		short, stop := context.WithTimeout(ctx, time.Duration(k+1)*cutStep)
		_, _ = c.start(short, dir, env)() // the error is the interrupt
		stop()
	}
	// All runs start before the first wait.
	var waits []func() (string, error)
	for range max(1, c.simultaneous) {
		waits = append(waits, c.start(ctx, dir, env))
	}
	var errs []error
	for _, wait := range waits {
		text, err := wait()
		isRefused := err != nil && strings.Contains(text, c.refusal)
		switch {
		case c.refusal == "" && err != nil:
			errs = append(errs, fmt.Errorf("%w\n%s", err, text))
		case c.refusal != "" && !isRefused:
			errs = append(errs, fmt.Errorf("build.sh ends with the error %v; want a refusal with %q in\n%s", err, c.refusal, text))
		}
	}
	if c.refusal == "" && len(errs) == 0 { // a checkout with a refusal is not compared: its build may have no files
		errs = append(errs, sameTree(shell.Dist, filepath.Join(dir, shell.Dist), site.SingleName, site.LearnName))
	}
	return errors.Join(errs...)
}

// start starts build.sh in dir with the environment env. The returned function waits for the end of build.sh, and returns its standard
// output and standard error in one text, and the error of the process. If ctx ends earlier, build.sh is interrupted.
func (c *checkout) start(ctx context.Context, dir string, env []string) func() (string, error) {
	args := c.args
	if args == nil {
		args = []string{"build", "--quick"}
	}
	// A process inherits its umask from its parent, here a shell. The arguments after the script are $0 and the arguments of build.sh.
	script := "umask ${SHEAFSCOPE_UMASK:-022}; exec ./build.sh \"$@\""
	cmd := exec.CommandContext(ctx, "/bin/bash", append([]string{"-c", script, "bash"}, args...)...)
	var out bytes.Buffer
	cmd.Dir, cmd.Env = dir, env
	cmd.Stdout, cmd.Stderr = &out, &out
	if c.nobodyRuns {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	done := make(chan error, 1)
	go func() { done <- shell.Run(cmd) }()
	return func() (string, error) {
		err := <-done
		return out.String(), err
	}
}

// makeFolder copies the sources and the caches of the build to dir. The caches shorten a build to about a second. makeFolder makes
// dir a git repository unless withoutGit is set.
func (c *checkout) makeFolder(ctx context.Context, dir string) error {
	if err := copySources(ctx, dir); err != nil {
		return err
	}
	for _, cache := range []string{"node_modules", shell.Work} {
		if err := shell.Command(ctx, nil, "cp", "-a", cache, filepath.Join(dir, cache)); err != nil {
			return err
		}
	}
	if c.withoutGit {
		return nil
	}
	return shell.Command(ctx, nil, "git", "-C", dir, "init", "-q")
}

// environment returns the environment of build.sh, in the form "NAME=value"; a later value overrides an earlier value. If build.sh
// runs as the user nobody, environment creates a home folder below top. If tools are replaced, it creates a folder of programs below top,
// the only folder in PATH.
func (c *checkout) environment(top string) ([]string, error) {
	env := append(os.Environ(), c.env...)
	if c.nobodyRuns {
		// The user nobody cannot read the folders of root, such as top before Chmod. The copy of the Go modules saves their download.
		home := filepath.Join(top, "home")
		modules, err := exec.Command("go", "env", "GOMODCACHE").Output()
		if err != nil {
			return nil, err
		}
		if err := errors.Join(os.Mkdir(home, 0o755), os.Chmod(top, 0o755),
			exec.Command("cp", "-a", strings.TrimSpace(string(modules)), filepath.Join(home, "modules")).Run(), giveToNobody(home)); err != nil {
			return nil, err
		}
		env = append(env, "HOME="+home, "GOMODCACHE="+filepath.Join(home, "modules"), "GOCACHE="+filepath.Join(home, "cache"), "GOPATH="+home)
	}
	if len(c.tools) == 0 {
		return env, nil
	}
	// Links to all programs of PATH, except the replaced programs. Then the scripts of the replaced programs.
	bin := filepath.Join(top, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		return nil, err
	}
	for dir := range strings.SplitSeq(os.Getenv("PATH"), string(filepath.ListSeparator)) {
		entries, _ := os.ReadDir(dir) // PATH may name folders that do not exist
		for _, e := range entries {
			if _, isReplaced := c.tools[e.Name()]; !isReplaced {
				_ = os.Symlink(filepath.Join(dir, e.Name()), filepath.Join(bin, e.Name())) // fails if an earlier folder has a program of this name
			}
		}
	}
	for name, script := range c.tools {
		if script == "" { // the program is missing
			continue
		}
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o755); err != nil {
			return nil, err
		}
	}
	return append(env, "PATH="+bin), nil
}

// giveToNobody makes the user nobody the owner of a folder and of its contents.
func giveToNobody(dir string) error {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, nobody, nobody))
	})
}
