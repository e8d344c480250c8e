package shrink

// spread gives every entry of a function's table of places a block of its own,
// so that the table counts 0, 1, 2 … in every function: all tables are then the
// beginning of one, which compression takes for nothing. Go's have an entry for
// each change in the tables of the stack as well, which shares the block of the
// entry before it.
func spread(code []instr) []instr {
	table, _, blocks := dispatcher(code)
	if table < 0 {
		return code
	}
	labels := code[table].labels
	n := len(labels)
	places := int(labels[n-1]) + 1
	first := make([]int, 0, places+1) // the first entry of each place
	for k, l := range labels {
		switch {
		case int(l) == len(first):
			first = append(first, k)
		case int(l) != len(first)-1:
			return code
		}
	}
	begin := table - 1 - places // where the blocks of the places begin
	if places == n || places > len(blocks) || begin < 0 || blocks[len(blocks)-places] != begin || code[begin].op != opBlock {
		return code
	}
	first = append(first, n)
	out := make([]instr, 0, len(code)+2*(n-places))
	out = append(out, code[:begin]...)
	// What is open, the outermost first: the number of blocks open with it, and
	// how many more than one end where it ends.
	type opened struct{ height, more int }
	var open []opened
	for k := range len(blocks) - places {
		open = append(open, opened{k + 1, 0})
	}
	height := len(open) + n
	for range n {
		out = append(out, instr{op: opBlock, a: emptyBlock})
	}
	for l := places - 1; l >= 0; l-- {
		open = append(open, opened{height - first[l], first[l+1] - first[l] - 1})
	}
	count := make([]uint32, n)
	for k := range count {
		count[k] = uint32(k)
	}
	out = append(out, code[table-1], instr{op: opBrTable, labels: count})
	for _, in := range code[table+1:] {
		switch in.op {
		case opBlock, opLoop, opIf:
			height++
			open = append(open, opened{height, 0})
		case opBr, opBrIf:
			if k := len(open) - 1 - int(in.a); k >= 0 {
				in.a = int64(height - open[k].height)
			} else {
				in.a += int64(height - len(open)) // the function itself
			}
		case opBrTable:
			return code // Go writes no other table
		case opEnd:
			if len(open) == 0 {
				break
			}
			for range open[len(open)-1].more {
				out = append(out, in)
				height--
			}
			open = open[:len(open)-1]
			height--
		}
		out = append(out, in)
	}
	return out
}
