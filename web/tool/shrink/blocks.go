// This file has the part "blocks" of the rewriting: it removes blocks to which no branch leads. Only the first and the last instruction of
// such a block are removed; the code between them stays. A branch names its target by a depth, the number of blocks between the branch and
// its target.

package shrink

// removeBlocks removes the blocks that neededBlocks does not mark. The depths of branches become smaller; thus more functions have equal
// code. The result uses the memory of code.
func removeBlocks(code []instr) []instr {
	needed := neededBlocks(code)
	type block struct {
		start int // index of the first instruction of the block
		outer int // number of needed blocks around the block
	}
	var open []block // the blocks around the present instruction, the outermost first
	openNeeded := 0  // number of needed blocks in open
	// newDepth returns the new depth of a branch: the number of needed blocks between the branch and its target. A branch beyond all blocks
	// leaves the function, and its new depth is the number of all needed blocks around it.
	newDepth := func(depth int64) int64 {
		target := len(open) - 1 - int(depth)
		if target < 0 {
			return int64(openNeeded)
		}
		return int64(openNeeded - 1 - open[target].outer) // without the 1 of the target itself, which is needed
	}
	out := code[:0]
	for at, in := range code {
		switch in.op {
		case opBlock, opLoop, opIf:
			open = append(open, block{at, openNeeded})
			if !needed[at] {
				continue
			}
			openNeeded++
		case opEnd:
			if len(open) == 0 { // the end of the function, which stays
				break // to append, below the switch
			}
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if !needed[last.start] {
				continue
			}
			openNeeded--
		case opBr, opBrIf:
			in.a = newDepth(in.a)
		case opBrTable:
			for k, depth := range in.labels {
				in.labels[k] = uint32(newDepth(int64(depth)))
			}
		}
		out = append(out, in)
	}
	return out
}

// neededBlocks returns, for each instruction, whether the instruction begins a block that must stay: a target of a branch, a loop, an if,
// or a block with a result. For any other instruction the element is false.
func neededBlocks(code []instr) []bool {
	needed := make([]bool, len(code))
	var open []int // first instructions of the blocks around the present instruction, the outermost first
	markTarget := func(depth int64) {
		target := len(open) - 1 - int(depth)
		if target >= 0 { // otherwise the branch leaves the function
			needed[open[target]] = true
		}
	}
	for at, in := range code {
		switch in.op {
		case opBlock, opLoop, opIf:
			open = append(open, at)
			// A later branch can still mark a block without a result.
			needed[at] = in.op != opBlock || in.a != emptyBlock
		case opEnd:
			open = open[:max(len(open)-1, 0)] // open is empty at the end of the function
		case opBr, opBrIf:
			markTarget(in.a)
		case opBrTable:
			for _, depth := range in.labels {
				markTarget(int64(depth))
			}
		}
	}
	return needed
}
