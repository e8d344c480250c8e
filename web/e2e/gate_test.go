//go:build e2e

package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/web/tool/site"
)

// This file tests methods of the page and messages to a frame with values that they do not expect.

// odd is JavaScript for an object whose values no method expects. The keys are names of the values for messages.
const odd = `(() => {
	const cyclic = {}, detached = new ArrayBuffer(8), revoked = Proxy.revocable({}, {});
	cyclic.self = cyclic;
	structuredClone(detached, { transfer: [detached] });
	revoked.revoke();
	return { undefined: undefined, null: null, true: true, false: false, zero: 0, minus: -1,
		NaN: NaN, infinite: Infinity, half: 0.5, huge: 1e308,
		bigint: 1n, largeBigint: 2n ** 80n, symbol: Symbol("s"), empty: "", long: "x".repeat(2e5), surrogate: "\ud800", control: "\u0000\u202e",
		list: [], nested: [[[[]]]], object: {}, noPrototype: Object.create(null), date: new Date(NaN), regexp: /x/g, error: new Error("e"),
		map: new Map([[1n, 2n]]), set: new Set([1]), buffer: new ArrayBuffer(4), detached, view: new DataView(new ArrayBuffer(4)),
		floats: new Float64Array(2), bigints: new BigInt64Array(2), cyclic, withBigint: { graph: "karate", seed: 1n },
		fn: () => { throw 1n; }, promise: Promise.resolve(1), endless: { length: 2 ** 40 }, negative: { length: -1 }, blob: new Blob(["x"]),
		getter: { get graph() { throw Symbol("thrown"); }, get length() { throw 1n; }, get toJSON() { throw null; } },
		proxy: new Proxy({}, { get() { throw 2n; }, has() { throw 2n; }, ownKeys() { throw 2n; } }), revoked: revoked.proxy,
		toString: { toString() { throw 3n; }, valueOf() { throw 3n; } }, files: [{ name: 1n, data: 1n }], noData: [{ name: "a.csv" }],
		badData: [{ name: "a.csv", data: detached }], holes: [, 1], document, window };
})()`

// Every method of window.sheafscope, called with every odd value, resolves or rejects with an Error that has a message, within 20 seconds.
// load and on also get the values as their second argument. After the calls the page still loads a graph. Omitted are values with which
// tune begins a search, and values with which run trains to the end.
func TestOddValues(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	// tryOdd(name) calls a method with the odd values and returns its faults, such as "load of cyclic does not end". calls counts the calls.
	p.eval(`globalThis.calls = 0, globalThis.tryOdd = async (name) => {
		const odd = `+odd+`, wrong = [];
		const late = () => new Promise((done) => setTimeout(() => done("late"), 20_000));
		const asJSON = (v) => { try { return JSON.stringify(v) ?? ""; } catch { return ""; } };
		const one = async (how, ...args) => {
			calls++;
			try {
				const end = await Promise.race([Promise.resolve(sheafscope[name](...args)).then(() => "fine"), late()]);
				if (end !== "fine") wrong.push(name + " of " + how + " does not end");
			} catch (err) {
				if (!(err instanceof Error) || !err.message) wrong.push(name + " of " + how + " throws " + Object.prototype.toString.call(err));
			}
		};
		for (const [key, value] of Object.entries(odd)) {
			if (name === "tune" && (!value || asJSON(value).startsWith("{"))) continue; // it begins a search
			if (name === "run" && value == null) continue; // it runs to the end
			await one(key, value);
			if (name === "load") await one("karate and " + key, "karate", value);
			if (name === "on") await one("change and " + key, "change", value);
		}
		return wrong;
	}, true`, new(bool))
	var names []string
	p.eval(`Object.keys(sheafscope).filter((n) => typeof sheafscope[n] === "function")`, &names)
	for _, name := range names {
		var wrong []string
		p.eval(fmt.Sprintf("tryOdd(%q)", name), &wrong)
		for _, text := range wrong {
			t.Error(text)
		}
	}
	p.call(`load("karate")`)
	var calls int
	p.eval("calls", &calls)
	if n := p.state().Graph.N; n != 34 {
		t.Errorf("after the calls the karate club is loaded with %d nodes, want 34", n)
	}
	// A method or a list of values that is lost would leave fewer than 600 calls.
	if calls < 600 {
		t.Errorf("the test made %d calls, want at least 600", calls)
	}
}

// A frame answers calls of four methods with odd values by a result or by an error with a message. After messages with an odd form it still
// answers load and state. Values that a message cannot contain are omitted.
func TestOddMessages(t *testing.T) {
	f := embed(t, desktop, site.Handler(filepath.Join(root, "dist")))
	// The map waiting of the host page has, by the number of a call, the function that receives the answer.
	var wrong []string
	f.eval(`(async () => {
		const odd = `+odd+`, wrong = [], frame = document.getElementById("f").contentWindow;
		for (const [key, value] of Object.entries(odd)) {
			for (const method of ["load", "explain", "whatif", "on"]) {
				const id = waiting.size + 1, came = new Promise((done) => waiting.set(id, done));
				try {
					frame.postMessage({ sheafscope: "call", id, method, args: [value] }, "*");
				} catch {
					continue; // a message cannot contain the value
				}
				const answer = await came;
				if (answer.sheafscope !== "result" && !(answer.sheafscope === "error" && answer.error)) wrong.push(method + " of " + key);
			}
			for (const whole of [value, { sheafscope: value }, { sheafscope: "call", id: 0, method: value, args: value }]) {
				try { frame.postMessage(whole, "*"); } catch { continue; }
			}
		}
		return wrong;
	})()`, &wrong)
	if len(wrong) > 0 {
		t.Errorf("neither a result nor an error with a message:\n%s", strings.Join(wrong, "\n"))
	}
	if m := f.answer("load", "karate"); m.Sheafscope != "result" {
		t.Errorf("after the odd messages a load is answered with %+v, want a result", m)
	}
	if m := f.answer("state"); m.Value.Graph.N != 34 {
		t.Errorf("after the odd messages the state is %+v, want 34 nodes", m)
	}
}
