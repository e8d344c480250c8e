package graphio

// JSON files of other programs that hold no graph. They are refused by name.

// unreadJSON are these files. A file is recognised by a member with a key and a JSON text; the text "" matches any value.
var unreadJSON = []struct{ key, text, name string }{
	{"type", `"FeatureCollection"`, "GeoJSON, places on a map"}, {"type", `"Feature"`, "GeoJSON, places on a map"},
	{"type", `"Topology"`, "TopoJSON, places on a map"}, {"dependencies", "", "a package.json, settings of a program"},
	{"devDependencies", "", "a package.json, settings of a program"}, {"lockfileVersion", "", "a list of packages of a program"},
	{"$schema", "", "settings or a drawing with a schema of its own"}, {"openapi", "", "the description of an interface (OpenAPI)"},
	{"swagger", "", "the description of an interface (OpenAPI)"}, {"compilerOptions", "", "settings of a program"},
	{"nbformat", "", "a notebook of Jupyter"}, {"hyperedges", "", "a hypergraph"}, {"error", "", "an answer that reports an error"},
}

// refuseKnown records an error if the object is one of unreadJSON. It reports whether it is one.
func (r *jsonReader) refuseKnown() bool {
	for _, u := range unreadJSON {
		for _, p := range r.others {
			if p.key == u.key && (u.text == "" || string(p.value) == u.text) {
				r.a.fail(1, jsonRemedy, "the file is %s, which is not read here", u.name)
				return true
			}
		}
	}
	return false
}
