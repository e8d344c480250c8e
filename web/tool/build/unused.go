// This file calls package shrink, and lists the functions that it removes from the programs of the page.

package build

import (
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"slices"

	"sheafscope/web/tool/shell"
	"sheafscope/web/tool/shrink"
)

// unused lists functions that Go links into every program and that the page never calls; the reason is at each group. An element of the
// field Unused is the beginning of the names of functions. Unused omits functions that report whether a feature, such as the tracer, is
// enabled, since the page calls these functions. The part savings of ./build.sh test --long reports elements that match no function in the
// program of the single file. Called has exceptions: functions that match an element of Unused, but are called. NeverCompared has the
// beginnings of the names of types whose arrays the page never compares.
var unused = shrink.Options{
	Unused: []string{
		// execution tracer: nothing imports runtime/trace
		"runtime.traceLocker.", "runtime.traceWriter.", "runtime.traceEventWriter.", "runtime.traceAdvance", "runtime.traceAcquireEnabled",
		"runtime.traceReadCPU", "runtime.traceStopReadCPU", "runtime.traceSyncBatch", "runtime.traceStack",
		"runtime.traceRegisterLabelsAndReasons",
		"runtime.traceCPUFlush", "runtime.makeTraceFrame", "runtime.startPCForTrace", "runtime.dumpStacksRec", "runtime.dumpTypesRec",
		"runtime.(*traceMap).", "runtime.(*traceRegionAlloc).", "runtime.(*traceStackTable).", "runtime.(*traceStringTable).",
		"runtime.(*traceTypeTable).", "runtime.(*traceBuf).", "runtime.(*traceAdvancerState).", "runtime.(*traceSchedResourceState).",
		"runtime.(*wakeableSleep).", "runtime.goStatusToTraceGoStatus",
		// profiler and metrics: nothing imports runtime/metrics or a profiler
		"runtime.(*profBuf).", "runtime.initMetrics", "runtime.timeHistogramMetricsBuckets", "runtime.(*timeHistogram).write",
		"runtime.metricReader.", "runtime.notetsleepg", "runtime.totalMutexWaitTimeNanos", "runtime.NumCgoCall",
		// settings of GODEBUG, which a browser does not set
		"runtime.schedtrace", "runtime.printScavTrace", "runtime.dumpScanStats", "runtime.checkFinalizersAndCleanups",
		"runtime.forEachSpecial", "runtime.getCleanupContext",
		"runtime.printAncestorTraceback", "runtime.setCheckmark",
		"internal/bisect.New", "internal/bisect.Hash", "internal/bisect.printStack", "internal/bisect.appendFileLine",
		"internal/bisect.AppendMarker",
		"internal/bisect.PrintMarker", "internal/bisect.(*Matcher).", "internal/bisect.(*dedup).",
		// dates as text: package time only waits and measures (TestNoDates)
		"time.parse", "time.Parse", "time.Time.Format", "time.Time.AppendFormat", "time.Time.appendFormat", "time.Time.appendStrictRFC3339",
		"time.Time.Marshal", "time.(*Time).Unmarshal", "time.Time.String", "time.Time.GoString", "time.nextStdChunk",
		"time.tz", "time.initLocal", "time.(*ParseError).", "time.newParseError", "time.daysIn", "time.daysBefore", "time.isLeap",
		// nothing calls a method, closes a channel or tests comparability by reflection
		"reflect.callMethod", "reflect.makeMethodValue", "reflect.methodReceiver", "reflect.funcLayout", "reflect.newAbiDesc",
		"reflect.(*abiSeq).", "reflect.addTypeBits", "reflect.Value.Comparable", "reflect.Value.Close", "reflect.storeRcvr",
		"reflect.(*bitVector).", "reflect.floatToReg", "reflect.floatFromReg", "reflect.intToReg", "reflect.intFromReg", "reflect.textOffFor",
		"reflect.(*rtype).textOff", "internal/abi.(*FuncType).InSlice", "internal/abi.(*FuncType).OutSlice", "internal/abi.(*RegArgs).",
		"internal/abi.(*IntArgRegBitmap).",
		// dumps of memory before the program stops because of corruption
		"runtime.hexdump", "runtime.(*hexdumper).", "runtime.gcDumpObject",
		// there are no plugins, no C, no arenas, and no bubbles of testing/synctest
		"runtime.typesEqual", "runtime.printCgoTraceback", "runtime.printOneCgoTraceback", "runtime.expandCgoFrames",
		"runtime.(*mspan).setUserArenaChunkToFault", "runtime.(*synctestBubble).",
		// system calls of the runtime: only a call of C begins one, and runtime.main calls C only if there is C
		"runtime.cgocall", "runtime.entersyscall", "runtime.reentersyscall", "runtime.exitsyscall",
		// profiles by frame pointers and asynchronous preemption: WebAssembly has neither
		"runtime.saveblockevent", "runtime.saveBlockEventStack", "runtime.(*bucket).bp", "runtime.fpunwindExpand", "runtime.scanConservative",
		// reports of a corrupt heap before the program stops
		"runtime.(*mspan).reportZombies", "runtime.badPointer",
		// nothing prints a map, a complex number or a hexadecimal exponent, and no panic has a value of a named basic type
		"internal/fmtsort.", "slices.symMergeCmpFunc[go.shape.struct { Key reflect.Value",
		"slices.stableCmpFunc[go.shape.struct { Key reflect.Value",
		"slices.rotateCmpFunc[go.shape.struct { Key reflect.Value", "slices.insertionSortCmpFunc[go.shape.struct { Key reflect.Value",
		"slices.swapRangeCmpFunc[go.shape.struct { Key reflect.Value", "internal/strconv.fmtX", "internal/strconv.fmtB", "fmt.(*pp).fmtComplex",
		"fmt.(*fmt).fmtUnicode",
		"runtime.printanycustomtype",
		// nothing compares structs of the runtime
		"type:.eq.runtime.mspan", "type:.eq.runtime._panic", "type:.eq.runtime.mcache", "type:.eq.runtime.gcWork", "type:.eq.runtime.funcinl",
		"type:.eq.runtime.hchan", "type:.eq.runtime._func", "type:.eq.runtime.modulehash", "type:.eq.runtime.pcHeader",
		"type:.eq.runtime.mTraceState", "type:.eq.runtime.pTraceState", "type:.eq.runtime.traceBuf", "type:.eq.runtime.piController",
		"type:.eq.runtime.workbuf", "type:.eq.runtime.spanSPMC",
		// nothing compares view models and other plain structs
		"type:.eq.sheafscope/web/view.", "type:.eq.sheafscope/web/view/", "type:.eq.sheafscope/web/opening/scene.",
		"type:.eq.sheafscope/core/claims.", "type:.eq.sheafscope/core/published.", "type:.eq.sheafscope/web/api.",
		// nothing reads from a file descriptor or writes a complex number
		"internal/poll.(*FD).Read", "internal/poll.(*FD).readLock", "internal/poll.(*FD).readUnlock",
		"internal/poll.(*pollDesc).prepareRead", "internal/poll.(*pollDesc).waitRead", "syscall.Read", "internal/strconv.AppendComplex",
	},
	Called: []string{"runtime.traceLocker.ok", "time.ParseDuration"},
	NeverCompared: []string{
		"github.com/vugu/vugu.VGAttribute", "sheafscope/web.Option", "sheafscope/web/lab.", "sheafscope/web/view.", "sheafscope/web/view/",
		"sheafscope/core/graph.", "sheafscope/core/graphio/content.Role", "sheafscope/core/peer.", "sheafscope/core/figures.",
		"sheafscope/core/claims.", "sheafscope/core/published.", "sheafscope/web/opening/scene.", "sheafscope/web/api.",
		"runtime.Frame",
	},
}

