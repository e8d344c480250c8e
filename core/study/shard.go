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

// maxResults is the largest size of a results file that is merged, in bytes.
const maxResults = 1 << 30

// shardFlag adds the flag -shard.
// Tasks are dealt out in a fixed order, so that programs on several machines need no communication.
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
		o.shard, o.shards = share, of
		return nil
	})
}

// ownsTask reports whether this program does task k.
func (o *options) ownsTask(k int) bool { return k%o.shards == o.shard }

// shardFile returns the results file of this program's shard, name-i-of-n.jsonl, or the name itself without shards.
func (o *options) shardFile(name string) string {
	if o.shards == 1 || name == "" {
		return name
	}
	return fmt.Sprintf("%s-%d-of-%d.jsonl", strings.TrimSuffix(name, ".jsonl"), o.shard, o.shards)
}

// shardFiles returns the results files of all shards of a results file, for any number of shards, in the order of their names.
func shardFiles(whole string) (files []string, err error) {
	dir := filepath.Dir(whole)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	begin := strings.TrimSuffix(filepath.Base(whole), ".jsonl") + "-"
	for _, e := range entries {
		middle, first := strings.CutPrefix(e.Name(), begin)
		middle, last := strings.CutSuffix(middle, ".jsonl")
		if _, _, ok := parseShard(middle); first && last && ok {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, nil
}

// parseShard parses "1-of-3", the part of a file's name that numbers a shard.
func parseShard(text string) (k, of int, ok bool) {
	a, b, _ := strings.Cut(text, "-of-")
	k, err := strconv.Atoi(a)
	of, failed := strconv.Atoi(b)
	return k, of, err == nil && failed == nil
}

// gather merges a results file and those of all its shards into the results file of this command.
func (o *options) gather(whole string, stderr io.Writer) error {
	// The own file is skipped: it is open and already loaded.
	names, err := shardFiles(whole)
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
		cut, err := o.ledger.merge(name, data)
		if err != nil {
			return err
		}
		if cut > 0 {
			fmt.Fprintf(stderr, "sgpc: %s:%d: the line is cut off; its run is not taken\n", name, cut)
		}
	}
	return nil
}
