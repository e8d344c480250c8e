// Shards divide the tasks of a command among programs that share no memory.

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

// shardFlag defines the flag -shard i/n. The tasks of a command are numbered from 0 on, and task k belongs to shard k mod n.
// So n programs with i = 0, …, n−1 divide the tasks without communication.
func (o *options) shardFlag() {
	o.fs.Func("shard", "`i/n`: do the i-th of n shares, i from 0 on, and write their results file alone", func(text string) (err error) {
		if text == "" { // an empty value stands for no shard
			return nil
		}
		// A text without "/" has an empty count, which is no number.
		index, count, _ := strings.Cut(text, "/")
		shard, indexErr := strconv.Atoi(index)
		shards, countErr := strconv.Atoi(count)
		isInRange := 0 <= shard && shard < shards
		if errors.Join(indexErr, countErr) != nil || !isInRange {
			return errors.New("want i/n with i from 0 to n-1")
		}
		o.shard, o.shards = shard, shards
		return nil
	})
}

// ownsTask reports whether this program does task k.
func (o *options) ownsTask(k int) bool { return k%o.shards == o.shard }

// shardFile returns the name of the results file of this program's shard: for table.jsonl it is table-i-of-n.jsonl.
// With a single shard, or for the name "" of no file, it returns the given name.
func (o *options) shardFile(name string) string {
	if o.shards == 1 || name == "" {
		return name
	}
	return fmt.Sprintf("%s-%d-of-%d.jsonl", strings.TrimSuffix(name, ".jsonl"), o.shard, o.shards)
}

// shardFiles returns the names of the existing results files of shards, for any number of shards, in alphabetical order.
// whole is the name of the results file without shards. shardFiles fails if the folder of whole cannot be read.
func shardFiles(whole string) (files []string, err error) {
	dir := filepath.Dir(whole)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	// The names have the form PREFIXi-of-n.jsonl.
	prefix := strings.TrimSuffix(filepath.Base(whole), ".jsonl") + "-"
	for _, e := range entries {
		afterPrefix, hasPrefix := strings.CutPrefix(e.Name(), prefix)
		numbers, hasSuffix := strings.CutSuffix(afterPrefix, ".jsonl")
		_, _, isShard := parseShard(numbers)
		if hasPrefix && hasSuffix && isShard {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, nil
}

// parseShard parses the part of a file name that numbers a shard, such as "1-of-3". ok is false for a text of another form.
// parseShard does not check that shard is less than shards.
func parseShard(text string) (shard, shards int, ok bool) {
	index, count, _ := strings.Cut(text, "-of-") // without "-of-" the count is empty, which is no number
	shard, indexErr := strconv.Atoi(index)
	shards, countErr := strconv.Atoi(count)
	return shard, shards, indexErr == nil && countErr == nil
}

// gather merges the results file without shards, whole, and the results files of all its shards into o.ledger. The ledger also appends the
// merged runs to the results file of this command. If the last line of a file was cut off, gather prints the number of the line.
// gather fails if the folder or a file cannot be read, if a file has more than maxResults bytes, or if merge fails.
func (o *options) gather(whole string, stderr io.Writer) error {
	names, err := shardFiles(whole)
	if err != nil {
		return err
	}
	// The results file without shards exists only if a command without -shard has run.
	if _, err := os.Stat(whole); err == nil {
		names = append(names, whole)
	}
	for _, name := range names {
		if disk.Same(name, o.results) { // openFiles has loaded the command's own results file
			continue
		}
		data, err := disk.Read(name, maxResults)
		if err != nil {
			return err
		}
		cut, err := o.ledger.merge(name, data) // cut is the number of the line that was cut off, or 0
		if err != nil {
			return err
		}
		if cut > 0 {
			fmt.Fprintf(stderr, "sgpc: %s:%d: the line is cut off; its run is not taken\n", name, cut)
		}
	}
	return nil
}
