package graphio

import (
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// asNobody runs f in a thread with the file permissions of the user nobody, so that root, too, meets a folder that it may not read.
func asNobody(f func()) {
	const nobody = 65534
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // without an unlock the thread, whose user has changed, ends with this goroutine
		syscall.RawSyscall(syscall.SYS_SETFSUID, nobody, 0, 0)
		f()
	}()
	<-done
}

// TestMasksWithoutPermissionAreAnError: if the folder of masks cannot be read, the data set is not read without its splits.
func TestMasksWithoutPermissionAreAnError(t *testing.T) {
	// From within the folder, nobody needs no permission for the folders above it.
	t.Chdir(writeFolder(t, map[string]string{"edges.csv": "1,2\n2,3\n", "splits/a.txt": "x"}))
	for path, mode := range map[string]os.FileMode{".": 0o755, "edges.csv": 0o644, "splits": 0} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod("splits", 0o700) // for the removal of the folder
	var err error
	asNobody(func() { _, err = (Reader{}).ReadFolder(".", Correction{}) })
	if err == nil || !strings.Contains(err.Error(), "splits") {
		t.Errorf("a folder of masks without permission gives the error %v, want one that names it", err)
	}
}
