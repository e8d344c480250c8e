//go:build linux

// This file tests the commands of assets/cluster, which distribute the runs of `sgpc table` and `sgpc reproduce` over several machines.
// A share is the part of the runs that one machine computes; shares are counted from 0.

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

// killedSgpc is a script in the place of sgpc. It starts sgpc, which the environment variable REAL names. When it computes share 1 for the
// first time, it kills sgpc and itself after the first finished run, as a system does when its memory is full.
// A line of the file KILLED has a killed share, and the number of its runs that were finished then. The scripts started and finished are
// below.
const killedSgpc = `#!/bin/sh
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

// waitForRun is the script “started”: it waits until a share has a finished run. noteRuns is the script “finished”: it adds the share and
// the number of its finished runs to KILLED.
const (
	waitForRun = "#!/bin/sh\nuntil find . -name \"*-$1-of-*.jsonl\" -size +0 | grep -q .; do sleep 0.01; done\n"
	noteRuns   = "#!/bin/sh\necho \"$1 $(cat $(find . -name \"*-$1-of-*.jsonl\") | wc -l)\" >>\"$KILLED\"\n"
)

// standInSbatch is a script in the place of Slurm's sbatch. It runs the tasks of an array one after the other, and prints the number of the
// job, 100, at the end. (Slurm prints it at once and runs the tasks at the same time.) Without --array it only runs the script.
// At the first start of task 0 (restart count 0, task 0: “00”), it kills the task after a finished run, as if its node failed.
// At the first start of task 2 (“02”), it sends USR1 after a finished run, as if the time of the task were nearly over.
// It starts a task again if the file $KILLED.requeue exists.
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

// standInScontrol is a script in the place of scontrol. It puts a task into the queue by creating the file $KILLED.requeue. It
// accepts the numbers of jobs that standInSbatch gives: 100 and more.
const standInScontrol = "#!/bin/sh\n[ \"$1\" = requeue ] && [ \"$2\" -gt 99 ] && touch \"$KILLED.requeue\"\n"

// cluster is the folder in which a command runs, and the environment of the command, with programs in PATH and the file KILLED.
// KILLED is the last entry of env as newCluster returns it.
type cluster struct {
	dir string
	env []string
}

// newCluster returns a cluster whose programs are the given scripts by name, with killedSgpc as sgpc, in a folder of their own.
func newCluster(t *testing.T, programs map[string]string) cluster {
	t.Helper()
	bin, dir := t.TempDir(), t.TempDir()
	programs["sgpc"], programs["started"], programs["finished"] = killedSgpc, waitForRun, noteRuns
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return cluster{dir, append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "REAL="+command(t), "KILLED="+filepath.Join(bin, "killed"))}
}

// shell runs a script in a folder, with more variables of the environment. It returns the output, standard error included.
func (c cluster) shell(dir, script string, env ...string) (string, error) {
	cmd := exec.Command("sh", "-euc", script)
	cmd.Dir, cmd.Env = dir, append(slices.Clone(c.env), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// killedShares returns, by killed share, the number of runs that were finished when it was killed. It reads KILLED.
func (c cluster) killedShares(t *testing.T) map[int]int {
	t.Helper()
	text, err := c.shell(c.dir, `cat "$KILLED"`)
	if err != nil {
		t.Fatalf("KILLED cannot be read: %v, %s", err, text)
	}
	list := map[int]int{}
	for line := range strings.Lines(text) {
		var share, runs int
		if _, err := fmt.Sscan(line, &share, &runs); err != nil {
			t.Fatalf("KILLED has the text %q, want a share and a number in each line: %v", text, err)
		}
		list[share] = runs
	}
	return list
}

// clusterCommands returns the two commands of scripting.md for a cluster, those of table and reproduce: the arguments of sgpc, and the
// script that starts them.
func clusterCommands(t *testing.T) (list [][2]string) {
	t.Helper()
	text, err := os.ReadFile("../../../assets/docs/scripting.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range regexp.MustCompile("(?s)```sh\n(run=\"(.*?)\"\n.*?)```").FindAllStringSubmatch(string(text), -1) {
		list = append(list, [2]string{match[2], match[1]})
	}
	if len(list) != 2 || !strings.HasPrefix(list[0][0], "table ") || !strings.HasPrefix(list[1][0], "reproduce ") {
		t.Fatalf("scripting.md names the commands %q", list)
	}
	return list
}

