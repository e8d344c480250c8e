package shrink

import "slices"

// straighten shortens forward jumps. Go's compiler gives each function one loop that begins with a br_table over all targets of jumps. A
// jump stores the number of its target in local 0 and continues the loop:
//
//	loop  block block … local.get 0  br_table …  end …  end …
//	      … if  i32.const K  local.set 0  br LOOP  end …
//
// Each target is at the end of a block. The block of a target ahead is around the jump, and a br to the block replaces the jump. An if that
// contains only this br becomes a br_if. The jump need not store local 0, since only the br_table reads it.
func straighten(code []instr) ([]instr, error) {
	table, loop, blocks := dispatcher(code)
	if table < 0 || loop < 0 {
		return code, nil
	}
	// open follows the blocks around the present instruction.
	targets := code[table].labels
	open := slices.Clone(blocks) // first instructions of the blocks, the outermost first
	out := code[:table+1]        // overwrites code: out never has more instructions than have been read
	for at := table + 1; at < len(code); at++ {
		in := code[at]
		switch in.op {
		case opBlock, opLoop, opIf:
			open = append(open, at)
		case opEnd:
			if len(open) == 0 {
				if at != len(code)-1 {
					return nil, errCode
				}
				break
			}
			open = open[:len(open)-1]
		case opConst32:
			if !jumpsTo(code, at+1) {
				break
			}
			// The br must continue the loop of the br_table.
			outer := len(open) - 1 - int(code[at+2].a)
			continuesLoop := outer >= 0 && open[outer] == loop
			isTarget := in.a >= 0 && in.a < int64(len(targets))
			if !continuesLoop || !isTarget {
				break
			}
			label := int(targets[in.a])
			if label >= len(blocks) {
				return nil, errCode
			}
			target := blocks[len(blocks)-1-label]
			k := slices.Index(open, target)
			if k < 0 || code[target].op != opBlock {
				break // a backward jump
			}
			depth := int64(len(open) - 1 - k)
			at += 2
			if depth == 0 && code[at+1].op == opEnd {
				continue // a jump to the next instruction
			}
			last := len(out) - 1
			afterIf := out[last].op == opIf && out[last].a == emptyBlock
			if afterIf && code[at+1].op == opEnd && depth > 0 {
				out[last] = instr{op: opBrIf, a: depth - 1}
				open = open[:len(open)-1]
				at++
				continue
			}
			in = instr{op: opBr, a: depth}
		}
		out = append(out, in)
	}
	return out, nil
}

// dispatcher returns the index of the br_table at the beginning of a function, of the loop around the table, and of the blocks around the
// table, the outermost first. table is −1 if the function has no such table, or if it uses local 0 for another purpose.
func dispatcher(code []instr) (table, loop int, blocks []int) {
	table, loop = -1, -1
	for at, in := range code {
		isBefore := table < 0                 // the br_table follows
		reads := in.op == opGet && in.a == 0  // reads local 0
		writes := in.op == opTee && in.a == 0 // sets local 0, and uses its value
		switch {
		case isBefore && in.op == opBlock:
			blocks = append(blocks, at)
		case isBefore && in.op == opLoop && loop < 0:
			loop = at
			blocks = append(blocks, at)
		case isBefore && in.op == opBrTable:
			readsNumber := at > 0 && code[at-1].op == opGet && code[at-1].a == 0
			if !readsNumber {
				return -1, -1, nil
			}
			table = at
		case isBefore && slices.Contains([]uint16{opIf, opEnd, opLoop}, in.op):
			return -1, -1, nil
		case reads && isBefore && at+1 < len(code) && code[at+1].op == opBrTable: // the number of the target
		case reads && at >= 2 && code[at-2].op == opSet && code[at-2].a == 0:
			// An indirect call stores the number of its function in local 0 and reads it at once.
		case reads || writes:
			return -1, -1, nil
		}
	}
	return table, loop, blocks
}
