package stages

// This file selects the program in assets/code that recomputes the numbers of a stage from a trace, a file with these numbers.

import (
	"strings"

	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
)

// peerPrefix begins the names of a peer's program and equation.
const peerPrefix = "peer-"

// mapsFiles maps a value of the setting "maps" to a program for neural sheaf diffusion (NSD) with such maps. Other values have no program.
var mapsFiles = map[string]string{"identity": "isn", "diagonal": "nsd-diag", "orthogonal": "nsd-orth", "general": "nsd-general"}

// codeFile returns the name of the program for stage k, where equation names the equation of the panel:
//   - for SGPC, equation, in the code reading after the prefix "code-", unless it begins with "code" already;
//   - for a peer (a model other than SGPC), "peer-" with the name of the model or of its maps;
//   - "" if the panel has no equation, the settings switch off diffusion or mixing at its stage, the ascent of stage 10 has not run, or no
//     program has the peer's maps.
func codeFile(s *state.State, k int, equation string) string {
	c := &s.Config
	isSGPC := s.Peer() == ""
	noDiffusion := k == stage.Diffusion && c.SVR == "off"
	noMixing := k == stage.Mixing && c.AFMWeights == "off"
	partOff := isSGPC && (noDiffusion || noMixing)
	noAscent := k == stage.Gap && len(s.Frame.Stages.Gap.Trail) == 0
	switch {
	case equation == "" || partOff || noAscent:
		return ""

	// A peer has one program for all its stages. The value "learned" stands for the model's own maps. Beside NSD only PolyNSD has other maps.
	case !isSGPC && c.Maps != "learned":
		if name := mapsFiles[c.Maps]; name != "" && s.Peer() != "polynsd" {
			return peerPrefix + name
		}
		return ""
	case !isSGPC:
		return peerPrefix + s.Peer()
	case c.Reading == "code" && !strings.HasPrefix(equation, "code"):
		return "code-" + equation
	}
	return equation
}
