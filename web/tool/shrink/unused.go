package shrink

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// unused lists how names of functions begin that Go links into every program
// and the page never calls: nothing here imports runtime/trace, runtime/metrics
// or a profiler, a browser sets no GODEBUG, there is one module and no C, and
// no date is read or written (package time is there to wait and to measure;
// TestNoDates sees to that). Their bodies become a trap. The functions that ask
// whether any of these is switched on stay.
var unused = []string{
	// execution tracer
	"runtime.traceLocker.", "runtime.traceWriter.", "runtime.traceEventWriter.", "runtime.traceAdvance", "runtime.traceAcquireEnabled",
	"runtime.traceReadCPU", "runtime.traceStopReadCPU", "runtime.traceSyncBatch", "runtime.traceStack",
	"runtime.traceRegisterLabelsAndReasons",
	"runtime.traceCPUFlush", "runtime.makeTraceFrame", "runtime.startPCForTrace", "runtime.dumpStacksRec", "runtime.dumpTypesRec",
	"runtime.(*traceMap).", "runtime.(*traceRegionAlloc).", "runtime.(*traceStackTable).", "runtime.(*traceStringTable).",
	"runtime.(*traceTypeTable).", "runtime.(*traceBuf).", "runtime.(*traceAdvancerState).",
	// profiler and metrics
	"runtime.(*profBuf).", "runtime.initMetrics", "runtime.timeHistogramMetricsBuckets", "runtime.(*timeHistogram).write",
	"runtime.metricReader.",
	// settings of GODEBUG
	"runtime.schedtrace", "runtime.printScavTrace", "runtime.dumpScanStats", "runtime.checkFinalizersAndCleanups",
	"runtime.printAncestorTraceback", "runtime.setCheckmark",
	"internal/bisect.New", "internal/bisect.Hash", "internal/bisect.printStack", "internal/bisect.appendFileLine",
	"internal/bisect.AppendMarker",
	"internal/bisect.PrintMarker", "internal/bisect.(*Matcher).", "internal/bisect.(*dedup).",
	// dates as text
	"time.parse", "time.Parse", "time.Time.Format", "time.Time.AppendFormat", "time.Time.appendFormat", "time.Time.appendStrictRFC3339",
	"time.Time.Marshal", "time.(*Time).Unmarshal", "time.Time.String", "time.Time.GoString", "time.nextStdChunk",
	"time.tz", "time.initLocal", "time.(*ParseError).", "time.newParseError",
	// methods called by reflection
	"reflect.Value.Method", "reflect.(*rtype).Method",
	"reflect.callMethod", "reflect.makeMethodValue", "reflect.methodReceiver", "reflect.funcLayout", "reflect.newAbiDesc",
	"reflect.(*abiSeq).", "reflect.addTypeBits",
	// the levels BestSpeed and HuffmanOnly of compress/flate, which nothing asks for; of Go 1.27, where each level
	// has functions of its own, those up to 4: archive/zip asks for 5, others by default for 6, core/json for 9
	"compress/flate.(*deflateFast).", "compress/flate.(*compressor).encSpeed", "compress/flate.(*compressor).storeHuff",
	"compress/flate.(*fastEncL1).", "compress/flate.(*fastEncL2).", "compress/flate.(*fastEncL3).", "compress/flate.(*fastEncL4).",
	"compress/flate.(*compressor).deflateHuff",
	// pictures of memory before the program stops because that is destroyed
	"runtime.hexdump", "runtime.(*hexdumper).", "runtime.gcDumpObject",
	// plugins, C, arenas, bubbles of tests
	"runtime.typesEqual", "runtime.printCgoTraceback", "runtime.printOneCgoTraceback", "runtime.expandCgoFrames",
	"runtime.(*mspan).setUserArenaChunkToFault", "runtime.(*synctestBubble).",
	// profiles by frame pointers, goroutines stopped in the middle of an instruction: WebAssembly has neither
	"runtime.saveblockevent", "runtime.fpunwindExpand", "runtime.fpTracebackPartialExpand", "runtime.scanConservative",
	// what is printed of a damaged heap before the program stops
	"runtime.(*mspan).reportZombies", "runtime.badPointer",
	// files that are read
	"internal/poll.(*FD).Read", "syscall.Read", "internal/strconv.AppendComplex",
}

// asked are functions with such a name that tell whether something is on, or
// read no date.
var asked = []string{"runtime.traceLocker.ok", "time.ParseDuration"}

// neverEqual lists how names of types begin whose arrays nothing compares: such an array
// stands behind a list that is written out, and Go makes a function that compares it all the same.
var neverEqual = []string{
	"github.com/vugu/vugu.VGAttribute", "sheafscope/web.Option", "sheafscope/web/lab.", "sheafscope/web/view.", "sheafscope/web/view/",
	"sheafscope/core/graph.", "sheafscope/core/graphio/content.Role", "sheafscope/core/peer.",
}

// comparesArrays reports whether a function of this name compares such arrays.
func comparesArrays(name string) bool {
	list, ok := strings.CutPrefix(name, "type:.eq.[")
	_, of, _ := strings.Cut(list, "]")
	return ok && slices.ContainsFunc(neverEqual, func(s string) bool { return strings.HasPrefix(of, s) })
}

// trap is the body of a function without locals that stops the program.
var trap = []byte{0, 0, opEnd}

// unusedFunctions gives the places in the code section of the functions that
// are never called, in order; none when the tables of functions are unknown.
func unusedFunctions(m *image) (list []int) {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil
	}
	for _, f := range t.funcs {
		name := t.name(f)
		begins := func(s string) bool { return strings.HasPrefix(name, s) }
		if slices.ContainsFunc(unused, begins) && !slices.Contains(asked, name) || comparesArrays(name) {
			list = append(list, int(word(f, 0))-firstFunc)
		}
	}
	return list
}

// name is the name of a function.
func (t *tables) name(f []byte) string {
	at := min(uint64(word(f, 4)), uint64(len(t.names)))
	name, _, _ := bytes.Cut(t.names[at:], []byte{0})
	return string(name)
}

// sectionOf is the body of the first section of a module with this number, nil without one.
func sectionOf(module []byte, id byte) []byte {
	for at := len(header); at < len(module); {
		size, n := binary.Uvarint(module[at+1:])
		body := at + 1 + n
		if n <= 0 || size > uint64(len(module)-body) {
			break
		}
		end := body + int(size)
		if module[at] == id {
			return module[body:end]
		}
		at = end
	}
	return nil
}
