package graphio

// endKeys are the members that hold the ends of an edge, those used first first.
var endKeys = [][2]string{{"source", "target"}, {"from", "to"}, {"tail", "head"}, {"src", "dst"}}

func (r *jsonReader) link() error {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() == '[' {
		return r.pairLink(line)
	}
	if err := r.pairs(); err != nil {
		return err
	}
	for _, ends := range endKeys {
		s, there1, ok1 := r.field(ends[0])
		t, there2, ok2 := r.field(ends[1])
		if !there1 || !there2 {
			continue
		}
		if !ok1 || !ok2 {
			return fault(r.f.Name, line, jsonRemedy, "the ends of the link are not texts or numbers")
		}
		for _, p := range r.fields {
			r.a.weighted = r.a.weighted || p.key != ends[0] && p.key != ends[1] && p.key != "key" && p.key != "id" && p.key != "_gvid" &&
				!(r.graphviz && p.key != "weight")
		}
		return r.a.later(s, t, line)
	}
	return fault(r.f.Name, line, jsonRemedy, "the link has no source and target")
}

// pairLink reads an edge that is a list of its two ends.
func (r *jsonReader) pairLink(line int) error {
	var ends []string
	err := r.list(func() error {
		v, err := r.raw()
		if err != nil {
			return err
		}
		text, ok := scalar(v)
		switch {
		case len(ends) < 2 && (!ok || text == ""):
			return fault(r.f.Name, line, jsonRemedy, "the ends of the link are not texts or numbers")
		case len(ends) == 2:
			r.a.weighted = true
			return nil
		}
		ends = append(ends, text)
		return nil
	})
	if err != nil {
		return err
	}
	if len(ends) < 2 {
		return fault(r.f.Name, line, jsonRemedy, "the link has no source and target")
	}
	return r.a.later(ends[0], ends[1], line)
}
