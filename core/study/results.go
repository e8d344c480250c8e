// This file locks and loads results files, and appends lines that survive a crash. It also checks the output files of a command.

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

// store is the part of os.File that a lineAppender uses. Tests replace the file by stores whose methods fail.
type store interface {
	io.WriterAt
	Sync() error
	Truncate(size int64) error
}

// lineAppender appends lines to a results file. If Write succeeds, the new lines are on the disk and survive a crash.
// If Write fails, the file gets its previous size again, so that no line is cut off. The error also reports a failure of this repair.
type lineAppender struct {
	store
	size int64 // size of the file in bytes, at which the next line begins
}

// Write appends p to the file and waits until p is on the disk. It returns the results that [io.Writer] requires.
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

// lockPolicy selects the action of openResults if another program has locked the results file.
type lockPolicy int

const (
	failIfLocked lockPolicy = iota // return an error
	waitIfLocked                   // wait until the other program ends
)

// openResults locks a results file, creates it if necessary, and loads its entries with [loadResults].
// The returned ledger appends to the file. The lock lasts until the caller closes the returned closer.
// openResults fails if another program has locked the file and policy is failIfLocked, if the lock itself fails, or if loadResults fails.
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
	if err != nil { // without an owner the lock must not last
		return nil, nil, errors.Join(err, file.Close())
	}
	return ledger, file, nil
}

// loadResults returns a ledger that has the entries of an open results file and appends to the file.
// If the last line was cut off, loadResults prints the number of the line and removes the line from the file. If the last line is an entry
// that lacks its line break, loadResults appends the line break.
// It fails for a file that is not regular, for a line that is no entry, and if the file cannot be read or truncated.
func loadResults(name string, file *os.File, stderr io.Writer) (*Ledger, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	// A folder or a pipe cannot be truncated after a failed write.
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
	ledger.w = appender
	// The next entry must begin a line.
	switch {
	case cut > 0:
		fmt.Fprintf(stderr, "sgpc: %s:%d: the line is cut off, and is removed\n", name, cut)
		appender.size = int64(bytes.LastIndexByte(data, '\n') + 1) // after the last complete line
		err = file.Truncate(appender.size)
	case len(data) > 0 && !bytes.HasSuffix(data, []byte("\n")):
		_, err = appender.Write([]byte("\n"))
	}
	return ledger, err
}

// inputFiles returns the files and folders that the command may read as graphs, whether they exist or not. The name of a data set may be
// a folder in -data or the path of a file or folder.
func (o *options) inputFiles() (list []disk.Named) {
	for _, name := range splitGraphNames(o.datasets) {
		list = append(list, disk.Named{Flag: "the data", File: filepath.Join(o.data, name)}, disk.Named{Flag: "the data", File: name})
	}
	return list
}

// openFiles checks the output files of a command before its runs, which may last for hours. Output files are those of -o and -results,
// and the files in others. openFiles fails if one cannot be written, or if it is also the file of another flag or an input file.
// It sets o.ledger: with -results to the ledger of openResults, and otherwise to a ledger in memory.
// closeResults closes the results file; without -results it does nothing.
func (o *options) openFiles(stderr io.Writer, others ...disk.Named) (closeResults func(), err error) {
	// A flag without a file name ("") writes no file.
	written := append(others, disk.Named{Flag: "-o", File: o.out})
	for _, output := range written {
		if output.File == "" {
			continue
		}
		if err := disk.CanWrite(output.File); err != nil {
			return nil, err
		}
	}
	// The loop above does not check the results file, which openResults opens for writing below.
	if err := disk.Apart(append(written, disk.Named{Flag: "-results", File: o.results}), o.inputFiles()); err != nil {
		return nil, err
	}
	o.ledger = NewLedger(nil) // without a results file, finished cells stay in memory
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
	return func() { file.Close() }, nil // an error loses nothing, since every line is on the disk already
}
