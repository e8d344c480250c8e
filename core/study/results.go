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

// errBusy reports that another program has locked a file.
var errBusy = errors.New("another program writes it")

// store is the part of os.File that a lineAppender needs; tests replace it.
type store interface {
	io.WriterAt
	Sync() error
	Truncate(size int64) error
}

// lineAppender appends to a results file.
// Bytes for which Write returns no error are on the disk; after an error the file has its previous size.
type lineAppender struct {
	store
	size int64 // bytes written so far
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

// openResults locks a results file, loads its entries, and removes and reports a line that was cut off.
// The lock lasts until the closer is closed.
// A file locked by another program is an error or, with patient, is waited for.
func openResults(name string, patient bool, stderr io.Writer) (*Ledger, io.Closer, error) {
	file, err := openLocked(name)
	for said := false; patient && errors.Is(err, errBusy); file, err = openLocked(name) {
		if !said {
			fmt.Fprintf(stderr, "sgpc: %s: waiting until the program that writes it ends\n", name)
		}
		said = true
		time.Sleep(retryDelay)
	}
	if errors.Is(err, errBusy) {
		return nil, nil, fmt.Errorf("%s: %w; wait for it with -wait, or give another results file", name, errBusy)
	}
	if err != nil {
		return nil, nil, err
	}
	l, err := loadResults(name, file, stderr)
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return l, file, nil
}

// loadResults returns the ledger of an open results file.
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
	l := NewLedger(nil)
	cut, err := l.Load(name, data)
	if err != nil {
		return nil, err
	}
	to := &lineAppender{file, int64(len(data))}
	if cut > 0 {
		fmt.Fprintf(stderr, "sgpc: %s:%d: the line is cut off; its run is done again\n", name, cut)
		to.size = int64(bytes.LastIndexByte(data, '\n') + 1)
		err = file.Truncate(to.size)
	}
	l.w = to
	return l, err
}

// inputFiles returns the files and folders that the command may read as graphs.
func (o *options) inputFiles() (list []disk.Named) {
	for _, name := range splitGraphNames(o.datasets) {
		list = append(list, disk.Named{Flag: "the data", File: filepath.Join(o.data, name)}, disk.Named{Flag: "the data", File: name})
	}
	return list
}

// openFiles checks before any work that all output files can be written and are distinct from each other and from input files.
// It opens the results file as o.ledger; end closes it.
func (o *options) openFiles(stderr io.Writer, others ...disk.Named) (end func(), err error) {
	written := append(others, disk.Named{Flag: "-o", File: o.out})
	for _, w := range written {
		if w.File == "" {
			continue
		}
		if err := disk.CanWrite(w.File); err != nil {
			return nil, err
		}
	}
	if err := disk.Apart(append(written, disk.Named{Flag: "-results", File: o.results}), o.inputFiles()); err != nil {
		return nil, err
	}
	o.ledger = NewLedger(nil)
	if o.results == "" {
		return func() {}, nil
	}
	ledger, file, err := openResults(o.results, o.wait, stderr)
	if err != nil {
		return nil, err
	}
	o.ledger = ledger
	return func() { file.Close() }, nil
}
