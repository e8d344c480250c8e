package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/web/state"
)

// peerFile begins the name of a peer's file, as that of its equation.
const peerFile = "peer-"

// mapsFiles are the files of neural sheaf diffusion by the setting "maps"; no file is for the others.
var mapsFiles = map[string]string{"identity": "isn", "diagonal": "nsd-diag", "orthogonal": "nsd-orth", "general": "nsd-general"}

// codeFile is the file that computes the numbers of a stage with an equation, "" where nothing of the stage is in a trace: no
// equation, a part that is off, or what no file computes.
func codeFile(s *state.State, k int, equation string) string {
	c := &s.Config
	switch {
	case equation == "":
		return ""
	case s.Peer() != "" && c.Maps != "learned":
		if name := mapsFiles[c.Maps]; name != "" {
			return peerFile + name
		}
		return ""
	case s.Peer() != "":
		return peerFile + s.Peer()
	case c.Reading == "code", k == sgpc.StageDiffusion && c.SVR == "off", k == sgpc.StageMixing && c.AFMWeights == "off",
		k == sgpc.StageGap && len(s.Frame.Stages.Gap.Trail) < 2:
		return ""
	}
	return equation
}
