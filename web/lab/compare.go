package lab

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sheafscope/core/numeral"
	"sheafscope/core/order"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// This file handles the comparison of the page's run A with a second run B, which has a worker of its own. A goal is the run and the
// position that this worker shall reach, and a status is a report of this worker.

// Compare is a second run B on the graph of the page's run A. B follows the epoch of A: forward by training, and back by a seek.
type Compare struct {
	On bool // the comparison is open
	// Key, Seed and Settings define the recipe of B, together with the graph and the split of A. Key is the key of a model ([Choice]).
	Key      string
	Seed     uint64
	Settings map[string]string

	// Report has all reports of B's worker. Its Error is the reason why B could not be loaded.
	proto.Report

	loaded   recipe.Setup // recipe of B at its newest request
	graphKey int          // [Subject].Key at this request
	busy     bool         // the newest goal is not reached
	target   int          // requested epoch of B, the number of finished epochs; 0 for a load
	seq      int          // Seq of the newest goal; it grows while the comparison is open, so that an answer to an older goal is recognised
}

// Loading reports whether the comparison is open and B has neither a frame nor an error.
func (c *Compare) Loading() bool { return c.On && c.Frame == nil && c.Error == "" }

// Ready reports whether the comparison is open, and B is at the epoch of A or has ended.
func (c *Compare) Ready(page Subject) bool {
	if !c.On || c.busy || c.Frame == nil || page.Frame == nil { // closed, B has a goal under way, or a run has no frame yet
		return false
	}
	return c.Frame.Epoch == page.Frame.Epoch || c.Frame.Done
}

// recipeB returns the recipe of B: graph, split and method of A with the key, seed and settings of B. B never starts with the weights of a
// file, even if A does.
func (c *Compare) recipeB(page Subject) recipe.Setup {
	r := page.Recipe.Untrained()
	r.Position, r.Tuned = 0, recipe.Tuned{}
	model, reading, _ := strings.Cut(c.Key, "/") // "sgpc/code" is the only key with a reading
	r.Model, r.Seed = model, c.Seed
	r.Settings = maps.Clone(c.Settings)
	if reading != "" {
		r.Settings = withKey(r.Settings, "reading", reading)
	}
	return r
}

// compare handles the messages of the comparison. While the comparison is closed, it ignores CloseCompare, ChangeB, and late replies of B's
// worker.
func (s State) compare(page Subject, m Msg) (State, []Command) {
	c := &s.Compare
	switch m := m.(type) {
	case OpenCompare:
		return s.openCompare(page, m.Second)
	case CloseCompare:
		if !c.On {
			return s, nil
		}
		*c = Compare{}
		return s, []Command{CloseB{}}
	case ChangeB:
		return s.changeB(page, m)
	case FromB:
		if !c.On {
			return s, nil
		}
		if m.Reply.Status != nil { // B gets no queries, so that other replies do not matter
			c.receive(*m.Reply.Status)
		}
		return s.follow(page)
	}
	return s, nil
}

// openCompare loads B with the key, seed and settings of second, and starts the worker of B if the comparison is closed. An empty key
// stands for the default run B: a GCN, or SGPC if A is not SGPC in the paper's reading. Without a graph openCompare does nothing. It also
// does nothing if the comparison is open and second is the present run B or the default.
func (s State) openCompare(page Subject, second recipe.Second) (State, []Command) {
	c := &s.Compare
	isDefault := second.Key == ""
	isPresent := second.Key == c.Key && second.Seed == c.Seed && maps.Equal(second.Settings, c.Settings)
	changesNothing := c.On && (isDefault || isPresent)
	if page.Graph == nil || changesNothing {
		return s, nil
	}
	b := second
	if isDefault {
		b = recipe.Second{Key: "gcn", Seed: page.Recipe.Seed}
		if KeyOf(page.Recipe) != "sgpc" { // a peer (a model to compare with SGPC) or the code reading
			b.Key = "sgpc"
		}
	}

	// An open comparison has a worker. Its seq continues, so that a late answer to the previous run B is recognised.
	var cmds []Command
	if !c.On {
		cmds = append(cmds, OpenB{})
	}
	*c = Compare{On: true, Key: b.Key, Seed: b.Seed, Settings: b.Settings, seq: c.seq}
	return s, append(cmds, c.load(page))
}

// changeB changes one part of B's recipe and loads B again. An invalid value changes only the error of B. A setting without a second value
// cannot be added. While the comparison is closed, or without a graph, changeB does nothing.
func (s State) changeB(page Subject, m ChangeB) (State, []Command) {
	c := &s.Compare
	if !c.On || page.Graph == nil {
		return s, nil
	}
	switch m.Field {
	case "model":
		// Another model begins with its default settings.
		c.Key, c.Settings = m.Value, nil
		if KeyOf(page.Recipe) == m.Value { // the model of A begins with the settings of A
			c.Settings = maps.Clone(page.Recipe.Settings)
			delete(c.Settings, "reading") // the key of B has the reading
		}
	case "seed":
		seed, err := numeral.Whole(m.Value)
		if err != nil {
			c.Error = "The seed of B must be a whole number: " + err.Error() + "."
			return s, nil
		}
		c.Seed = seed
	case "add":
		// The added setting gets the value that follows the present value in its menu.
		setting := c.setting(m.Value)
		values := c.Values(setting)
		if len(values) < 2 {
			return s, nil
		}
		present := slices.IndexFunc(values, func(v [2]string) bool { return v[0] == setting.Value() })
		next := values[(present+1)%len(values)] // after the last value, the first
		c.setSetting(m.Value, next[0])
	case "drop":
		c.setSetting(m.Value, "")
	default: // the name of a setting
		cfg := c.config() // a copy, which only checks the value
		err := cfg.Override(m.Field, m.Value)
		if err != nil {
			c.Error = err.Error()
			return s, nil
		}
		c.setSetting(m.Field, m.Value)
	}
	return s, []Command{c.load(page)}
}

