package session

import (
	"reflect"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// reading is what is to be read: the graph of a recipe, of its files, of those that are held, or of those that are fetched.
type reading struct {
	run   recipe.Run
	files []content.File
	local bool
}

// held is what was read of files while the user is asked whether it is right:
// the files, so that another reading needs no second copy of them, and the
// graph, so that it need not be read again when it is taken.
type held struct {
	recipe recipe.Run
	files  []content.File
	notes  []string // about how the files came
	source *Source
}

// read makes the source of a recipe, and holds it. A recipe without files means those that are held of its graph; what was read of
// them is taken as it is.
func (s *Session) read(r reading) (*Source, error) {
	before := s.held
	files, notes := r.files, []string(nil)
	var err error
	s.announce(files)
	switch same := before != nil && len(r.files) == 0 && r.run.Graph == before.recipe.Graph; {
	case same && reflect.DeepEqual(r.run, before.recipe):
		return before.source, nil
	case same:
		files, notes = before.files, before.notes
	default:
		s.held = nil
		files, notes, err = s.fetch(r)
	}
	if err != nil {
		return nil, err
	}
	source, err := s.build.Source(r.run, files)
	if err != nil {
		return nil, err // the user may correct the correction of what is held
	}
	source.Graph.Notes = append(source.Graph.Notes, notes...)
	s.held = &held{r.run, files, notes, source}
	return source, nil
}

// recognise answers Read. The run stays.
func (s *Session) recognise(q proto.Query) {
	source, err := s.read(reading{q.Run, q.Files, false})
	if err != nil {
		s.reply(q, proto.Answer{Err: err.Error(), Host: hostOf(err)})
		return
	}
	s.reply(q, proto.Answer{Recognition: source.Recognition})
}
