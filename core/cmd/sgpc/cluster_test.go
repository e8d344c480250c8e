//go:build linux

package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const clusterFolder = "../../../assets/cluster"

// killing is a command that kills itself after the first finished run when it does the share 1 for the first time, as a
// system does that lacks memory. KILLED lists what was killed: the share and how many runs were finished.
const killing = `#!/bin/sh
share=$(echo "$*" | sed -n 's/.*-shard \([0-9]*\).*/\1/p')
if [ "$share" = 1 ] && ! grep -qs "^1 " "$KILLED"; then
  "$REAL" "$@" &
  started "$share"
  kill -9 $!
  finished "$share"
  kill -9 $$
fi
exec "$REAL" "$@"
`

// started waits until a share has a finished run; finished notes how many it has.
const (
	started  = "#!/bin/sh\nuntil find . -name \"*-$1-of-*.jsonl\" -size +0 | grep -q .; do sleep 0.01; done\n"
	finished = "#!/bin/sh\necho \"$1 $(cat $(find . -name \"*-$1-of-*.jsonl\") | wc -l)\" >>\"$KILLED\"\n"
)

// standInSbatch runs the tasks of an array one after the other, as far as array.sbatch needs Slurm: the node of the task 0 fails
// after its first run, the time of the task 2 is nearly over then, and what scontrol requeues is begun again.
const standInSbatch = `#!/bin/sh
range=
while :; do
  case $1 in
  --array=*) range=${1#--array=} ;;
  --*) ;;
  *) break ;;
  esac
  shift
done
script=$1
shift
[ -n "$range" ] || exec sh "$script" "$@"
export SLURM_ARRAY_TASK_MIN=${range%-*} SLURM_ARRAY_TASK_COUNT=$((${range#*-} - ${range%-*} + 1))
for k in $(seq ${range%-*} ${range#*-}); do
  export SLURM_ARRAY_TASK_ID=$k SLURM_JOB_ID=$((100 + k)) SLURM_RESTART_COUNT=0
  while :; do
    rm -f "$KILLED.requeue"
    setsid sh "$script" "$@" >>"log-$k" 2>&1 &
    if [ $SLURM_RESTART_COUNT$k = 00 ]; then
      started $k && kill -9 -$! && touch "$KILLED.requeue" && finished $k
    elif [ $SLURM_RESTART_COUNT$k = 02 ]; then
      started $k && kill -USR1 $! && finished $k
    fi
    code=0
    wait $! || code=$?
    [ -e "$KILLED.requeue" ] || break
    SLURM_RESTART_COUNT=$((SLURM_RESTART_COUNT + 1))
  done
  [ $code = 0 ] || exit 1
done
echo 100
`

const standInScontrol = "#!/bin/sh\n[ \"$1\" = requeue ] && [ \"$2\" -gt 99 ] && touch \"$KILLED.requeue\"\n"

// cluster is a folder that a command runs in, and the environment of that: programs, and the file KILLED.
type cluster struct {
	dir string
	env []string
}

// newCluster returns a cluster whose programs are the given scripts, in a folder of their own.
func newCluster(t *testing.T, programs map[string]string) cluster {
	t.Helper()
	bin, dir := t.TempDir(), t.TempDir()
	programs["sgpc"], programs["started"], programs["finished"] = killing, started, finished
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return cluster{dir, append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "REAL="+command(t), "KILLED="+filepath.Join(bin, "killed"))}
}

