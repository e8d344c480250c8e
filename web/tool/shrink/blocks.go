package shrink

// removeBlocks removes the blocks that neededBlocks does not mark. The depths of branches become smaller, and more functions have equal
// code. The output overwrites code.
func removeBlocks(code []instr) []instr {
	used := neededBlocks(code)
	type label struct {
		at     int // index of its first instruction
		around int // number of remaining blocks around it
	}
	var open []label
	remaining := 0 // number of open blocks that are not removed
	// depth returns the new depth of a branch. A branch beyond all blocks leaves the function.
	depth := func(old int64) int64 {
		if k := len(open) - 1 - int(old); k >= 0 {
			return int64(remaining - 1 - open[k].around)
		}
		return int64(remaining)
	}
	out := code[:0]
	for at, in := range code {
		switch in.op {
		case opBlock, opLoop, opIf:
			open = append(open, label{at, remaining})
			if !used[at] {
				continue
			}
			remaining++
		case opEnd:
			if len(open) == 0 { // the end of the function
				break
			}
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if !used[last.at] {
				continue
			}
			remaining--
		case opBr, opBrIf:
			in.a = depth(in.a)
		case opBrTable:
			for k, l := range in.labels {
				in.labels[k] = uint32(depth(int64(l)))
			}
		}
		out = append(out, in)
	}
	return out
}

// neededBlocks marks the first instruction of each block that must stay: a target of a branch, a loop, a condition, or a block with a
// result.
func neededBlocks(code []instr) []bool {
	used := make([]bool, len(code))
	var open []int
	jump := func(depth int64) {
		if k := len(open) - 1 - int(depth); k >= 0 {
			used[open[k]] = true
		}
	}
	for at, in := range code {
		switch in.op {
		case opBlock, opLoop, opIf:
			open = append(open, at)
			used[at] = in.op != opBlock || in.a != emptyBlock
		case opEnd:
			open = open[:max(len(open)-1, 0)]
		case opBr, opBrIf:
			jump(in.a)
		case opBrTable:
			for _, l := range in.labels {
				jump(int64(l))
			}
		}
	}
	return used
}
