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

// errBusy reports that another program writes a results file.
var errBusy = errors.New("another program writes it")

// store is what lines need of a file.
type store interface {
	io.WriterAt
	Sync() error
	Truncate(size int64) error
}

// lines appends to a results file of a size. What Write returns no error for is on the disk; of anything else the file
// holds nothing.
type lines struct {
	store
	size int64
}

func (l *lines) Write(p []byte) (int, error) {
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

// wait is how long a program that waits for a results file lets it rest before it tries again.
const wait = 200 * time.Millisecond

// openResults locks a results file, loads what it holds, and takes off a line that was cut off, which it names. The file
// is locked until it is closed. One that another program has locked is an error, or with patient the call waits.
func openResults(name string, patient bool, stderr io.Writer) (*Ledger, io.Closer, error) {
	file, err := openLocked(name)
	for said := false; patient && errors.Is(err, errBusy); file, err = openLocked(name) {
		if !said {
			fmt.Fprintf(stderr, "sgpc: %s: waiting until the program that writes it ends\n", name)
		}
		said = true
		time.Sleep(wait)
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
	to := &lines{file, int64(len(data))}
	if cut > 0 {
		fmt.Fprintf(stderr, "sgpc: %s:%d: the line is cut off; its run is done again\n", name, cut)
		to.size = int64(bytes.LastIndexByte(data, '\n') + 1)
		err = file.Truncate(to.size)
	}
	l.w = to
	return l, err
}

// reads lists the folders and files of the command's graphs.
func (o *options) reads() (list []disk.Named) {
	for _, name := range graphs(o.datasets) {
		list = append(list, disk.Named{Flag: "the data", File: filepath.Join(o.data, name)}, disk.Named{Flag: "the data", File: name})
	}
	return list
}

// begin finds out before any work whether what comes of it can be written: it opens the results file, in o.ledger, and
// checks the others, which must be files of their own. end closes the file.
func (o *options) begin(stderr io.Writer, others ...disk.Named) (end func(), err error) {
	written := append(others, disk.Named{Flag: "-o", File: o.out})
	for _, w := range written {
		if w.File == "" {
			continue
		}
		if err := disk.CanWrite(w.File); err != nil {
			return nil, err
		}
	}
	if err := disk.Apart(append(written, disk.Named{Flag: "-results", File: o.results}), o.reads()); err != nil {
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
