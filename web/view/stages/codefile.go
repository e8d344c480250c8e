package stages

// This file selects the program in assets/code that recomputes the numbers of a stage. A trace is a file with these numbers. The code
// reading of SGPC follows the authors' program, and a peer is a model other than SGPC.

import (
	"strings"

	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
)

// peerPrefix begins the names of a peer's program and equation.
const peerPrefix = "peer-"

// mapsFiles maps a value of the setting "maps" to a program for neural sheaf diffusion with such maps. Other values have no program.
var mapsFiles = map[string]string{"identity": "isn", "diagonal": "nsd-diag", "orthogonal": "nsd-orth", "general": "nsd-general"}

// codeFile returns the name of the program in assets/code that recomputes the numbers of stage k from a trace. For SGPC this is the name of
// the stage's equation. In the code reading it has the prefix "code-", unless the name of the equation begins with "code" already. For a
// peer it is the prefix "peer-" with the name of the model or of its maps.
//
// It returns "" if no program belongs to the panel: the panel has no equation, the settings switch off diffusion or mixing at its stage,
// the ascent of stage 10 has not run, or the peer has other maps.
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

	// A peer has one program for all its stages. The value "learned" stands for the maps of the model itself.
	case !isSGPC && c.Maps != "learned":
		if name := mapsFiles[c.Maps]; name != "" {
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