// outputText returns the names and texts of the files that a command of clusterCommands writes into a folder.
func outputText(t *testing.T, dir, run string) string {
	t.Helper()
	if strings.HasPrefix(run, "table ") {
		return filesText(t, dir, []string{"table.md"})
	}
	return filesText(t, filepath.Join(dir, "reproduced"), []string{"table1.md", "table1.csv", "paper.json"})
}

// oneMachine returns the outputText of a command that one machine runs undisturbed.
func oneMachine(t *testing.T, run string) string {
	t.Helper()
	cmd := exec.Command(command(t), strings.Fields(run)...)
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("sgpc %s ends with %v: %s", run, err, out)
	}
	return outputText(t, cmd.Dir, run)
}

// checkKilled reports an error unless exactly the given shares of four were killed, at least one of them after some but not all of its
// runs. It also reports a run that stands twice in the results of a killed share, since no finished run may be repeated.
func (c cluster) checkKilled(t *testing.T, run string, shares ...int) {
	t.Helper()
	killed, midway := c.killedShares(t), 0 // midway counts shares that were killed between their first and last run
	if got := slices.Sorted(maps.Keys(killed)); !slices.Equal(got, shares) {
		t.Errorf("%s: the shares %v were killed, want %v", run, got, shares)
	}
	for share, runs := range killed {
		text, err := c.shell(c.dir, fmt.Sprintf(`cat $(find . -name "*-%d-of-4.jsonl")`, share))
		if err != nil {
			t.Fatal(err)
		}
		// The part of a line before its cell is the key of the run.
		keys := map[string]bool{}
		for line := range strings.Lines(text) {
			key, _, _ := strings.Cut(line, `","cell"`)
			keys[key] = true
		}
		if len(keys) != strings.Count(text, "\n") {
			t.Errorf("%s: share %d has %d lines and %d runs, want each run once", run, share, strings.Count(text, "\n"), len(keys))
		}
		if runs > 0 && runs < len(keys) {
			midway++
		}
	}
	if midway == 0 {
		t.Errorf("%s: the finished runs by killed share are %v, want a share with some but not all of its runs", run, killed)
	}
}

// TestSlurmArrayEqualsOneMachine: the commands of scripting.md for a Slurm array write the files of one machine, byte for byte, although
// shares 0, 1 and 2 are killed. Scripts in the place of Slurm run the tasks. LONG=1: Debian's slurm-wlm runs them, too.
func TestSlurmArrayEqualsOneMachine(t *testing.T) {
	schedulers := map[string]func(*testing.T, string, string) cluster{"stand-in": onStandIn}
	if os.Getenv("LONG") != "" {
		schedulers["slurm"] = onSlurm
	}
	for _, documented := range clusterCommands(t) {
		run, script := documented[0], documented[1]
		want := oneMachine(t, run)
		for name, schedule := range schedulers {
			command, _, _ := strings.Cut(run, " ")
			t.Run(name+" "+command, func(t *testing.T) {
				c := schedule(t, run, script)
				c.checkKilled(t, run, 0, 1, 2)
				if got := outputText(t, c.dir, run); got != want {
					t.Errorf("%s writes\n%s\nwant\n%s", run, got, want)
				}
			})
		}
	}
}

