package shell

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// stamps holds a file for each step: the hash of the inputs of its last run.
const stamps = Work + "/stamp"

// Task is one part of the build: run makes outputs from inputs. It is run
// when an output is missing or the inputs (contents, or the extra words in
// Key) differ from those of the last run.
type Task struct {
	Name    string
	Inputs  func() ([]string, error)
	Key     []string
	Outputs []string
	Run     func() error
}

// Do runs the step if it must and reports whether it did.
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
	if old, err := os.ReadFile(stamp); err == nil && string(old) == sum && AllExist(s.Outputs) {
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
