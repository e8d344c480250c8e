package weights

import "strings"

// authorsProgram arranges the network of the SGPC authors' program, which the setting reading=code computes.
// Its head is an MLP for heterophilic graphs, and graph attention for citation graphs.
// The program also chooses the step dt and the iterations cg_max by the kind of head; the file does not contain these two.
func authorsProgram(s *source) {
	p, found := s.prefixBefore("W_sheaf", "alpha_svr", "in_norm.weight")
	if !found {
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
	settings := s.out.Settings
	if s.hasModules(p + "gat") {
		settings["head"], settings["dt"], settings["cg_max"] = "gat", "0.02", "10"
		s.programAttention(p, c)
	} else {
		settings["head"], settings["dt"], settings["cg_max"] = "mlp", "0.15", "20"
		w = s.linearLayer("head.0", p+"mlp.0.", c)
		s.set("hidden", float64(w.Shape[0]))
		s.out.Classes = s.linearLayer("head", p+"mlp.3.", w.Shape[0]).Shape[0]
	}
	settings["reading"], s.out.Features = "code", features
	s.set("channels", float64(c))
	s.set("q", float64(gamma.Shape[1]-1))
}

// programAttention arranges the head for citation graphs with c input channels: a layer with 8 heads of width 8, then one with one head.
func (s *source) programAttention(p string, c int) {
	s.addDoubt("The program takes 0.1 off the features of Cora and Citeseer, here by the name of the graph.")
	first, settings := len(s.out.Params), s.out.Settings
	attention("att_src", "att_dst", "lin.weight", "lin_src.weight", "res.weight")(s, []string{p + "gat1.", p + "gat2."}, nil)
	eightHeads := settings["heads"] == "8" && settings["hidden"] == "8" && settings["more_heads"] == "0"
	if s.out.Features != c || !eightHeads || settings["skip"] != "" {
		s.fail("the attention of %s is not that of the program, 8 heads of width 8 and one", quote(p+"gat1"))
	}
	// The parameter "gat.0.weight" becomes "head.gat0.weight".
	for k := range s.out.Params[first:] {
		param := &s.out.Params[first+k]
		param.Name = "head." + strings.Replace(param.Name, ".", "", 1)
	}
	for _, name := range []string{"heads", "hidden", "layers", "more_heads"} {
		delete(settings, name)
	}
}

// prefixBefore returns the prefix of the first tensor whose name ends with one of the given names, and whether there is such a tensor.
// It tries the given names in their order.
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

// isModulePrefix reports whether a prefix ends at the border of a module's name: it is empty or ends with a point.
func isModulePrefix(prefix string) bool { return prefix == "" || strings.HasSuffix(prefix, ".") }

// programSettings maps attributes of the program's network to names of settings.
var programSettings = map[string]string{"delta_t": "dt", "epsilon_ot": "epsilon0", "cg_tol": "cg_tol", "cg_maxiter": "cg_max"}
