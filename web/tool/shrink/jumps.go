// This file has the part "straighten" of the rewriting: forward jumps become direct branches.

package shrink

import "slices"

// straighten shortens forward jumps. Go's compiler gives a function with jumps one loop. The loop begins with a br_table over all places,
// the targets of jumps among them. A jump stores the number of its target in local 0 and continues the loop:
//
//	loop  block block … local.get 0  br_table …  end …  end …
//	      … if  i32.const K  local.set 0  br LOOP  end …
//
// Each target is at the end of a block. If the target is ahead of the jump, its block is around the jump, and a br to the block replaces
// the jump. An if that contains only this br becomes a br_if. The number in local 0 is then not needed, since only the br_table reads it. A
// backward jump stays, and so does a function without such a loop. straighten returns an error for code that Go does not generate.
func straighten(code []instr) ([]instr, error) {
	table, loop, blocks := dispatcher(code)
	if table < 0 || loop < 0 {
		return code, nil
	}
	targets := code[table].labels
	open := slices.Clone(blocks) // first instructions of the blocks around the present instruction, the outermost first
	out := code[:table+1]        // uses the memory of code: out never has more instructions than the loop has read
	for at := table + 1; at < len(code); at++ {
		in := code[at]
		switch in.op {
		case opBlock, opLoop, opIf:
			open = append(open, at)
		case opEnd:
			if len(open) == 0 { // the end of the function, which must be the last instruction
				if at != len(code)-1 {
					return nil, errCode
				}
				break
			}
			open = open[:len(open)-1]
		case opConst32:
			isJump := at+2 < len(code) && code[at+1].op == opSet && code[at+1].a == 0 && code[at+2].op == opBr
			if !isJump {
				break
			}
			// The br must continue the loop of the br_table.
			branched := len(open) - 1 - int(code[at+2].a) // index in open of the block to which the br leads
			continuesLoop := branched >= 0 && open[branched] == loop
			isTarget := in.a >= 0 && in.a < int64(len(targets)) // in.a is the number of a target
			if !continuesLoop || !isTarget {
				break // no jump: the instruction stays
			}
			// label is the depth of the target's block at the br_table, and target is the first instruction of this block.
			label := int(targets[in.a])
			if label >= len(blocks) { // the target is outside of all blocks
				return nil, errCode
			}
			target := blocks[len(blocks)-1-label]
			openTarget := slices.Index(open, target)
			if openTarget < 0 || code[target].op != opBlock {
				break // a backward jump: the block has ended, or is the loop
			}
			depth := int64(len(open) - 1 - openTarget) // of the new br
			// Go to the last of the three instructions of the jump. code[at+1] exists, because the last instruction of the function is an end.
			at += 2
			if depth == 0 && code[at+1].op == opEnd {
				continue // a jump to the next instruction
			}
			last := len(out) - 1
			afterIf := out[last].op == opIf && out[last].a == emptyBlock
			if afterIf && code[at+1].op == opEnd {
				// The if contains only the jump. The br_if is outside of the if; therefore its depth is one less. Here depth is at least 1.
				out[last] = instr{op: opBrIf, a: depth - 1}
				open = open[:len(open)-1]
				at++
				continue
			}
			in = instr{op: opBr, a: depth} // in place of the three instructions
		}
		out = append(out, in)
	}
	return out, nil
}

// dispatcher returns three results for the code of a function:
//   - table, the index of the br_table at the beginning,
//   - loop, the index of the loop around the table,
//   - blocks, the indices of the blocks around the table, the outermost first, with the loop.
//
// table and loop are −1 if the function has no br_table at the beginning, or uses local 0 for another purpose. loop alone is −1 if the
// table is in no loop: such a function has no jumps, since each jump continues the loop.
func dispatcher(code []instr) (table, loop int, blocks []int) {
	table, loop = -1, -1
	for at, in := range code {
		beforeTable := table < 0
		endsBeginning := in.op == opIf || in.op == opEnd || in.op == opLoop // with opLoop, the second loop
		// local.get 0 is allowed for the operand of the table, and in an indirect call, which has stored the number of its function in local 0.
		getsLocal0, teesLocal0 := in.op == opGet && in.a == 0, in.op == opTee && in.a == 0
		isOperand := getsLocal0 && beforeTable && at+1 < len(code) && code[at+1].op == opBrTable
		isOfIndirectCall := getsLocal0 && at >= 2 && code[at-2].op == opSet && code[at-2].a == 0
		switch {
		case beforeTable && in.op == opBlock:
			blocks = append(blocks, at)
		case beforeTable && in.op == opLoop && loop < 0:
			loop = at
			blocks = append(blocks, at)
		case beforeTable && in.op == opBrTable:
			if at == 0 || code[at-1].op != opGet || code[at-1].a != 0 { // the operand is not local 0
				return -1, -1, nil
			}
			table = at
		case beforeTable && endsBeginning:
			return -1, -1, nil // no br_table at the beginning
		case isOperand || isOfIndirectCall: // allowed
		case getsLocal0 || teesLocal0:
			return -1, -1, nil // another purpose
		}
	}
	return table, loop, blocks
}