// FormatSettings formats settings as "name=value, name=value", ordered by name.
func FormatSettings(settings map[string]string) string {
	var parts []string
	for _, name := range order.Keys(settings) {
		parts = append(parts, name+"="+settings[name])
	}
	return strings.Join(parts, ", ")
}

// setSetting sets a setting of B. An empty value removes the setting.
func (c *Compare) setSetting(name, value string) {
	c.Settings = withKey(c.Settings, name, value)
	if value == "" {
		delete(c.Settings, name)
	}
}

// load requests B with its present recipe, and clears the report. Its settings (Config) stay until the new report: the menus need them.
func (c *Compare) load(page Subject) Command {
	c.loaded, c.graphKey = c.recipeB(page), page.Key
	c.Report = proto.Report{Config: c.Report.Config}
	c.busy, c.target = true, 0
	return c.send(proto.Goal{Load: true, Run: c.loaded, Files: page.Files})
}

// send returns the command that sends a goal to the worker of B. The goal begins a sequence of its own (Start), so that it continues no
// earlier goal. It selects nothing (Focus), since the comparison needs no details of a selection.
func (c *Compare) send(g proto.Goal) Command {
	c.seq++
	g.Seq, g.Start, g.Focus = c.seq, c.seq, frame.Focus{}
	return SendB{g}
}

// receive applies a status of B's worker. An error in the status becomes the error of B, which is cleared when the newest goal is reached
// without an error. A status of an older goal can change the frame, but does not end the wait for the newest goal.
func (c *Compare) receive(st proto.Status) {
	if st.Config != nil {
		c.Report.Config = *st.Config
	}
	if st.Err != "" {
		c.Error = st.Err
	}
	if st.Crashed {
		c.busy = !st.Stopped // a client that has not stopped replays the run, and then a status reports the end of the goal
		if st.Stopped {
			c.Error += " Close the comparison and open it again to start another."
		}
	}

	// If the status lacks progress or frame, the previous one stays.
	c.Progress = cmp.Or(st.Progress, c.Progress)
	if f := st.Frame; f != nil {
		c.Frame = f
		c.Merge(f) // the frame has only the newest part of the history
	}

	// Only the newest goal ends the wait.
	if st.Reached && st.Goal == c.seq {
		c.busy, c.Progress = false, nil
		if st.Err == "" {
			c.Error = ""
		}
	}
}

// follow sends B to the epoch of A: forward by training, back by a seek to the end of the epoch. If the graph or the result of recipeB has
// changed, follow loads B again. It does nothing if B is at the epoch of A already, and if B cannot get there yet or at all.
func (s State) follow(page Subject) (State, []Command) {
	c := &s.Compare
	if !c.On || page.Graph == nil {
		return s, nil
	}
	if c.graphKey != page.Key || !wire.Same(c.loaded, c.recipeB(page)) {
		s.Version++
		return s, []Command{c.load(page)}
	}
	if page.Frame == nil || c.Frame == nil || c.Error != "" { // one of the runs has no position yet, or B has an error
		return s, nil
	}
	wanted, present := page.Frame.Epoch, c.Frame.Epoch
	// A goal under way leads B from its present epoch to the target, forward or back. Wait for its end. But if the wanted epoch is before
	// both, a new seek replaces the goal.
	if c.busy && wanted >= min(c.target, present) {
		return s, nil
	}
	atEpoch := wanted == present
	cannotFollow := wanted > present && c.Frame.Done // B has ended before A
	if !c.busy && (atEpoch || cannotFollow) {
		return s, nil
	}
	if wanted >= present { // forward, by training; no goal is under way here: with a goal, wanted is before present
		c.busy, c.target = true, wanted
		epochs := proto.Until{Unit: proto.Epochs, N: wanted - present}
		return s, []Command{c.send(proto.Goal{From: c.Frame.Position, Until: epochs})}
	}

	// History.Position[k] is the position at the end of epoch k+1.
	position := 0
	if wanted > 0 {
		if wanted > len(c.History.Position) {
			return s, nil // the position of the epoch has not arrived
		}
		position = c.History.Position[wanted-1]
	}
	c.busy, c.target = true, wanted
	// From = −1: the goal names its position, and needs no start.
	return s, []Command{c.send(proto.Goal{From: -1, Until: proto.Until{Unit: proto.At, N: position}})}
}
