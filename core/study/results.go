// Results files: their lock, their loading, and appends that survive a crash.

package study

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"sheafscope/core/disk"
)

// errBusy is the error of opening a file that another program has locked.
var errBusy = errors.New("another program writes it")

// store is the part of os.File that a lineAppender needs. Tests replace it by stores that fail.
type store interface {
	io.WriterAt
	Sync() error
	Truncate(size int64) error
}

// lineAppender appends lines to a results file. If Write succeeds, its bytes are on the disk, where they survive a crash.
// If it fails, the file keeps its previous size, so that no line is cut off.
type lineAppender struct {
	store
	size int64 // size of the file, in bytes
}

// Write appends p and waits until it is on the disk.
func (l *lineAppender) Write(p []byte) (int, error) {
	n, err := l.WriteAt(p, l.size)
	if err == nil {
		err = l.Sync()
	}
	if err != nil {
		return n, errors.Join(err, l.Truncate(l.size))
	}
	l.size += int64(n)
	return n, nil
}

// retryDelay is the time between attempts to lock a file.
const retryDelay = 200 * time.Millisecond

// lockPolicy determines what happens if another program has locked a results file.
type lockPolicy int

const (
	failIfLocked lockPolicy = iota
	waitIfLocked            // until the other program ends
)

// openResults locks a results file and loads its entries. It removes a last line that was cut off, and prints its number.
// The lock lasts until the closer is closed.
func openResults(name string, policy lockPolicy, stderr io.Writer) (*Ledger, io.Closer, error) {
	file, err := openLocked(name)
	if policy == waitIfLocked && errors.Is(err, errBusy) {
		fmt.Fprintf(stderr, "sgpc: %s: waiting until the program that writes it ends\n", name)
		for errors.Is(err, errBusy) {
			time.Sleep(retryDelay)
			file, err = openLocked(name)
		}
	}
	if errors.Is(err, errBusy) {
		return nil, nil, fmt.Errorf("%s: %w; wait for it with -wait, or give another results file", name, errBusy)
	}
	if err != nil {
		return nil, nil, err
	}
	ledger, err := loadResults(name, file, stderr)
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return ledger, file, nil
}

// loadResults returns the ledger of an open results file, which appends to the file.
func loadResults(name string, file *os.File, stderr io.Writer) (*Ledger, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s keeps no runs: it is no regular file", name)
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	ledger := NewLedger(nil)
	cut, err := ledger.Load(name, data)
	if err != nil {
		return nil, err
	}
	appender := &lineAppender{file, int64(len(data))}
	// Drop a line that was cut off, since the next line would continue it.
	if cut > 0 {
		fmt.Fprintf(stderr, "sgpc: %s:%d: the line is cut off; its run is done again\n", name, cut)
		appender.size = int64(bytes.LastIndexByte(data, '\n') + 1)
		err = file.Truncate(appender.size)
	}
	ledger.w = appender
	return ledger, err
}

// inputFiles returns the files and folders that the command may read as graphs. A data set is a folder in -data, or a file itself.
func (o *options) inputFiles() (list []disk.Named) {
	for _, name := range splitGraphNames(o.datasets) {
		list = append(list, disk.Named{Flag: "the data", File: filepath.Join(o.data, name)}, disk.Named{Flag: "the data", File: name})
	}
	return list
}

// openFiles opens the results file as o.ledger; closeResults closes it.
// Before, it checks that the output files (-o, -results and others) can be written, and that they differ from each other and from the
// input files. A command calls it before its runs, which may last for hours.
func (o *options) openFiles(stderr io.Writer, others ...disk.Named) (closeResults func(), err error) {
	// The output files. Those without a name are not written.
	written := append(others, disk.Named{Flag: "-o", File: o.out})
	for _, output := range written {
		if output.File == "" {
			continue
		}
		if err := disk.CanWrite(output.File); err != nil {
			return nil, err
		}
	}
	if err := disk.Apart(append(written, disk.Named{Flag: "-results", File: o.results}), o.inputFiles()); err != nil {
		return nil, err
	}
	// The results file. Without one, finished cells stay in memory.
	o.ledger = NewLedger(nil)
	if o.results == "" {
		return func() {}, nil
	}
	policy := failIfLocked
	if o.wait {
		policy = waitIfLocked
	}
	ledger, file, err := openResults(o.results, policy, stderr)
	if err != nil {
		return nil, err
	}
	o.ledger = ledger
	return func() { file.Close() }, nil
}
