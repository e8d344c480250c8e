//go:build e2e

package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/web/tool/site"
)

// odd returns values that no method expects, by name.
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

// Every method of the page, with every odd value as its first and as its second argument, succeeds or fails with an error, and the page
// continues to work.
func TestOddValues(t *testing.T) {
	p := open(t, desktop)
	p.ready()
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
	if n := p.state().Graph.N; n != 34 || calls < 600 {
		t.Errorf("after %d calls the graph has %d nodes", calls, n)
	}
}

// The methods also survive odd values in messages of postMessage, as far as a message can contain the values.
func TestOddMessages(t *testing.T) {
	f := embed(t, desktop, site.Handler(filepath.Join(root, "dist")))
	var wrong []string
	f.eval(`(async () => {
		const odd = `+odd+`, wrong = [], frame = document.getElementById("f").contentWindow;
		for (const [key, value] of Object.entries(odd)) {
			for (const method of ["load", "explain", "whatif", "on"]) {
				const id = waiting.size + 1, came = new Promise((done) => waiting.set(id, done));
				try {
					frame.postMessage({ sheafscope: "call", id, method, args: [value] }, "*");
				} catch {
					continue; // such a value cannot be sent
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
		t.Error(strings.Join(wrong, "\n"))
	}
	if m := f.answer("load", "karate"); m.Sheafscope != "result" {
		t.Errorf("%+v", m)
	}
	if m := f.answer("state"); m.Value.Graph.N != 34 {
		t.Errorf("%+v", m)
	}
}
