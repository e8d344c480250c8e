// This file defines tasks, steps of the build that run only if an input has changed or an output is missing.

package shell

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// stamps is the folder with a file for each task, its stamp. The stamp has the hash of the inputs of the task's last successful run.
const stamps = Work + "/stamp"

// Task is a step of the build.
type Task struct {
	Name    string                   // name of the step in messages, and of its file in stamps
	Inputs  func() ([]string, error) // returns the paths of the input files
	Key     []string                 // further inputs, such as flags
	Outputs []string                 // paths of the output files
	Run     func() error             // makes the outputs from the inputs
}

// Do runs the task if an output is missing or an input has changed since the last successful run. It returns true if the task ran
// successfully, and false without an error if there was nothing to do. A failed task has no stamp, and runs again the next time.
func (s Task) Do() (bool, error) {
	files, err := s.Inputs()
	if err != nil {
		return false, fmt.Errorf("%s: %w", s.Name, err)
	}
	sum, err := HashFiles(files, s.Key...)
	if err != nil {
		return false, fmt.Errorf("%s: %w", s.Name, err)
	}
	stamp := filepath.Join(stamps, s.Name)
	old, err := os.ReadFile(stamp)
	isUnchanged := err == nil && string(old) == sum
	if isUnchanged && AllExist(s.Outputs) {
		return false, nil
	}
	// Without the stamp, no build uses the outputs of a failed or interrupted run, even if the inputs of the last successful run return.
	if err := os.Remove(stamp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("%s: %w", s.Name, err)
	}
	start := time.Now()
	if err := s.Run(); err != nil {
		return false, fmt.Errorf("%s: %w", s.Name, err)
	}
	if err := Write(stamp, []byte(sum)); err != nil {
		return false, err
	}
	fmt.Fprintf(os.Stderr, "%-10s %6.2f s\n", s.Name, time.Since(start).Seconds())
	return true, nil
}
