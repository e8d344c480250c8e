// Fetches the public data sets that the tests read into a folder, from the
// pinned addresses of assets/datasets.json, and checks them by assets/datasets.sha256.
// usage: node assets/build/datasets.mjs FOLDER [SET...]   (all of them unless named)
// A file that is there with the right sum is not fetched again.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const [folder, ...named] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node assets/build/datasets.mjs FOLDER [SET...]");
  process.exit(2);
}
const { bases, sets } = JSON.parse(await readFile(new URL("../datasets.json", import.meta.url), "utf8"));
const unknown = named.filter((name) => !sets.some((set) => set.name === name));
if (unknown.length) {
  console.error(`no data set ${unknown.join(", ")}; there are ${sets.map((set) => set.name).join(", ")}`);
  process.exit(2);
}

const list = await readFile(new URL("../datasets.sha256", import.meta.url), "utf8");
const sums = new Map(
  list
    .trim()
    .split("\n")
    .map((line) => line.split("  ").reverse()),
);
const sum = (data) => createHash("sha256").update(data).digest("hex");

async function get(path, url) {
  const sha256 = sums.get(path);
  const file = join(folder, path);
  const have = await readFile(file).catch(() => null);
  if (have && sum(have) === sha256) return;
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      const data = Buffer.from(await answer.arrayBuffer());
      if (sum(data) !== sha256) throw new Error("the SHA-256 differs from the one in assets/datasets.sha256");
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, data);
      console.log(path);
      return;
    } catch (err) {
      if (attempt === 3) throw new Error(`${url}: ${err.message}`);
      await new Promise((done) => setTimeout(done, 2000 * attempt));
    }
  }
}

for (const set of sets) {
  if (named.length && !named.includes(set.name)) continue;
  for (const { path, at } of set.files) {
    const [base, rest] = at.split(":");
    await get(path, bases[base] + rest);
  }
  for (const k of (set.splits ?? []).keys()) {
    // none where the files hold them
    const name = `${set.split_stem}_split_0.6_0.2_${k}.npz`;
    await get(`${set.name}/splits/${name}`, `${bases["geom-gcn"]}splits/${name}`);
  }
}
