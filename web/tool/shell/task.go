package shell

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// stamps is the folder with a file for each task. The file has the hash of the inputs of the task's last run.
const stamps = Work + "/stamp"

// Task is a step of the build.
type Task struct {
	Name    string
	Inputs  func() ([]string, error) // returns the input files
	Key     []string                 // further inputs, such as flags
	Outputs []string                 // output files
	Run     func() error             // makes the outputs from the inputs
}

// Do runs the task if an output is missing or an input has changed since the last run. It reports whether the task ran.
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
