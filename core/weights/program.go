// This file arranges the tensors of the SGPC authors' program as parameters of the model sgpc.

package weights

import "strings"

// authorsProgram arranges the network of the SGPC authors' program, which the setting reading=code computes.
// The head of the network is an MLP for heterophilic graphs, and graph attention for citation graphs. The program sets the step dt and the
// number of iterations cg_max by the kind of head.
func authorsProgram(s *source) {
	// The second and the third name find a file without W_sheaf, so that the error names this tensor as missing.
	p, found := s.prefixBefore("W_sheaf", "alpha_svr", "in_norm.weight")
	if !found { // no tensor of this family, which arrangeAs reports
		return
	}
	// The encoder and the gates.
	w := s.linearLayer("encoder", p+"in_lin.", anySize)
	c, features := w.Shape[0], w.Shape[1]
	s.addParam("encoder.gain", s.matrix(p+"in_norm.weight", 1, c))
	s.addParam("encoder.shift", s.vector(p+"in_norm.bias", c))
	s.addParam("lift.weight", s.matrix(p+"W_sheaf", c, c))
	gamma := s.matrix(p+"gamma", 1, anySize)
	s.addParam("afm.gamma0", gamma)
	s.addParam("gates", concatColumns(s.matrix(p+"alpha_svr", 1, 1), s.matrix(p+"alpha_afm", 1, 1)))
	// The head, and the settings that the program derives from its kind.
	settings := s.out.Settings
	if s.hasModules(p + "gat") {
		settings["head"] = "gat"
		settings["dt"], settings["cg_max"] = "0.02", "10"
		s.programAttention(p, c)
	} else {
		settings["head"] = "mlp"
		settings["dt"], settings["cg_max"] = "0.15", "20"
		// The MLP numbers its modules. The modules 0 and 3 are linear layers.
		w = s.linearLayer("head.0", p+"mlp.0.", c)
		s.set("hidden", float64(w.Shape[0]))
		s.out.Classes = s.linearLayer("head", p+"mlp.3.", w.Shape[0]).Shape[0]
	}
	settings["reading"] = "code"
	s.out.Features = features // last, since programAttention sets it to the input width of the head
	s.set("channels", float64(c))
	s.set("q", float64(gamma.Shape[1]-1)) // gamma has a coefficient for each order from 0 to q
}

// programAttention arranges the head for citation graphs, which has two attention layers: 8 heads of width 8, and then one head.
// p is the prefix of the network, and c is the number of channels, the input width of the head.
func (s *source) programAttention(p string, c int) {
	s.addDoubt("The authors' program subtracts 0.1 from the features of Cora and Citeseer. The page does so for graphs with these names.")
	firstAdded, settings := len(s.out.Params), s.out.Settings
	arrange := attention("att_src", "att_dst", "lin.weight", "lin_src.weight", "res.weight")
	arrange(s, []string{p + "gat1.", p + "gat2."}, nil) // nil: no linear layers beside the two attention layers
	hasEightHeads := settings["heads"] == "8" && settings["hidden"] == "8" && settings["more_heads"] == "0"
	hasResidual := settings["skip"] != ""
	if s.out.Features != c || !hasEightHeads || hasResidual {
		s.fail("the attention of %s is not that of the program, 8 heads of width 8 and one", quote(p+"gat1"))
	}
	// arrange has added parameters and settings of the model gat. The parameter "gat.0.weight" becomes "head.gat0.weight", and the settings
	// are deleted, since the head of the program is fixed.
	for k := range s.out.Params[firstAdded:] {
		param := &s.out.Params[firstAdded+k]
		param.Name = "head." + strings.Replace(param.Name, ".", "", 1)
	}
	for _, name := range []string{"heads", "hidden", "layers", "more_heads"} {
		delete(settings, name)
	}
}

// prefixBefore returns the prefix of the first tensor whose full name is a module's prefix followed by one of the given names.
// An earlier given name has precedence over an earlier tensor. found is false if there is no such tensor.
func (s *source) prefixBefore(names ...string) (prefix string, found bool) {
	for _, suffix := range names {
		for _, name := range s.names {
			if p, ok := strings.CutSuffix(name, suffix); ok && isModulePrefix(p) {
				return p, true
			}
		}
	}
	return "", false
}

// isModulePrefix reports whether a prefix is the prefix of a whole module: it is empty or ends with a point.
func isModulePrefix(prefix string) bool { return prefix == "" || strings.HasSuffix(prefix, ".") }

// programSettings maps attributes of the program's network to names of settings.
var programSettings = map[string]string{"delta_t": "dt", "epsilon_ot": "epsilon0", "cg_tol": "cg_tol", "cg_maxiter": "cg_max"}
