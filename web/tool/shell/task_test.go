package shell

import (
	"os"
	"testing"
)

// A task runs after a change of an input or of its key, and if an output is missing. Otherwise it does not run.
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
			return Write("out", data)
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
}
