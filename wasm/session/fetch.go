package session

import (
	"fmt"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files"
	"sheafscope/wasm/proto"
)

// fetch gets the files of a recipe whose graph lies in the network, with
// progress; a Pause, Seek or newer Load ends it. Other recipes keep their files.
func (s *Session) fetch(r proto.Request) (files []content.File, notes []string, err error) {
	url, isURL := strings.CutPrefix(r.Recipe.Graph, data.URLPrefix)
	if len(r.Files) > 0 || !isURL && !strings.HasPrefix(r.Recipe.Graph, data.Prefix) {
		return r.Files, nil, nil
	}
	f := s.host.Fetcher()
	if f == nil {
		return nil, nil, fmt.Errorf("there is no network to load %q from", r.Recipe.Graph)
	}
	f.Local = r.Local
	f.Stopped = func() bool { return s.stopped(endsSeek) }
	s.check(f)
	f.Progress = func(what string, done, total int64) {
		if total > 0 {
			s.progress(r, what, float64(done)/float64(total))
		} else {
			s.progress(r, fmt.Sprintf("%s, %.1f MB", what, float64(done)/1e6), 0)
		}
	}
	if isURL {
		list, err := f.URL(url)
		return list, nil, err
	}
	set, err := data.Find(r.Recipe.Graph)
	if err != nil {
		return nil, nil, err
	}
	k, err := data.SplitNumber(r.Recipe.Split)
	if err != nil {
		return nil, nil, err
	}
	list, notes, err := f.Set(set, k)
	if f.Mirror != "" {
		notes = append(notes, data.MirrorNote(f.Mirror))
	}
	return list, append(notes, set.About()), err
}

// check gives a fetcher what it checks files with; a hash that the host has
// goes first.
func (s *Session) check(f *data.Fetcher) {
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