// unusedByVersion lists further unused functions by the version of Go. The functions compress at levels of compress/flate that no code
// requests. archive/zip requests level 5, core/json requests level 9, and other code requests the default level 6. In Go 1.26 the levels
// BestSpeed and HuffmanOnly have separate functions. In Go 1.27 each level has separate functions, so the functions of the levels 1 to 4
// are also unused.
var unusedByVersion = map[string][]string{
	"go1.26": {"compress/flate.(*deflateFast).", "compress/flate.(*compressor).encSpeed", "compress/flate.(*compressor).storeHuff",
		"compress/flate.(*huffmanBitWriter).writeBlockHuff", "compress/flate.(*huffmanBitWriter).writeBlockDynamic", "compress/flate.load32",
		"compress/flate.load64", "compress/flate.emitLiteral", "compress/flate.histogram"},
	"go1.27": {"compress/flate.(*fastEncL1).", "compress/flate.(*fastEncL2).", "compress/flate.(*fastEncL3).", "compress/flate.(*fastEncL4).",
		"compress/flate.(*compressor).deflateHuff"},
}

// ShrinkOptions returns the options of package shrink for programs of the page that a version of Go has compiled. With these options the
// function names stay in the program.
func ShrinkOptions(goVersion string) shrink.Options {
	o := unused
	o.Unused = slices.Concat(o.Unused, unusedByVersion[version.Lang(goVersion)])
	return o
}

// FunctionsScript is the script that restores, in the browser, the sections that package shrink has packed.
const FunctionsScript = "assets/boot/functions.js"

// Shrink shrinks the program in the file path, which the version goVersion of Go has compiled. If namesPath is not empty, Shrink moves the
// function names of the program to the file namesPath.
//
// If the program cannot be shrunk, it stays unchanged, the file namesPath becomes empty, and Shrink returns no error. For a supported
// version of Go it prints a message. The page works with a program that is not shrunk, but the test of sizes fails.
func Shrink(path, namesPath, goVersion string) error {
	module, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	options := ShrinkOptions(goVersion)
	options.SeparateNames = namesPath != ""
	shrunk, functionNames, err := shrink.Module(module, goVersion, options)
	if err != nil {
		shrunk, functionNames = module, nil // the names stay in the program, and their file becomes empty
		if shrink.Supports(goVersion) {
			fmt.Fprintf(os.Stderr, "build.sh: %s stays two thirds larger: %v\n", filepath.Base(path), err)
		}
	}
	if namesPath != "" {
		if err := shell.Write(namesPath, functionNames); err != nil {
			return err
		}
	}
	return shell.Write(path, shrunk)
}
