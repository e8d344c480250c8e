package state

import "sheafscope/core/sgpc"

// Limits of the frame cache: numbers kept, and frames.
const (
	cacheNumbers = 4 << 20
	cacheFrames  = 128
)

// frameCache keeps the last frames by position, so that a step back shows at
// once what the worker then confirms. The oldest go first.
type frameCache struct {
	frames  map[int]*sgpc.Frame
	order   []int
	numbers int
}

func newFrameCache() *frameCache { return &frameCache{frames: map[int]*sgpc.Frame{}} }

func (c *frameCache) get(position int) *sgpc.Frame { return c.frames[position] }

func (c *frameCache) put(f *sgpc.Frame) {
	if old, ok := c.frames[f.Position]; ok {
		c.numbers += size(f) - size(old)
		c.frames[f.Position] = f
		return
	}
	c.frames[f.Position] = f
	c.order = append(c.order, f.Position)
	c.numbers += size(f)
	for len(c.order) > 1 && (len(c.order) > cacheFrames || c.numbers > cacheNumbers) {
		first := c.order[0]
		c.order = c.order[1:]
		c.numbers -= size(c.frames[first])
		delete(c.frames, first)
	}
}

// size is the number of numbers in a frame, near enough.
func size(f *sgpc.Frame) int {
	n := len(f.Prob) + len(f.Calibrated) + len(f.Pred) + len(f.NodeKappa) + len(f.Kappa) + len(f.MapNorm) +
		len(f.OffDiagonal) + len(f.EdgeEnergy) + len(f.Pull) + len(f.Stalk) + len(f.SpectrumBefore) + 9*len(f.History.CE)
	if f.Spectrum != nil {
		n += len(f.Spectrum.Values) + len(f.Spectrum.Eigenvector) + len(f.Spectrum.DensityX)
	}
	return n
}
