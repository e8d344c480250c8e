package results

import (
	"sheafscope/core/anatomy"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Anatomy is the model of where the time of an epoch goes.
type Anatomy struct {
	Lead    []view.Span `json:"lead"`
	Note    string      `json:"note"`
	Running bool        `json:"running"`
	// Off reports that nothing can begin now.
	Off    bool         `json:"off"`
	Phases []string     `json:"phases"`
	Rows   []AnatomyRow `json:"rows"`
}

// AnatomyRow is a stage, or what belongs to none: its milliseconds an epoch, and those of each
// phase in parts of the longest row.
type AnatomyRow struct {
	Name  string   `json:"name"`
	MS    string   `json:"ms"`
	Peak  string   `json:"peak"` // its multiply-adds a second, as a share of a dense product's
	Title string   `json:"title"`
	Parts view.Vec `json:"parts"`
}

var anatomyPhases = []string{"evaluation", "training, forward", "backward", "update"}

// NewAnatomy returns the model.
func NewAnatomy(s *state.State) Anatomy {
	a := &s.Lab.Anatomy
	rep := a.Measured()
	m := Anatomy{Running: a.Running, Off: s.Lab.Busy(), Rows: []AnatomyRow{}, Phases: anatomyPhases}
	switch {
	case a.Result.Err != "":
		m.Lead = view.Say("It could not be measured: " + a.Result.Err)
	case rep == nil:
		m.Lead = view.Say("Some epochs of this run are trained beside it, in a worker of their own, and their parts " +
			"timed. The run itself stays as it is.")
	default:
		m.fill(rep)
	}
	return m
}

func (m *Anatomy) fill(rep *anatomy.Report) {
	longest := 0.0
	for _, l := range rep.Stages {
		longest = max(longest, l.Sum)
	}
	counted := false
	for k := range rep.Stages {
		l := &rep.Stages[k]
		if longest == 0 || l.Sum == 0 {
			continue
		}
		r := AnatomyRow{Name: l.Name, MS: view.Fix(l.Sum, 2), Peak: "–", Title: view.Pct(l.Share) + " of the time"}
		for _, ms := range []float64{l.Evaluation, l.Forward, l.Backward, l.Update} {
			r.Parts = append(r.Parts, ms/longest)
		}
		if l.MultiplyAdds != nil {
			r.Title += ", " + view.Fix(*l.MultiplyAdds/1e6, 2) + " million multiply-adds"
		}
		if l.Bytes != nil {
			r.Title += ", " + view.Fix(*l.Bytes/1e6, 2) + " MB moved"
		}
		if l.OfGemm != nil {
			r.Peak, counted = words.Percent(*l.OfGemm, 0), true
		}
		m.Rows = append(m.Rows, r)
	}
	m.Lead = view.Say("An epoch takes *", view.Fix(rep.EpochMS, 2)+" ms", "*"+mostOf(rep.Stages)+".")
	m.Note = "The mean of " + view.Int(rep.Epochs) + " epochs after " + view.Int(rep.Warm) +
		", without the pictures that a run on the page draws " +
		"as it goes."
	if counted {
		m.Note += " “Of peak”: multiply-adds a second, as a share of the " + view.Fix(rep.GemmPerSecond/1e9, 1) +
			" billion that a dense product of order 512 does here; –: none are counted."
	}
}

// mostOf names the two stages that take the longest.
func mostOf(stages []anatomy.Line) string {
	var most, next anatomy.Line
	for _, l := range stages {
		switch {
		case l.Sum > most.Sum:
			most, next = l, most
		case l.Sum > next.Sum:
			next = l
		}
	}
	if next.Share < 0.005 {
		return ""
	}
	return ": " + view.Pct(most.Share) + " of it in “" + most.Name + "”, " + view.Pct(next.Share) + " in “" + next.Name + "”"
}
