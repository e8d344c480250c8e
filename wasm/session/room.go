package session

import (
	"fmt"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/cost"
)

// elsewhere is where a run goes that the page has no room for.
const elsewhere = "train on the command line, which has the memory of the machine: sgpc train -graph FILE"

// Room implements Builder.
func (c Core) Room(s, now *Source) (alone bool, err error) {
	if err := sgpc.Check(s.Graph, s.Split, s.Config); err != nil || c.Memory <= 0 {
		return false, err
	}
	shape := cost.ShapeOf(s.Graph)
	if err := cost.Fits(shape, s.Config, c.Memory, "the page", elsewhere); err != nil {
		return false, err
	}
	return now != nil && cost.Memory(shape, s.Config)+cost.Memory(cost.ShapeOf(now.Graph), now.Config) > c.Memory, nil
}

// traceRoom fails when the trace of a run needs more memory than there is: a
// network of its own, its numbers, and their text.
func (c Core) traceRoom(s *Source) error {
	g, cfg := s.Graph, s.Config
	features, blocks := float64(g.N*cfg.D*cfg.Channels), float64((g.N+2*len(g.Edges))*cfg.D*cfg.D)
	numbers := 7*features + 3*blocks + 2*float64(g.X.NNZ())
	const each = 8 + 22 // the number and its digits
	need := 1.5*cost.Memory(cost.ShapeOf(g), cfg) + each*numbers
	if c.Memory <= 0 || need <= c.Memory {
		return nil
	}
	return fmt.Errorf("out of memory: a trace of about %.0f million numbers needs about %s; the page has %s: take it on the command line: "+
		"sgpc trace -graph FILE -edges 0,1", numbers/1e6, cost.Gigabytes(need), cost.Gigabytes(c.Memory))
}
