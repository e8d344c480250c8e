package state

import (
	"fmt"

	"sheafscope/core/words"
	"sheafscope/web/keep"
)

// UnkeptCard is the line that a reload loses what is on the screen.
const UnkeptCard = "unkept"

// CloseUnkept takes that line away.
type CloseUnkept struct{}

// Survives reports whether what is on the screen survives a reload, and why not. Menu, Share, the line over the graph and the note about
// opened files say what it says.
func (s *State) Survives() keep.Fate {
	switch {
	case s.Embed.Inside():
		return keep.Fate{Why: "the address is that of the page around it"}
	case waitsFor[missing](s) != nil && s.Error != "":
		return keep.Fate{Why: "the address keeps the link of before, until the message about it is closed"}
	}
	return s.Device.Verdict()
}

// changed notes that the address may have to follow a message. The browser's own answers change nothing that an address holds, and the
// first screen keeps its address.
func (s *State) changed(m Msg) []Command {
	switch m.(type) {
	case OnDevice, OnAddress:
		return nil
	}
	if !quiet(m) && !s.dials() {
		s.Device.Changed()
	}
	return nil
}

// UnkeptText says that a reload loses what is on the screen, "" where that is not so. Inside another page the address was never the
// page's.
func (s *State) UnkeptText() string {
	v := s.Survives()
	if v.Yes || v.Soon || s.Embed.Inside() {
		return ""
	}
	return "A reload loses what is on the screen: " + v.Why + ". " +
		words.Either(v.Filed, "The file that was saved holds it.", "Save it as a file.")
}

// UnkeptLine is that sentence for the line over the graph, "" where the user closed it, saved a file, or is shown it with the files.
func (s *State) UnkeptLine() string {
	if s.Marked(UnkeptCard) || s.Survives().Filed || s.Graph == nil || s.View.Level == LevelLook || s.Chrome.Read != nil &&
		s.DeviceText() != "" {
		return ""
	}
	return s.UnkeptText()
}

// DeviceText says of the files on the screen whether a reload finds them again, "" where that goes without saying.
func (s *State) DeviceText() string {
	sum := s.filesSum()
	if sum == "" || !s.Device.Asked(sum) {
		return ""
	}
	v := s.Survives()
	switch why := s.Device.Of(sum); {
	case s.Embed.Inside():
		return "Inside another page it is not kept: after a reload, open the files again."
	case v.Yes || v.Soon && why == "":
		return "It is kept on this device, so that it survives a reload."
	case v.Soon:
		return "The browser is writing it to this device, for a reload."
	case why == keep.Deleted:
		return "It is not kept on this device: after a reload, open the files again."
	case why != "":
		return "It could not be kept on this device (" + why + "): after a reload, open the files again."
	}
	return "" // the files are kept, something beside them is not: [State.UnkeptLine] says so
}

// OnThisDevice reports whether the files on the screen are kept.
func (s *State) OnThisDevice() bool { return s.Device.Keeps(s.filesSum()) }

// DeviceList says how much of the user's own is kept, "" for nothing.
func (s *State) DeviceList() string {
	d := &s.Device
	switch {
	case d.Sets > 0:
		return fmt.Sprintf("Kept on this device, for a reload: %s of yours, %.1f MB.", words.Count(d.Sets, "graph"), float64(d.Bytes)/1e6)
	case d.Problem != "":
		return "This browser keeps no graph of yours (" + d.Problem + ")."
	}
	return ""
}
