// Download of the public data sets for the tests. assets/datasets.json has the pinned addresses, assets/datasets.sha256 the checksums.
// usage: node assets/build/datasets.mjs FOLDER [SET...]   (without names: all data sets)
// A file of the folder with the right checksum is not fetched again.
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

const ATTEMPTS = 3,
  DELAY = 2000; // ms before the second attempt; the wait before the third is twice as long

const list = await readFile(new URL("../datasets.sha256", import.meta.url), "utf8");
// SHA-256 by path; a line of the list is "SUM  PATH".
const sums = new Map(
  list
    .trim()
    .split("\n")
    .map((line) => line.split("  ").reverse()),
);
const sum = (data) => createHash("sha256").update(data).digest("hex");

/** Fetches a file from url into the folder, at its path, unless the folder has it. Throws after the last failed attempt. */
async function get(path, url) {
  const sha256 = sums.get(path);
  const file = join(folder, path);
  const existing = await readFile(file).catch(() => null);
  if (existing && sum(existing) === sha256) return;
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
      if (attempt === ATTEMPTS) throw new Error(`${url}: ${err.message}`);
      await new Promise((done) => setTimeout(done, DELAY * attempt));
    }
  }
}

for (const set of sets) {
  if (named.length && !named.includes(set.name)) continue;
  for (const { path, at } of set.files) {
    const [base, end] = at.split(":"); // "BASE:END" is the address bases[BASE] + END
    await get(path, bases[base] + end);
  }
  // The splits are separate files of Geom-GCN. A data set with splits in its own files has no list of splits.
  for (const k of (set.splits ?? []).keys()) {
    const name = `${set.split_stem}_split_0.6_0.2_${k}.npz`;
    await get(`${set.name}/splits/${name}`, `${bases["geom-gcn"]}splits/${name}`);
  }
}
