package shrink

import (
	"bytes"
	"testing"
)

// After the removal of the unneeded blocks, each branch still leads to its former target.
func TestRemoveBlocksKeepsTargets(t *testing.T) {
	in := []byte{opBlock, emptyBlock, opBlock, emptyBlock, opBlock, emptyBlock, opGet, 0, opBrIf, 2, opGet, 0, opBrIf, 3, opEnd,
		opGet, 0, opIf, emptyBlock, opBr, 0, opEnd, opEnd, opBlock, 0x7f, opConst32, 1, opEnd, opDrop, opEnd, opEnd}
	want := []byte{opBlock, emptyBlock, opGet, 0, opBrIf, 0, opGet, 0, opBrIf, 1,
		opGet, 0, opIf, emptyBlock, opBr, 0, opEnd, opBlock, 0x7f, opConst32, 1, opEnd, opDrop, opEnd, opEnd}
	code, err := decode(nil, in)
	if err != nil {
		t.Fatal(err)
	}
	if got := encode(nil, removeBlocks(code)); !bytes.Equal(got, want) {
		t.Errorf("%x, want\n%x", got, want)
	}
}
