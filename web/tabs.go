package web

import "sheafscope/web/state"

// Tabs renders the tabs that choose the displayed panel on a phone.
type Tabs struct{ App *App }

// tabNames has a key and a label for each tab, in the order of the page. The key is the value of Chrome.Tab while the tab is chosen.
var tabNames = [][2]string{{"stages", "Stages"}, {"graph", "Graph"}, {"inspect", "Inspect"}, {"charts", "Charts"}}

// On returns "true" if the tab is chosen, else "false".
func (c *Tabs) On(tab string) string { return truth(c.App.State.Chrome.Tab == tab) }

// Index returns the tab index of a tab: 0 for the chosen tab, which alone is in the tab order, else −1.
func (c *Tabs) Index(tab string) int {
	if c.App.State.Chrome.Tab == tab {
		return 0
	}
	return -1
}

// Choose displays the panel of a tab.
func (c *Tabs) Choose(tab string) { c.App.Do(state.SetTab{Tab: tab}) }
