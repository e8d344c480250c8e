package stages

import (
	"strings"

	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
)

// peerFile is the prefix of a peer's file and equation.
const peerFile = "peer-"

// mapsFiles maps the setting "maps" to files of neural sheaf diffusion; other settings have no file.
var mapsFiles = map[string]string{"identity": "isn", "diagonal": "nsd-diag", "orthogonal": "nsd-orth", "general": "nsd-general"}

// codeFile names the file of assets/code that computes the numbers of a stage with an equation, which has the same name. It is ""
// where a trace has nothing of the stage: no equation, a part that is off, or maps of a peer without a file. Files of the code
// reading begin with "code".
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
