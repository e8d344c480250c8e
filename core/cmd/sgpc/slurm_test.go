//go:build linux

package main

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// slurmConf configures Slurm on one node, the machine itself, for the user who runs the test. HOST, USER and DIR are replaced.
// The ports are 10 000 above the usual ones, which a Slurm of the machine may use.
const slurmConf = `ClusterName=one
SlurmctldHost=HOST(127.0.0.1)
SlurmUser=USER
SlurmdUser=USER
SlurmctldPort=16817
SlurmdPort=16818
AuthInfo=socket=DIR/munge.socket
StateSaveLocation=DIR/state
SlurmdSpoolDir=DIR/spool
SlurmctldPidFile=DIR/slurmctld.pid
SlurmdPidFile=DIR/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
ReturnToService=2
NodeName=HOST NodeAddr=127.0.0.1
PartitionName=all Nodes=HOST Default=YES
`

// daemon starts a program and interrupts it at the end of the test. If the test fails, it logs the output of the program.
func daemon(t *testing.T, env []string, name string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil { // the path of many users lacks /usr/sbin
		path, err = exec.LookPath("/usr/sbin/" + name)
	}
	if err != nil {
		t.Fatalf("%v; install it: apt-get install slurm-wlm", err)
	}
	var out strings.Builder
	cmd := exec.Command(path, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = env, &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Errorf("%s cannot be interrupted: %v", name, err)
		}
		if err, exit := cmd.Wait(), (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Errorf("%s does not end: %v", name, err)
		}
		if t.Failed() {
			t.Log(name, out.String())
		}
	})
}

// onSlurm runs a script on Slurm itself, and returns the cluster with its files. run names the script in messages. It disturbs two
// tasks after their first finished run: it puts task 0 into the queue again, as an administrator does, and sends USR1 to task 2, as Slurm
// does near the end of the task's time.
func onSlurm(t *testing.T, run, script string) cluster {
	t.Helper()
	c := newCluster(t, map[string]string{})
	// The configuration of Slurm and of munge, which authenticates its messages.
	dir := t.TempDir()
	currentUser, err := user.Current()
	host, hostErr := os.Hostname()
	if err := errors.Join(err, hostErr, os.Mkdir(filepath.Join(dir, "state"), 0o755), os.Mkdir(filepath.Join(dir, "munge"), 0o700),
		os.WriteFile(filepath.Join(dir, "munge", "key-file"), []byte(strings.Repeat("a key of this test alone ", 8)), 0o600)); err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	conf := filepath.Join(dir, "slurm.conf")
	text := strings.NewReplacer("HOST", host, "USER", currentUser.Username, "DIR", dir).Replace(slurmConf)
	if err := os.WriteFile(conf, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c.env = append(c.env, "SLURM_CONF="+conf)
	mungeFlag := func(name string) string { return "--" + name + "=" + filepath.Join(dir, "munge", name) }
	daemon(t, c.env, "munged", "--foreground", "--force", "--socket="+filepath.Join(dir, "munge.socket"), mungeFlag("key-file"),
		mungeFlag("pid-file"), mungeFlag("seed-file"))
	daemon(t, c.env, "slurmctld", "-D")
	daemon(t, c.env, "slurmd", "-D")
	const waitUntilIdle = `for k in $(seq 600); do sinfo --noheader --format %T 2>&1 | grep -q idle && exit; sleep 0.1; done; sinfo; exit 1`
	if out, err := c.shell(c.dir, waitUntilIdle); err != nil {
		t.Fatalf("the node is not idle within a minute: %v, %s", err, out)
	}
	// The disturbances of tasks 0 and 2 run beside the script. The array is job 1 of this Slurm, and 1_0 is its task 0.
	// The script started waits for the first finished run of a task, and finished notes the number of its finished runs.
	disturbed := make(chan error, 2)
	for task, disturbance := range map[string]string{"0": "scontrol requeue 1_0", "2": "scancel --batch --signal=USR1 1_2"} {
		go func() {
			out, err := c.shell(c.dir, "started "+task+"\n"+disturbance+"\nfinished "+task)
			if err != nil {
				err = errors.New(out)
			}
			disturbed <- err
		}()
	}
	began := time.Now()
	out, err := c.shell(c.dir, "cp \"$CLUSTER\"/* .\n"+script, clusterFolderEnv(t))
	if err != nil {
		t.Fatalf("the script of %s ends with %v: %s", run, err, out)
	}
	if err := errors.Join(<-disturbed, <-disturbed); err != nil {
		t.Error(err)
	}
	t.Logf("%s on Slurm: %v", run, time.Since(began))
	return c
}