// onStandIn runs a script with standInSbatch and standInScontrol in the place of Slurm's programs. run names it in messages.
func onStandIn(t *testing.T, run, script string) cluster {
	t.Helper()
	c := newCluster(t, map[string]string{"sbatch": standInSbatch, "scontrol": standInScontrol})
	if out, err := c.shell(c.dir, `cp "$CLUSTER"/* .
`+script, clusterFolderEnv(t)); err != nil {
		t.Fatalf("the script of %s ends with %v: %s", run, err, out)
	}
	return c
}

// TestSlurmArrayEndsAfterTwentyKills: a task whose command is killed is put into the queue again after 19 restarts. After 20 restarts it is
// not, and a message suggests more time or memory. A task whose command fails by itself is not put into the queue again.
func TestSlurmArrayEndsAfterTwentyKills(t *testing.T) {
	c := newCluster(t, map[string]string{"scontrol": standInScontrol})
	requeueFile := strings.TrimPrefix(c.env[len(c.env)-1], "KILLED=") + ".requeue"
	for count, wantQueued := range map[string]bool{"19": true, "20": false} {
		env := []string{"SLURM_ARRAY_TASK_ID=5", "SLURM_ARRAY_TASK_MIN=5", "SLURM_ARRAY_TASK_COUNT=2", "SLURM_JOB_ID=107",
			"SLURM_RESTART_COUNT=" + count, clusterFolderEnv(t)}
		// The command prints its arguments and kills itself. Task 5 of the tasks 5 and 6 is share 0 of 2.
		out, err := c.shell(c.dir, `rm -f "$KILLED.requeue"; printf '#!/bin/sh\necho "$*"\nkill -9 $$\n' >fake; chmod +x fake
SGPC=./fake sh "$CLUSTER/array.sbatch" table`, env...)
		_, statErr := os.Stat(requeueFile)
		isQueued, hasAdvice := statErr == nil, strings.Contains(out, "more time or memory")
		if err == nil || !strings.Contains(out, "table -shard 0/2 -wait\n") {
			t.Errorf("after %s restarts the task ends with %v, want an error after share 0/2: %s", count, err, out)
		}
		if isQueued != wantQueued || hasAdvice == wantQueued {
			t.Errorf("after %s restarts: queued again: %v, want %v; with advice: %v: %s", count, isQueued, wantQueued, hasAdvice, out)
		}
		// The command false ends with status 1.
		if out, err = c.shell(c.dir, `rm -f "$KILLED.requeue"; SGPC=false sh "$CLUSTER/array.sbatch" table`, env...); err == nil {
			t.Errorf("a task whose command fails ends without an error: %s", out)
		}
		if _, statErr = os.Stat(requeueFile); statErr == nil {
			t.Errorf("after %s restarts a task whose command fails is queued again", count)
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

// workflowJob is a job of matrix.yml: its scripts in order, and the pattern of the files that it keeps as an artifact.
type workflowJob struct {
	scripts []string
	keeps   string
}

// jobOf returns the job with a name from the text of matrix.yml. values are, by expression, the values that GitHub would insert.
// Each script begins with the environment variables of the workflow.
func jobOf(t *testing.T, text, name string, values map[string]string) (j workflowJob) {
	t.Helper()
	section := regexp.MustCompile(`(?ms)^  ` + name + `:\n(.*?)(^  \w|\z)`).FindStringSubmatch(text)
	if section == nil {
		t.Fatalf("matrix.yml has no job %s", name)
	}
	env := ""
	// An environment variable is a line such as “  ARGUMENTS: ${{ inputs.arguments }}”.
	for _, e := range regexp.MustCompile(`(?m)^ *([A-Z]+): (.*\$\{\{.*)$`).FindAllStringSubmatch(text, -1) {
		value := regexp.MustCompile(`\$\{\{ (.*?) \}\}`).ReplaceAllStringFunc(e[2], func(x string) string {
			v, ok := values[strings.Trim(x, "${ }")]
			if !ok {
				t.Fatalf("matrix.yml has the expression %s, which the test does not know", x)
			}
			return v
		})
		env += "export " + e[1] + "='" + value + "'\n"
	}
	for _, s := range regexp.MustCompile(`(?m)^      - run: (.*)$`).FindAllStringSubmatch(section[1], -1) {
		j.scripts = append(j.scripts, env+s[1])
	}
	for _, p := range regexp.MustCompile(`(?m)^          path: (.*)$`).FindAllStringSubmatch(section[1], -1) {
		j.keeps = p[1]
	}
	return j
}

// TestWorkflowMatrixEqualsOneMachine: the scripts of the workflow matrix.yml write the table of one machine. The test runs each job in its
// own folder, with the artifacts that the steps of the job would download. The job of share 1 is killed. Run again, it takes its finished
// runs from the results file. The last job takes all its runs from results files.
func TestWorkflowMatrixEqualsOneMachine(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(clusterFolder, "matrix.yml"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	shares := strings.Split(regexp.MustCompile(`(?m)^        share: \[(.*)\]$`).FindStringSubmatch(text)[1], ", ")
	// The command of scripting.md, with the results file of the workflow.
	run := strings.Replace(clusterCommands(t)[0][0], "-results runs.jsonl -o table.md", "-results table.jsonl -o table.md", 1)
	arguments := strings.TrimSuffix(run, " -results table.jsonl -o table.md")
	// A script in the place of go links sgpc instead of building it.
	c := newCluster(t, map[string]string{"go": "#!/bin/sh\n" +
		"[ \"$*\" = 'build -o sgpc ./core/cmd/sgpc' ] && ln -s \"$(command -v sgpc)\" sgpc\n"})
	artifacts := t.TempDir()
	// runJob runs a job on the artifacts of a pattern, if there are any, and keeps its files as the artifact “NAME-SHARE”. It returns the
	// output. The job table has the empty share.
	runJob := func(name string, values map[string]string, artifact string) (string, error) {
		j, dir := jobOf(t, text, name, values), t.TempDir()
		script := "cp " + filepath.Join(artifacts, artifact) + "/* . 2>/dev/null || true\n"
		for _, s := range j.scripts {
			script += s + "\n"
		}
		out, err := c.shell(dir, script)
		artifactDir := filepath.Join(artifacts, name+"-"+values["matrix.share"])
		copyOut, copyErr := c.shell(dir, fmt.Sprintf("mkdir -p '%s' && cp %s '%[1]s'", artifactDir, j.keeps))
		if copyErr != nil {
			t.Fatalf("the files of the job %s cannot be kept: %s; its output is %s", name, copyOut, out)
		}
		return out, err
	}
	for k, share := range shares {
		values := map[string]string{"inputs.arguments": arguments, "matrix.share": share, "strategy.job-total": strconv.Itoa(len(shares))}
		out, err := runJob("share", values, "share-"+share)
		if hasFailed := err != nil; hasFailed != (k == 1) {
			t.Errorf("the job of share %s ends with %v, want an error: %v: %s", share, err, k == 1, out)
		}
		if err != nil { // as “Re-run failed jobs” of GitHub does
			if out, err := runJob("share", values, "share-"+share); err != nil || strings.Count(out, "from the results file") == 0 {
				t.Errorf("the job of share %s, run again, ends with %v, want runs from the results file: %s", share, err, out)
			}
		}
	}
	if killed := c.killedShares(t); len(killed) != 1 || killed[1] == 0 {
		t.Errorf("the killed shares, with their runs, are %v, want share 1 with a finished run", killed)
	}
	// In the job of the table every line of the output reports a run from the results file.
	values := map[string]string{"inputs.arguments": arguments, "matrix.share": "", "strategy.job-total": ""}
	out, err := runJob("table", values, "share-*")
	if err != nil || strings.Count(out, "\n") != strings.Count(out, "from the results file") {
		t.Errorf("the job of the table ends with %v, want only runs from the results file: %s", err, out)
	}
	if got, want := filesText(t, filepath.Join(artifacts, "table-"), []string{"table.md"}), oneMachine(t, run); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
}
