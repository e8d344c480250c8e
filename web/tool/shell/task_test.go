package shell

import (
	"errors"
	"os"
	"testing"
)

// A task runs after a change of an input or of its key, after a failed run, and if an output is missing. Otherwise it does not run. The
// failed run has written its output, and the inputs of the last successful run return.
func TestTaskRunsOnlyAfterChanges(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(text string) {
		if err := os.WriteFile("in", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a")
	task := Task{
		Name: "copy", Outputs: []string{"out"},
		Inputs: func() ([]string, error) { return []string{"in"}, nil },
		Run: func() error {
			data, err := os.ReadFile("in")
			if err != nil {
				return err
			}
			err = Write("out", data)
			if string(data) == "bad" {
				err = errors.Join(err, errors.New("the input is bad"))
			}
			return err
		},
	}
	// expect does the task, which must run exactly if want is true, for the given reason.
	expect := func(want bool, reason string) {
		t.Helper()
		if ran, err := task.Do(); err != nil || ran != want {
			t.Fatalf("%s: the task ran: %v, want %v (error %v)", reason, ran, want, err)
		}
	}
	expect(true, "first time")
	expect(false, "nothing changed")
	write("b")
	expect(true, "an input changed")
	task.Key = []string{"new"}
	expect(true, "the key changed")
	if err := os.Remove("out"); err != nil {
		t.Fatal(err)
	}
	expect(true, "the output is gone")
	expect(false, "nothing changed")
	write("bad")
	if ran, err := task.Do(); err == nil || ran {
		t.Fatalf("a task with a bad input ran: %v, error %v; want an error", ran, err)
	}
	write("b")
	expect(true, "the last run failed")
	if got, err := os.ReadFile("out"); err != nil || string(got) != "b" {
		t.Errorf("the output is %q, error %v; want b", got, err)
	}
	expect(false, "nothing changed")
}
