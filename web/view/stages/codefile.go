package stages

import (
	"strings"

	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
)

// peerFile begins the name of a peer's file, as that of its equation.
const peerFile = "peer-"

// mapsFiles are the files of neural sheaf diffusion by the setting "maps"; no file is for the others.
var mapsFiles = map[string]string{"identity": "isn", "diagonal": "nsd-diag", "orthogonal": "nsd-orth", "general": "nsd-general"}

// codeFile is the file of assets/code that computes the numbers of a stage with an equation, whose name it has, "" where nothing of
// the stage is in a trace: no equation, a part that is off, or maps of a peer that no file computes. Those of the reading "code"
// begin with "code".
func codeFile(s *state.State, k int, equation string) string {
	c := &s.Config
	switch {
	case equation == "", k == stage.Diffusion && s.Peer() == "" && c.SVR == "off",
		k == stage.Mixing && s.Peer() == "" && c.AFMWeights == "off", k == stage.Gap && len(s.Frame.Stages.Gap.Trail) == 0:
		return ""
	case s.Peer() != "" && c.Maps != "learned":
		if name := mapsFiles[c.Maps]; name != "" {
			return peerFile + name
		}
		return ""
	case s.Peer() != "":
		return peerFile + s.Peer()
	case c.Reading == "code" && !strings.HasPrefix(equation, "code"):
		return "code-" + equation
	}
	return equation
}
