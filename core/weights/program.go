package weights

import "strings"

// authorsProgram arranges the network of the SGPC authors' program, for the reading "code".
// Its head is an MLP for heterophilic graphs and graph attention for citation graphs.
// The head determines step, iterations and widths, of which the file holds only the widths.
func authorsProgram(s *source) {
	p, ok := s.prefixBefore("W_sheaf", "alpha_svr", "in_norm.weight")
	if !ok {
		return
	}
	w := s.linearLayer("encoder", p+"in_lin.", -1)
	c, features := w.Shape[0], w.Shape[1]
	s.addParam("encoder.gain", s.matrix(p+"in_norm.weight", 1, c))
	s.addParam("encoder.shift", s.vector(p+"in_norm.bias", c))
	s.addParam("lift.weight", s.matrix(p+"W_sheaf", c, c))
	gamma := s.matrix(p+"gamma", 1, -1)
	s.addParam("afm.gamma0", gamma)
	s.addParam("gates", concatColumns(s.matrix(p+"alpha_svr", 1, 1), s.matrix(p+"alpha_afm", 1, 1)))
	says := s.out.Settings
	if says["head"], says["dt"], says["cg_max"] = "mlp", "0.15", "20"; s.hasModules(p + "gat") {
		says["head"], says["dt"], says["cg_max"] = "gat", "0.02", "10"
		s.programAttention(p, c)
	} else {
		w = s.linearLayer("head.0", p+"mlp.0.", c)
		s.set("hidden", float64(w.Shape[0]))
		s.out.Classes = s.linearLayer("head", p+"mlp.3.", w.Shape[0]).Shape[0]
	}
	says["reading"], s.out.Features = "code", features
	s.set("channels", float64(c))
	s.set("q", float64(gamma.Shape[1]-1))
}

// programAttention arranges the head for citation graphs: a layer with 8 heads of width 8, then one with a single head.
func (s *source) programAttention(p string, c int) {
	s.addDoubt("The program takes 0.1 off the features of Cora and Citeseer, here by the name of the graph.")
	from, says := len(s.out.Params), s.out.Settings
	attention("att_src", "att_dst", "lin.weight", "lin_src.weight", "res.weight")(s, []string{p + "gat1.", p + "gat2."}, nil)
	if s.out.Features != c || says["heads"] != "8" || says["hidden"] != "8" || says["more_heads"] != "0" || says["skip"] != "" {
		s.fail("the attention of %s is not that of the program, 8 heads of width 8 and one", quote(p+"gat1"))
	}
	for k := range s.out.Params[from:] {
		s.out.Params[from+k].Name = "head." + strings.Replace(s.out.Params[from+k].Name, ".", "", 1)
	}
	for _, name := range []string{"heads", "hidden", "layers", "more_heads"} {
		delete(says, name)
	}
}

// prefixBefore tries the names in order. It returns the part of a tensor's name before the first name found.
func (s *source) prefixBefore(names ...string) (prefix string, found bool) {
	for _, of := range names {
		for _, name := range s.names {
			if p, ok := strings.CutSuffix(name, of); ok && (p == "" || strings.HasSuffix(p, ".")) {
				return p, true
			}
		}
	}
	return "", false
}

// programSettings maps attributes of the program's network to settings here.
var programSettings = map[string]string{"delta_t": "dt", "epsilon_ot": "epsilon0", "cg_tol": "cg_tol", "cg_maxiter": "cg_max"}
