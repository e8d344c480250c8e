package session

import (
	"fmt"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files"
	"sheafscope/wasm/recipe"
)

// fetch returns the files of a recipe: have, or for a graph in the network those of its address. It reports progress. A Pause or another
// load ends it with an error.
func (s *Session) fetch(r recipe.Setup, have []content.File, local bool) (files []content.File, notes []string, err error) {
	if r.Net.Of != "" && len(have) > 0 { // have are weights without a graph
		files, notes, err = s.fetch(recipe.Setup{Graph: r.Net.Of, Split: r.Split}, nil, local)
		return append(files, have...), notes, err
	}
	url, isURL := strings.CutPrefix(r.Graph, data.URLPrefix)
	if len(have) > 0 || !isURL && !strings.HasPrefix(r.Graph, data.Prefix) {
		return have, nil, nil
	}
	f := s.host.Fetcher()
	if f == nil {
		return nil, nil, fmt.Errorf("there is no network to load %q from", r.Graph)
	}
	f.Local = local
	f.Stopped = func() bool { return s.stopped(endsLoad) }
	s.setHash(f)
	f.Progress = func(what string, done, total int64) {
		if total > 0 {
			s.progress(what, float64(done)/float64(total))
		} else {
			s.progress(fmt.Sprintf("%s, %.1f MB", what, float64(done)/1e6), 0)
		}
	}
	if isURL {
		list, err := f.URL(url)
		return list, nil, err
	}
	set, err := data.Find(r.Graph)
	if err != nil {
		return nil, nil, err
	}
	k, err := data.SplitNumber(r.Split)
	if err != nil {
		return nil, nil, err
	}
	list, notes, err := f.Set(set, k)
	if f.Mirror != "" {
		notes = append(notes, data.MirrorNote(f.Mirror))
	}
	return list, append(notes, set.About()), err
}

// setHash sets the hash of a fetcher: the host's own where it has one, which is faster, else that of the program of files.
func (s *Session) setHash(f *data.Fetcher) {
	quick := f.Hash
	f.Hash = func(b []byte) string {
		if quick != nil {
			if h := quick(b); h != "" {
				return h
			}
		}
		a, err := s.build.Do(files.Job{Kind: files.Hash, Files: []content.File{{Data: b}}})
		if err != nil {
			return ""
		}
		return a.Text
	}
}
