package session

// This file fetches the files of a graph from the network, with reports of the progress.

import (
	"fmt"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files"
	"sheafscope/wasm/recipe"
)

// hosts are the hosts that a load may send requests to: hosts(Goal.Local) for a goal.
type hosts bool

const (
	allHosts hosts = false
	ownHost  hosts = true // only the host of the page
)

// fetch returns the files of a recipe, and notes about their origin. sent are the files of the message. If sent is empty, and r.Graph is an
// address or a public data set, fetch requests the files from the network. If sent has only the weights of a trained network, fetch returns
// the files of the graph r.Net.Of, followed by sent. In any other case it returns sent.
//
// fetch reports progress. A Pause or another load ends fetch with data.ErrStopped.
func (s *Session) fetch(r recipe.Setup, sent []content.File, allowed hosts) (list []content.File, notes []string, err error) {
	if r.Net.Of != "" && len(sent) > 0 { // sent has only weights; list stays nil if the graph is built in
		list, notes, err = s.fetch(recipe.Setup{Graph: r.Net.Of, Split: r.Split}, nil, allowed)
		return append(list, sent...), notes, err
	}
	url, isURL := strings.CutPrefix(r.Graph, data.URLPrefix)
	isInNetwork := isURL || strings.HasPrefix(r.Graph, data.Prefix)
	if len(sent) > 0 || !isInNetwork {
		return sent, nil, nil
	}
	f := s.host.Fetcher()
	if f == nil {
		return nil, nil, fmt.Errorf("there is no network to load %q from", r.Graph)
	}
	f.Local = allowed == ownHost
	// Between two pieces of a file the session yields, and checks whether a message ends the fetch.
	f.Stopped = func() bool { return s.stopped(endsLoad) }
	s.setHash(f)
	f.Progress = func(operation string, done, total int64) {
		if total > 0 {
			s.progress(operation, float64(done)/float64(total))
		} else { // without a total there is no fraction, and the text has the amount; done is in bytes
			s.progress(fmt.Sprintf("%s, %.1f MB", operation, float64(done)/1e6), 0)
		}
	}
	if isURL {
		list, err = f.URL(url)
		return list, nil, err
	}
	set, err := data.Find(r.Graph)
	if err != nil {
		return nil, nil, err
	}
	k, err := data.SplitNumber(r.Split) // number of the public split, −1 for another split
	if err != nil {
		return nil, nil, err
	}
	list, notes, err = f.Set(set, k)
	if f.Mirror != "" {
		notes = append(notes, data.MirrorNote(f.Mirror))
	}
	return list, append(notes, set.About()), err
}

// setHash sets the hash function of a fetcher: the hash function of the host, or the slower program for files if the host has none or its
// result is "". If this program fails, the hash is "", and the fetcher refuses the file.
func (s *Session) setHash(f *data.Fetcher) {
	hostHash := f.Hash
	f.Hash = func(b []byte) string {
		if hostHash != nil {
			hash := hostHash(b)
			if hash != "" {
				return hash
			}
		}
		a, err := s.build.Do(files.Job{Kind: files.Hash, Files: []content.File{{Data: b}}})
		if err != nil {
			return ""
		}
		return a.Text
	}
}
