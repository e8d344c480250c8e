package shrink

import "slices"

// straighten makes forward jumps short. Go gives every function one loop that
// begins with a table of all places that are jumped to; a jump stores the
// number of its target in local 0 and continues the loop:
//
//	loop  block block … local.get 0  br_table …  end …  end …
//	      … if  i32.const K  local.set 0  br LOOP  end …
//
// The places follow each other in their blocks, so that one that lies ahead is
// at the end of a block around the jump: br to it says the same, and an if with
// nothing else is a br_if. What is in local 0 is only read by the table.
func straighten(code []instr) ([]instr, error) {
	table, loop, blocks := dispatcher(code)
	if table < 0 || loop < 0 {
		return code, nil
	}
	targets := code[table].labels
	open := slices.Clone(blocks) // where the blocks around an instruction begin
	out := code[:table+1]        // never longer than what was read
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
			if at+2 >= len(code) || code[at+1].op != opSet || code[at+1].a != 0 || code[at+2].op != opBr {
				break
			}
			to := len(open) - 1 - int(code[at+2].a)
			if to < 0 || open[to] != loop || in.a < 0 || in.a >= int64(len(targets)) {
				break
			}
			label := int(targets[in.a])
			if label >= len(blocks) {
				return nil, errCode
			}
			target := blocks[len(blocks)-1-label]
			k := slices.Index(open, target)
			if k < 0 || code[target].op != opBlock {
				break // it lies behind
			}
			depth := int64(len(open) - 1 - k)
			at += 2
			if depth == 0 && code[at+1].op == opEnd {
				continue
			}
			if last := len(out) - 1; out[last].op == opIf && out[last].a == emptyBlock && code[at+1].op == opEnd && depth > 0 {
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

// dispatcher finds the table at the beginning of a function, the loop around it
// and where the blocks around the table begin, the outermost first; table is −1
// when there is none, or local 0 is used in another way.
func dispatcher(code []instr) (table, loop int, blocks []int) {
	table, loop = -1, -1
	for at, in := range code {
		switch {
		case in.op == opBlock && table < 0:
			blocks = append(blocks, at)
		case in.op == opLoop && table < 0 && loop < 0:
			loop = at
			blocks = append(blocks, at)
		case in.op == opBrTable && table < 0:
			if at == 0 || code[at-1].op != opGet || code[at-1].a != 0 {
				return -1, -1, nil
			}
			table = at
		case table < 0 && (in.op == opIf || in.op == opEnd || in.op == opLoop):
			return -1, -1, nil
		case in.op == opGet && in.a == 0 && table < 0 && at+1 < len(code) && code[at+1].op == opBrTable:
		case in.op == opGet && in.a == 0 && at >= 2 && code[at-2].op == opSet && code[at-2].a == 0:
			// an indirect call puts a number aside in local 0
		case (in.op == opGet || in.op == opTee) && in.a == 0:
			return -1, -1, nil
		}
	}
	return table, loop, blocks
}
