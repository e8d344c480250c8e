package shrink

// removeBlocks removes the blocks that neededBlocks does not mark, and returns the remaining code. The depths of branches become smaller,
// and more functions have equal code. The result overwrites code.
func removeBlocks(code []instr) []instr {
	used := neededBlocks(code)
	type label struct {
		at     int // index of the first instruction of the block
		around int // number of remaining blocks around the block
	}
	var open []label
	remaining := 0 // number of open blocks that are not removed
	// depth returns the new depth of a branch. A branch beyond all blocks leaves the function.
	depth := func(old int64) int64 {
		target := len(open) - 1 - int(old)
		if target < 0 {
			return int64(remaining)
		}
		return int64(remaining - 1 - open[target].around)
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

// neededBlocks returns a mark for each instruction. It marks the first instruction of each block that must stay: of a block that is the
// target of a branch, of a loop, of a condition, and of a block with a result.
func neededBlocks(code []instr) []bool {
	used := make([]bool, len(code))
	var open []int // first instructions of the blocks around the present instruction
	jump := func(depth int64) {
		target := len(open) - 1 - int(depth)
		if target >= 0 { // a branch with a larger depth leaves the function
			used[open[target]] = true
		}
	}
	// A block is needed from its beginning for its own sake, or later because of a branch.
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
