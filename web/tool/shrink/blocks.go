package shrink

// plainBlocks takes away the blocks that nothing jumps out of: the others are then
// counted by shorter numbers, and more functions look alike.
func plainBlocks(code []instr) []instr {
	used := jumpedOut(code)
	type label struct {
		at, around int // where it begins, and how many that stay are around it
	}
	var open []label
	stay := 0
	depth := func(old int64) int64 {
		if k := len(open) - 1 - int(old); k >= 0 {
			return int64(stay - 1 - open[k].around)
		}
		return int64(stay)
	}
	out := code[:0]
	for at, in := range code {
		switch in.op {
		case opBlock, opLoop, opIf:
			open = append(open, label{at, stay})
			if !used[at] {
				continue
			}
			stay++
		case opEnd:
			if len(open) == 0 {
				break
			}
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if !used[last.at] {
				continue
			}
			stay--
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

// jumpedOut marks where the blocks begin that stay: those that something jumps out of,
// loops, conditions, and what has a result.
func jumpedOut(code []instr) []bool {
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
