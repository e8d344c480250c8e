//go:build !js

package study

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"sheafscope/core/disk"
)

// maxResults bounds a results file that is gathered, in bytes.
const maxResults = 1 << 30

// shardFlag adds -shard to a command. Its tasks are dealt out in order, so that programs on several machines agree without a word.
func (o *options) shardFlag() {
	o.fs.Func("shard", "`i/n`: do the i-th of n shares, i from 0 on, and write their results file alone", func(text string) (err error) {
		if text == "" {
			return nil
		}
		a, b, _ := strings.Cut(text, "/")
		share, first := strconv.Atoi(a)
		of, second := strconv.Atoi(b)
		if errors.Join(first, second) != nil || share < 0 || share >= of {
			return errors.New("want i/n with i from 0 to n-1")
		}
		o.share, o.of = share, of
		return nil
	})
}

// own reports whether this program does the k-th task.
func (o *options) own(k int) bool { return k%o.of == o.share }

// shardFile is the results file of this program's share: name-i-of-n.jsonl, or the file itself where there is one share.
func (o *options) shardFile(name string) string {
	if o.of == 1 || name == "" {
		return name
	}
	return fmt.Sprintf("%s-%d-of-%d.jsonl", strings.TrimSuffix(name, ".jsonl"), o.share, o.of)
}

// gather puts the runs of all files of a pattern into the results file of this command.
func (o *options) gather(pattern string, stderr io.Writer) error {
	names, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		if name == o.results {
			continue
		}
		data, err := disk.Read(name, maxResults)
		if err != nil {
			return err
		}
		cut, err := o.ledger.gather(name, data)
		if err != nil {
			return err
		}
		if cut > 0 {
			fmt.Fprintf(stderr, "sgpc: %s:%d: the line is cut off; its run is not taken\n", name, cut)
		}
	}
	return nil
}
