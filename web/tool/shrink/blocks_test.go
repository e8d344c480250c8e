package shrink

import (
	"bytes"
	"testing"
)

// removeBlocks removes the blocks to which no branch leads. Each other branch gets the depth of its former target. A block with a result
// stays.
func TestRemoveBlocksKeepsTargets(t *testing.T) {
	// A branch has as its operand the number of blocks between it and its target. Of the three outer blocks, only the first is the target of a
	// branch: br_if 2. The target of br_if 3 is the function. 0x7f is the type of the result of a block, i32.
	in := []byte{opBlock, emptyBlock, opBlock, emptyBlock, opBlock, emptyBlock, opGet, 0, opBrIf, 2, opGet, 0, opBrIf, 3, opEnd,
		opGet, 0, opIf, emptyBlock, opBr, 0, opEnd, opEnd, opBlock, 0x7f, opConst32, 1, opEnd, opDrop, opEnd, opEnd}
	want := []byte{opBlock, emptyBlock, opGet, 0, opBrIf, 0, opGet, 0, opBrIf, 1,
		opGet, 0, opIf, emptyBlock, opBr, 0, opEnd, opBlock, 0x7f, opConst32, 1, opEnd, opDrop, opEnd, opEnd}
	code, err := decode(nil, in)
	if err != nil {
		t.Fatal(err)
	}
	if got := encode(nil, removeBlocks(code)); !bytes.Equal(got, want) {
		t.Errorf("without unneeded blocks the code is\n%x, want\n%x", got, want)
	}
}
