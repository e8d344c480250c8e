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

// unused are the functions that Go links into every program and the page never calls: nothing here imports runtime/trace,
// runtime/metrics or a profiler, a browser sets no GODEBUG, there is one module and no C, and no date is read or written (package
// time is there to wait and to measure; TestNoDates sees to that). The functions that report whether any of these is on stay.
// Each name matches a function of the single file's program: ./build.sh test --long (part savings) finds the others.
var unused = shrink.Options{
	Unused: []string{
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
		"reflect.callMethod", "reflect.makeMethodValue", "reflect.methodReceiver", "reflect.funcLayout", "reflect.newAbiDesc",
		"reflect.(*abiSeq).", "reflect.addTypeBits",
		// pictures of memory before the program stops because that is destroyed
		"runtime.hexdump", "runtime.(*hexdumper).", "runtime.gcDumpObject",
		// plugins, C, arenas, bubbles of tests
		"runtime.typesEqual", "runtime.printCgoTraceback", "runtime.printOneCgoTraceback", "runtime.expandCgoFrames",
		"runtime.(*mspan).setUserArenaChunkToFault", "runtime.(*synctestBubble).",
		// profiles by frame pointers, goroutines stopped in the middle of an instruction: WebAssembly has neither
		"runtime.saveblockevent", "runtime.fpunwindExpand", "runtime.scanConservative",
		// what is printed of a damaged heap before the program stops
		"runtime.(*mspan).reportZombies", "runtime.badPointer",
		// no map is printed, no complex number and none in hexadecimal powers, nothing ends with a value of a named basic type
		"internal/fmtsort.", "slices.symMergeCmpFunc[go.shape.struct { Key reflect.Value",
		"slices.stableCmpFunc[go.shape.struct { Key reflect.Value",
		"slices.rotateCmpFunc[go.shape.struct { Key reflect.Value", "slices.insertionSortCmpFunc[go.shape.struct { Key reflect.Value",
		"slices.swapRangeCmpFunc[go.shape.struct { Key reflect.Value", "internal/strconv.fmtX", "internal/strconv.fmtB", "fmt.(*pp).fmtComplex",
		"fmt.(*fmt).fmtUnicode",
		"runtime.printanycustomtype",
		// what Vugu generates imports package log, and nothing logs
		"log.formatHeader", "log.itoa", "log.getBuffer", "log.putBuffer", "log.(*Logger).output",
		"log.(*Logger).Flags", "log.(*Logger).Prefix",
		// structs of the runtime are not compared
		"type:.eq.runtime.mspan", "type:.eq.runtime._panic", "type:.eq.runtime.mcache", "type:.eq.runtime.gcWork", "type:.eq.runtime.funcinl",
		"type:.eq.runtime.hchan", "type:.eq.runtime._func", "type:.eq.runtime.modulehash", "type:.eq.runtime.pcHeader",
		"type:.eq.runtime.mTraceState", "type:.eq.runtime.pTraceState", "type:.eq.runtime.traceBuf", "type:.eq.runtime.piController",
		"type:.eq.runtime.workbuf", "type:.eq.runtime.spanSPMC",
		// structs that are drawn are not compared
		"type:.eq.sheafscope/web/view.", "type:.eq.sheafscope/web/view/", "type:.eq.sheafscope/web/opening/scene.",
		"type:.eq.sheafscope/core/claims.", "type:.eq.sheafscope/core/published.", "type:.eq.sheafscope/web/api.",
		// self-tests of FIPS 140, which GODEBUG turns on, and what they alone call: of the sums only SHA-256 is used
		"crypto/internal/fips140/aes.(*", "crypto/internal/fips140/aes.New", "crypto/internal/fips140/aes.new",
		"crypto/internal/fips140/aes.crypt", "crypto/internal/fips140/aes.ctrBlocks", "crypto/internal/fips140/aes.decrypt",
		"crypto/internal/fips140/aes.encrypt", "crypto/internal/fips140/aes.expandKey", "crypto/internal/fips140/aes.init.0.func",
		"crypto/internal/fips140/aes/gcm.(*", "crypto/internal/fips140/aes/gcm.New", "crypto/internal/fips140/aes/gcm.init.0.func",
		"crypto/internal/fips140/drbg.(*", "crypto/internal/fips140/drbg.NewCounter", "crypto/internal/fips140/drbg.increment",
		"crypto/internal/fips140/drbg.init.0.func", "crypto/internal/fips140/hmac.(*", "crypto/internal/fips140/hmac.New[",
		"crypto/internal/fips140/hmac.init.0.func", "crypto/internal/fips140/sha3.(*", "crypto/internal/fips140/sha3.NewCShake",
		"crypto/internal/fips140/sha3.newCShake", "crypto/internal/fips140/sha3.keccakF1600", "crypto/internal/fips140/sha3.bytepadWrite",
		"crypto/internal/fips140/sha3.init.0.func", "crypto/internal/fips140/sha512.(*", "crypto/internal/fips140/sha512.block",
		"crypto/internal/fips140/sha512.init.0.func", "crypto/internal/fips140/sha256.init.0.func",
		"crypto/internal/fips140/sha256.(*Digest).AppendBinary", "crypto/internal/fips140/sha256.(*Digest).UnmarshalBinary",
		"crypto/internal/fips140/sha256.(*Digest).MarshalBinary", "crypto/internal/fips140/sha256.consume",
		"crypto/internal/fips140/subtle.",
		// files that are read
		"internal/poll.(*FD).Read", "syscall.Read", "internal/strconv.AppendComplex",
	},
	Called: []string{"runtime.traceLocker.ok", "time.ParseDuration"},
	NeverCompared: []string{
		"github.com/vugu/vugu.VGAttribute", "sheafscope/web.Option", "sheafscope/web/lab.", "sheafscope/web/view.", "sheafscope/web/view/",
		"sheafscope/core/graph.", "sheafscope/core/graphio/content.Role", "sheafscope/core/peer.", "sheafscope/core/figures.",
		"sheafscope/core/claims.", "sheafscope/core/published.", "sheafscope/web/opening/scene.", "sheafscope/web/api.",
		"runtime.Frame",
	},
}

