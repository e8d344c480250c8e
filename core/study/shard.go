package study

import (
	"errors"
	"fmt"
	"io"
	"os"
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

// shards lists the results files of the shares of a results file, whatever their number of shares, in the order of their names.
func shards(whole string) (files []string, err error) {
	dir := filepath.Dir(whole)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	begin := strings.TrimSuffix(filepath.Base(whole), ".jsonl") + "-"
	for _, e := range entries {
		middle, first := strings.CutPrefix(e.Name(), begin)
		middle, last := strings.CutSuffix(middle, ".jsonl")
		if _, _, ok := share(middle); first && last && ok {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, nil
}

// share parses "1-of-3", the part of the name of a shard's results file that numbers it.
func share(text string) (k, of int, ok bool) {
	a, b, _ := strings.Cut(text, "-of-")
	k, err := strconv.Atoi(a)
	of, failed := strconv.Atoi(b)
	return k, of, err == nil && failed == nil
}

// gather puts the runs of a results file and of all its shards into the results file of this command.
func (o *options) gather(whole string, stderr io.Writer) error {
	names, err := shards(whole)
	if err != nil {
		return err
	}
	if _, err := os.Stat(whole); err == nil {
		names = append(names, whole)
	}
	for _, name := range names {
		if disk.Same(name, o.results) {
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
