// Shards: the tasks of a command, divided among programs that share no memory.

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

// shardFlag defines the flag -shard. Task k belongs to shard k mod n, so programs on several machines divide the tasks without
// communication.
func (o *options) shardFlag() {
	o.fs.Func("shard", "`i/n`: do the i-th of n shares, i from 0 on, and write their results file alone", func(text string) (err error) {
		if text == "" {
			return nil
		}
		index, count, _ := strings.Cut(text, "/")
		shard, indexErr := strconv.Atoi(index)
		shards, countErr := strconv.Atoi(count)
		if errors.Join(indexErr, countErr) != nil || shard < 0 || shard >= shards {
			return errors.New("want i/n with i from 0 to n-1")
		}
		o.shard, o.shards = shard, shards
		return nil
	})
}

// ownsTask reports whether this program does task k.
func (o *options) ownsTask(k int) bool { return k%o.shards == o.shard }

// shardFile returns the name of the results file of this program's shard, name-i-of-n.jsonl. Without shards it is the name itself.
func (o *options) shardFile(name string) string {
	if o.shards == 1 || name == "" {
		return name
	}
	return fmt.Sprintf("%s-%d-of-%d.jsonl", strings.TrimSuffix(name, ".jsonl"), o.shard, o.shards)
}

// shardFiles returns the existing results files of the shards of a results file, for any number of shards, in the order of their names.
// whole is the name of the results file that is not divided.
func shardFiles(whole string) (files []string, err error) {
	dir := filepath.Dir(whole)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	prefix := strings.TrimSuffix(filepath.Base(whole), ".jsonl") + "-"
	for _, e := range entries {
		middle, hasPrefix := strings.CutPrefix(e.Name(), prefix)
		middle, hasSuffix := strings.CutSuffix(middle, ".jsonl")
		if _, _, ok := parseShard(middle); hasPrefix && hasSuffix && ok {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, nil
}

// parseShard parses the part of a file name that numbers a shard, such as "1-of-3". ok is false for any other text.
func parseShard(text string) (shard, shards int, ok bool) {
	index, count, _ := strings.Cut(text, "-of-")
	shard, indexErr := strconv.Atoi(index)
	shards, countErr := strconv.Atoi(count)
	return shard, shards, indexErr == nil && countErr == nil
}

// gather merges a results file and those of its shards into the results file of this command, which is open as o.ledger.
func (o *options) gather(whole string, stderr io.Writer) error {
	// The shards, and the results file without shards if it exists.
	names, err := shardFiles(whole)
	if err != nil {
		return err
	}
	if _, err := os.Stat(whole); err == nil {
		names = append(names, whole)
	}
	for _, name := range names {
		if disk.Same(name, o.results) { // already loaded
			continue
		}
		data, err := disk.Read(name, maxResults)
		if err != nil {
			return err
		}
		cut, err := o.ledger.merge(name, data) // cut is the number of a line that is cut off, or 0
		if err != nil {
			return err
		}
		if cut > 0 {
			fmt.Fprintf(stderr, "sgpc: %s:%d: the line is cut off; its run is not taken\n", name, cut)
		}
	}
	return nil
}
