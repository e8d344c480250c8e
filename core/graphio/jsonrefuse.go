package graphio

// This file refuses JSON files of other programs, such as settings, maps and hypergraphs. The error names the kind of the file in words.

// unreadJSON are the kinds of refused files. A file of a kind has a member with the key and the value text, which is JSON with its quotes.
// If text is "", any value counts. name completes the sentence "the file is …".
var unreadJSON = []struct{ key, text, name string }{
	{"type", `"FeatureCollection"`, "GeoJSON, places on a map"}, {"type", `"Feature"`, "GeoJSON, places on a map"},
	{"type", `"Topology"`, "TopoJSON, places on a map"}, {"dependencies", "", "a package.json, settings of a program"},
	{"devDependencies", "", "a package.json, settings of a program"}, {"lockfileVersion", "", "a list of packages of a program"},
	{"$schema", "", "settings or a drawing with a schema of its own"}, {"openapi", "", "the description of an interface (OpenAPI)"},
	{"swagger", "", "the description of an interface (OpenAPI)"}, {"compilerOptions", "", "settings of a program"},
	{"nbformat", "", "a notebook of Jupyter"}, {"error", "", "an answer that reports an error"},
}

// refuseKnown records an error for the first kind of unreadJSON that fits a member with an unknown key (r.unknown).
// It reports whether a kind fits.
func (r *jsonReader) refuseKnown() bool {
	for _, u := range unreadJSON {
		for _, p := range r.unknown {
			// An object that maps such words to lists maps nodes to their neighbours.
			hasValue := u.text == "" && p.value[0] != '[' || string(p.value) == u.text
			if p.key == u.key && hasValue {
				r.a.fail(0, jsonRemedy, "the file is %s, which is not read here", u.name)
				return true
			}
		}
	}
	return false
}
