package web

import (
	"strconv"

	"sheafscope/wasm/data"
	"sheafscope/web/view/picture"
)

// This file lists the public data sets and their splits for the menus.

// publicOptions returns an option for each public data set.
func publicOptions() []Option {
	var list []Option
	for i := range data.All().Sets {
		s := &data.All().Sets[i]
		list = append(list, Option{Value: data.Prefix + s.Name, Label: s.Title + ", " + strconv.Itoa(s.Nodes) + " nodes",
			Group: "Public data (fetched when chosen)"})
	}
	return list
}

// publicSplits returns an option for each public split of a data set. All public data sets have equally many splits. The first split is the
// default and has the value "".
func publicSplits() []Option {
	list := []Option{{Label: picture.SplitName(data.SplitPrefix + "0")}}
	for k := 1; k < data.Splits; k++ {
		split := data.SplitPrefix + strconv.Itoa(k)
		list = append(list, Option{Value: split, Label: picture.SplitName(split)})
	}
	return list
}