// shell runs a script in a folder.
func (c cluster) shell(dir, script string, env ...string) (string, error) {
	cmd := exec.Command("sh", "-euc", script)
	cmd.Dir, cmd.Env = dir, append(slices.Clone(c.env), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// killed returns how many runs each share had finished when it was killed.
func (c cluster) killed(t *testing.T) map[int]int {
	t.Helper()
	text, err := c.shell(c.dir, `cat "$KILLED"`)
	if err != nil {
		t.Fatal(err, text)
	}
	list := map[int]int{}
	for line := range strings.Lines(text) {
		var share, runs int
		if _, err := fmt.Sscan(line, &share, &runs); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		list[share] = runs
	}
	return list
}

// clusterCommands are the commands of scripting.md for a cluster: the command of sgpc and how it is started.
func clusterCommands(t *testing.T) (list [][2]string) {
	t.Helper()
	text, err := os.ReadFile("../../../assets/docs/scripting.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?s)```sh\n(run=\"(.*?)\"\n.*?)```").FindAllStringSubmatch(string(text), -1) {
		list = append(list, [2]string{m[2], m[1]})
	}
	if len(list) != 2 || !strings.HasPrefix(list[0][0], "table ") || !strings.HasPrefix(list[1][0], "reproduce ") {
		t.Fatalf("scripting.md names the commands %q", list)
	}
	return list
}

// written are the files that a documented command writes, with their text.
func written(t *testing.T, dir, run string) string {
	t.Helper()
	if strings.HasPrefix(run, "table ") {
		return made(t, dir, []string{"table.md"})
	}
	return made(t, filepath.Join(dir, "reproduced"), []string{"table1.md", "table1.csv", "paper.json"})
}

// oneMachine is what a command writes when one machine does it undisturbed.
func oneMachine(t *testing.T, run string) string {
	t.Helper()
	cmd := exec.Command(command(t), strings.Fields(run)...)
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	return written(t, cmd.Dir, run)
}

// wantKilled: of the shares all these were killed in the midst, and what they had finished was not run again.
func (c cluster) wantKilled(t *testing.T, run string, shares ...int) {
	t.Helper()
	killed, midst := c.killed(t), 0
	if got := slices.Sorted(maps.Keys(killed)); !slices.Equal(got, shares) {
		t.Errorf("%s: the shares %v were killed, not %v", run, got, shares)
	}
	for share, runs := range killed {
		text, err := c.shell(c.dir, fmt.Sprintf(`cat $(find . -name "*-%d-of-4.jsonl")`, share))
		if err != nil {
			t.Fatal(err)
		}
		keys := map[string]bool{}
		for line := range strings.Lines(text) {
			key, _, _ := strings.Cut(line, `","cell"`)
			keys[key] = true
		}
		if len(keys) != strings.Count(text, "\n") {
			t.Errorf("%s: share %d has %d lines and %d runs", run, share, strings.Count(text, "\n"), len(keys))
		}
		if runs > 0 && runs < len(keys) {
			midst++
		}
	}
	if midst == 0 {
		t.Errorf("%s: no share was killed in the midst: %v", run, killed)
	}
}

// TestSlurmArrayEqualsOneMachine: what scripting.md names for a Slurm array ends with the files of one machine, byte for byte, whatever is
// killed on the way. Here a stand-in runs the tasks; LONG=1: Debian's slurm-wlm does so, too.
func TestSlurmArrayEqualsOneMachine(t *testing.T) {
	schedulers := map[string]func(*testing.T, string, string) cluster{"stand-in": onStandIn}
	if os.Getenv("LONG") != "" {
		schedulers["slurm"] = onSlurm
	}
	for _, d := range clusterCommands(t) {
		want := oneMachine(t, d[0])
		for name, run := range schedulers {
			command, _, _ := strings.Cut(d[0], " ")
			t.Run(name+" "+command, func(t *testing.T) {
				c := run(t, d[0], d[1])
				c.wantKilled(t, d[0], 0, 1, 2)
				if got := written(t, c.dir, d[0]); got != want {
					t.Errorf("%s:\n%s\nnot\n%s", d[0], got, want)
				}
			})
		}
	}
}

// onStandIn runs the commands with the stand-ins in the place of Slurm's.
func onStandIn(t *testing.T, run, script string) cluster {
	t.Helper()
	c := newCluster(t, map[string]string{"sbatch": standInSbatch, "scontrol": standInScontrol})
	if out, err := c.shell(c.dir, `cp "$CLUSTER"/* .
`+script, clusterFolderEnv(t)); err != nil {
		t.Fatalf("%s: %v, %s", run, err, out)
	}
	return c
}

// TestSlurmArrayEndsAfterTwentyKills: a task that is killed each time is queued again twenty times, not for ever; another failure ends it
// at once.
func TestSlurmArrayEndsAfterTwentyKills(t *testing.T) {
	c := newCluster(t, map[string]string{"scontrol": standInScontrol})
	for count, want := range map[string]bool{"19": true, "20": false} {
		env := []string{"SLURM_ARRAY_TASK_ID=5", "SLURM_ARRAY_TASK_MIN=5", "SLURM_ARRAY_TASK_COUNT=2", "SLURM_JOB_ID=107",
			"SLURM_RESTART_COUNT=" + count, clusterFolderEnv(t)}
		out, err := c.shell(c.dir, `rm -f "$KILLED.requeue"; printf '#!/bin/sh\necho "$*"\nkill -9 $$\n' >fake; chmod +x fake
SGPC=./fake sh "$CLUSTER/array.sbatch" table`, env...)
		_, there := os.Stat(strings.TrimPrefix(c.env[len(c.env)-1], "KILLED=") + ".requeue")
		if err == nil || (there == nil) != want || !strings.Contains(out, "table -shard 0/2 -wait\n") ||
			strings.Contains(out, "more time or memory") == want {
			t.Errorf("after %s times: queued again %v, %v, %s", count, there == nil, err, out)
		}
		if out, err = c.shell(c.dir, `rm -f "$KILLED.requeue"; SGPC=false sh "$CLUSTER/array.sbatch" table`, env...); err == nil {
			t.Error(out)
		}
		if _, there = os.Stat(strings.TrimPrefix(c.env[len(c.env)-1], "KILLED=") + ".requeue"); there == nil {
			t.Error("a command that fails is queued again")
		}
	}
}

// clusterFolderEnv returns the environment variable with the folder of the cluster scripts.
func clusterFolderEnv(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(clusterFolder)
	if err != nil {
		t.Fatal(err)
	}
	return "CLUSTER=" + dir
}

// workflowJob is a job of matrix.yml: its scripts in order, and the names of the files that it keeps.
type workflowJob struct {
	scripts []string
	keeps   string
}

// jobOf reads a job; values are what GitHub puts in the place of an expression.
func jobOf(t *testing.T, text, name string, values map[string]string) (j workflowJob) {
	t.Helper()
	m := regexp.MustCompile(`(?ms)^  ` + name + `:\n(.*?)(^  \w|\z)`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("matrix.yml has no job %s", name)
	}
	env := ""
	for _, e := range regexp.MustCompile(`(?m)^ *([A-Z]+): (.*\$\{\{.*)$`).FindAllStringSubmatch(text, -1) {
		value := regexp.MustCompile(`\$\{\{ (.*?) \}\}`).ReplaceAllStringFunc(e[2], func(x string) string {
			v, ok := values[strings.Trim(x, "${ }")]
			if !ok {
				t.Fatalf("matrix.yml names %s", x)
			}
			return v
		})
		env += "export " + e[1] + "='" + value + "'\n"
	}
	for _, s := range regexp.MustCompile(`(?m)^      - run: (.*)$`).FindAllStringSubmatch(m[1], -1) {
		j.scripts = append(j.scripts, env+s[1])
	}
	for _, p := range regexp.MustCompile(`(?m)^          path: (.*)$`).FindAllStringSubmatch(m[1], -1) {
		j.keeps = p[1]
	}
	return j
}

// TestWorkflowMatrixEqualsOneMachine: the scripts of the workflow, each job in a folder of its own and with the artifacts that its steps
// take, end with the table of one machine, where a job was killed and run again.
func TestWorkflowMatrixEqualsOneMachine(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(clusterFolder, "matrix.yml"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	shares := strings.Split(regexp.MustCompile(`(?m)^        share: \[(.*)\]$`).FindStringSubmatch(text)[1], ", ")
	run := strings.Replace(clusterCommands(t)[0][0], "-results runs.jsonl -o table.md", "-results table.jsonl -o table.md", 1)
	arguments := strings.TrimSuffix(run, " -results table.jsonl -o table.md")
	// In the place of a compiler: the build is that of every other test.
	c := newCluster(t, map[string]string{"go": "#!/bin/sh\n" +
		"[ \"$*\" = 'build -o sgpc ./core/cmd/sgpc' ] && ln -s \"$(command -v sgpc)\" sgpc\n"})
	artifacts := t.TempDir()
	job := func(name string, values map[string]string, artifact string) (string, error) {
		j, dir := jobOf(t, text, name, values), t.TempDir()
		script := "cp " + filepath.Join(artifacts, artifact) + "/* . 2>/dev/null || true\n"
		for _, s := range j.scripts {
			script += s + "\n"
		}
		out, err := c.shell(dir, script)
		to := filepath.Join(artifacts, name+"-"+values["matrix.share"])
		keep, failed := c.shell(dir, fmt.Sprintf("mkdir -p '%s' && cp %s '%[1]s'", to, j.keeps))
		if failed != nil {
			t.Fatal(name, out, keep)
		}
		return out, err
	}
	for k, share := range shares {
		values := map[string]string{"inputs.arguments": arguments, "matrix.share": share, "strategy.job-total": strconv.Itoa(len(shares))}
		out, err := job("share", values, "share-"+share)
		if (err != nil) != (k == 1) {
			t.Errorf("share %s: %v, %s", share, err, out)
		}
		if err != nil { // “Re-run failed jobs”
			if out, err := job("share", values, "share-"+share); err != nil || strings.Count(out, "from the results file") == 0 {
				t.Errorf("share %s, again: %v, %s", share, err, out)
			}
		}
	}
	if killed := c.killed(t); len(killed) != 1 || killed[1] == 0 {
		t.Errorf("killed were %v", killed)
	}
	values := map[string]string{"inputs.arguments": arguments, "matrix.share": "", "strategy.job-total": ""}
	if out, err := job("table", values, "share-*"); err != nil || strings.Count(out, "\n") != strings.Count(out, "from the results file") {
		t.Errorf("%v, %s", err, out)
	}
	if got, want := made(t, filepath.Join(artifacts, "table-"), []string{"table.md"}), oneMachine(t, run); got != want {
		t.Errorf("the table is\n%s\nnot\n%s", got, want)
	}
}
