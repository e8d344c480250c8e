package session

import (
	"reflect"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// held is what was read of files while the user is asked whether it is right:
// the files, so that another reading needs no second copy of them, and the
// graph, so that it need not be read again when it is taken.
type held struct {
	recipe recipe.Run
	files  []content.File
	notes  []string // about how the files came
	source *Source
}

// read makes the source of a Load. When the user is to be asked, s.held holds it.
func (s *Session) read(r proto.Request, before *held) (*Source, error) {
	var files []content.File
	var notes []string
	var err error
	switch {
	case r.Held && before != nil && r.Ask == "" && reflect.DeepEqual(r.Recipe, before.recipe):
		return before.source, nil
	case r.Held && before != nil:
		files, notes = before.files, before.notes
	default:
		files, notes, err = s.fetch(r)
	}
	if err != nil {
		return nil, err
	}
	source, err := s.build.Source(r.Recipe, files)
	if err != nil {
		return nil, err
	}
	source.Graph.Notes = append(source.Graph.Notes, notes...)
	if k := source.Recognition; k != nil && (r.Ask == proto.AskAlways || r.Ask == proto.AskDoubt && len(k.Doubts) > 0) {
		s.held = &held{r.Recipe, files, notes, source}
	}
	return source, nil
}
