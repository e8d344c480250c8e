package session

import (
	"reflect"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// held is what was read of files while the user decides whether it is right:
// the files, so that another reading needs no second copy of them, and the
// graph, so that it need not be read again when it is taken.
type held struct {
	recipe recipe.Run
	files  []content.File
	notes  []string // about how the files came
	source *Source
}

// read makes the source of a recipe, and holds it. A recipe without files means those that are held of its graph, else those that are
// fetched; what was read of held ones is taken as it is.
func (s *Session) read(r recipe.Run, files []content.File, local bool) (*Source, error) {
	s.announce(files)
	var notes []string
	var err error
	switch before := s.held; {
	case before == nil || len(files) > 0 || r.Graph != before.recipe.Graph:
		s.held = nil
		if files, notes, err = s.fetch(r, files, local); err != nil {
			return nil, err
		}
	case reflect.DeepEqual(r, before.recipe):
		return before.source, nil
	default:
		files, notes = before.files, before.notes
	}
	source, err := s.build.Source(r, files)
	if err != nil {
		return nil, err // the user may correct the correction of what is held
	}
	source.Graph.Notes = append(source.Graph.Notes, notes...)
	s.held = &held{r, files, notes, source}
	return source, nil
}

// recognise answers Read. The run stays.
func (s *Session) recognise(q proto.Query) {
	source, err := s.read(q.Run, q.Files, false)
	if err != nil {
		s.reply(q, proto.Answer{Err: err.Error(), Host: hostOf(err)})
		return
	}
	s.reply(q, proto.Answer{Recognition: source.Recognition})
}