// unusedOf are more of them, by version of Go: levels of compress/flate that nothing requests, BestSpeed and HuffmanOnly, and of Go
// 1.27, where each level has functions of its own, those up to 4. archive/zip requests 5, others by default 6, core/json 9.
var unusedOf = map[string][]string{
	"go1.26": {"compress/flate.(*deflateFast).", "compress/flate.(*compressor).encSpeed", "compress/flate.(*compressor).storeHuff",
		"compress/flate.(*huffmanBitWriter).writeBlockHuff", "compress/flate.(*huffmanBitWriter).writeBlockDynamic"},
	"go1.27": {"compress/flate.(*fastEncL1).", "compress/flate.(*fastEncL2).", "compress/flate.(*fastEncL3).", "compress/flate.(*fastEncL4).",
		"compress/flate.(*compressor).deflateHuff"},
}

// ShrinkOptions returns what package shrink takes out of programs of the page that a version of Go made; with apart the names of their
// functions travel apart.
func ShrinkOptions(goVersion string, apart bool) shrink.Options {
	o := unused
	o.Unused, o.Apart = slices.Concat(o.Unused, unusedOf[version.Lang(goVersion)]), apart
	return o
}

// FunctionsScript puts back what package shrink took out of a program.
const FunctionsScript = "assets/boot/functions.js"

// Shrink makes a program of Go's smaller for the network, the names of its functions in a file of their own unless that is "". What
// cannot be made smaller stays as it is: the page works as well, and the test of the size finds it.
func Shrink(name, names, goVersion string) error {
	module, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	small, taken, err := shrink.Module(module, goVersion, ShrinkOptions(goVersion, names != ""))
	if err != nil {
		small, taken = module, nil
		if shrink.Knows(goVersion) {
			fmt.Fprintf(os.Stderr, "build.sh: %s stays two thirds larger: %v\n", filepath.Base(name), err)
		}
	}
	if names != "" {
		if err := shell.Write(names, taken); err != nil {
			return err
		}
	}
	return shell.Write(name, small)
}
