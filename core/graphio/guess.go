package graphio

import (
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// Attributes that are the name of a node or its features, in files of other
// programs; content.NameRules holds the others. Earlier keys win.
var (
	nameKeys    = []string{"name", "title", "nodename", "page_name", "label"}
	featureKeys = []string{"features", "feature", "x", "embedding", "feat", "attr"}
)

// featurePrefix marks a column as a feature whatever its name.
const featurePrefix = "feature:"

// guessedAttributes fills g from attributes by their keys and values.
func (a *assembly) guessedAttributes(g *graph.Graph) error {
	used := map[*column]bool{}
	for _, c := range a.sets {
		used[c] = true
	}
	class := a.take(content.RoleLabel, a.guessClass)
	if guess := a.guessClass(); guess != class && (a.none[content.RoleLabel] || class != nil && class.fix != "") && guess != nil {
		guess.fix = content.RoleIgnored // what looks like the class is no feature
	}
	if class != nil {
		used[class] = true
		if class.fix == "" && content.ClassRank(content.NameClass, class.key)+content.ClassRank(content.NameKind, class.key) == -2 {
			g.Notes = append(g.Notes, "The class was taken from "+quote(class.key)+", the one attribute whose texts repeat.")
		}
		names := a.take(content.RoleClassName, func() *column { return a.guessClassNames(class) })
		if err := a.setClasses(g, class, names != nil); err != nil {
			return err
		}
		if names != nil {
			used[names] = true
			nameClasses(g, names)
		}
	}
	if names := a.take(content.RoleName, func() *column { return a.firstUnused(nameKeys, used) }); names != nil {
		used[names] = true
		a.setNames(g, names)
	}
	list := a.featureColumn(used)
	width := -1
	for _, c := range a.columns {
		// features(1433) states the number of columns.
		if w, ok := strings.CutPrefix(c.key, "features("); ok && list == nil && c.fix == "" && !a.none[content.RoleFeature] {
			v, why := parseID([]byte(strings.TrimSuffix(w, ")")))
			if why == "" && v <= MaxFeatures {
				list, width = c, int(v)
			}
		}
	}
	if list != nil {
		list.role, used[list] = content.RoleFeature, true
		if err := a.listedFeatures(g, list, width); err != nil {
			return err
		}
		var beside []string
		for _, c := range a.columns {
			if !used[c] && c.fix == "" && !a.repeatsID(g, c) {
				beside = append(beside, quote(c.key))
			}
		}
		leave(g, "Attributes beside the list of features were left out: ", beside)
		return nil
	}
	return a.numericColumns(g, class, used)
}

// leave notes what was left out.
func leave(g *graph.Graph, text string, keys []string) {
	if len(keys) > 5 {
		keys = append(keys[:5], "…")
	}
	if len(keys) > 0 {
		g.Notes = append(g.Notes, text+strings.Join(keys, ", ")+".")
	}
}

// firstUnused returns the first column under one of keys that has no use yet.
func (a *assembly) firstUnused(keys []string, used map[*column]bool) *column {
	for _, key := range keys {
		if c := a.find(key); c != nil && !used[c] {
			return c
		}
	}
	return nil
}

// featureColumn returns the column that holds a list of features, nil without one.
func (a *assembly) featureColumn(used map[*column]bool) *column {
	isList := func(c *column) bool { return strings.ContainsAny(c.value(firstSet(c)), " ,;:[") }
	if c := a.fixed(content.RoleFeature); c != nil || a.none[content.RoleFeature] {
		if c != nil && isList(c) {
			return c
		}
		return nil
	}
	for _, key := range featureKeys {
		if c := a.find(key); c != nil && !used[c] && isList(c) {
			return c
		}
	}
	return nil
}
