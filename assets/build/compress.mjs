// Compressed copies of a site: writes FILE.br and FILE.gz beside the files of a folder, each if it is shorter than FILE. Files with another
// ending (compressible), and small files (smallest), get no copy.
// usage: node compress.mjs FOLDER CACHE BROTLI_QUALITY
// The cache keeps results by content and quality. The output of a build therefore does not depend on earlier builds.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const [folder, cache, qualityText] = process.argv.slice(2);
const quality = Number(qualityText);
const compressible = /\.(html|css|js|mjs|json|svg|wasm|txt|csv|webmanifest)$/;
const smallest = 512; // bytes; the HTTP header of a smaller file costs more than the compression saves

/** Returns data in Brotli's format. The parameters of distances and blocks make the page's program 3 kB smaller than the defaults. */
const brotli = (data, q) =>
  promisify(brotliCompress)(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: q,
      [constants.BROTLI_PARAM_NPOSTFIX]: 2,
      [constants.BROTLI_PARAM_NDIRECT]: 20,
      [constants.BROTLI_PARAM_LGBLOCK]: 17,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  });
// Returns data in the format of gzip. 9 is the best level, for a build with Brotli's best qualities, 10 and 11; 6 is the default level.
const gz = (data, q) => promisify(gzip)(data, { level: q > 9 ? 9 : 6 });

/**
 * Returns the compressed form of data, from the cache if possible. hash is the hash of data, kind is br or gz, and make compresses. The
 * name in the cache has the parameters of the function brotli (2, 20 and 17): change it with them.
 */
async function cached(data, hash, kind, make) {
  const file = join(cache, `${hash}-${quality}-2-20-17.${kind}`);
  if (existsSync(file)) return readFile(file);
  const out = await make(data, quality);
  await writeFile(file, out);
  return out;
}

/**
 * Writes the compressed copy out to the file name if it is shorter than limit bytes, the size of the original. Otherwise removes an earlier
 * copy. A file with the same content is not written, so that it keeps its time.
 */
async function put(name, out, limit) {
  if (out.length >= limit) return rm(name, { force: true });
  if (existsSync(name) && out.equals(await readFile(name))) return;
  await writeFile(name, out);
}

await mkdir(cache, { recursive: true });
const names = (await readdir(folder, { recursive: true })).filter((n) => compressible.test(n));
await Promise.all(
  names.map(async (name) => {
    const file = join(folder, name);
    const data = await readFile(file);
    if (data.length < smallest) {
      await Promise.all([rm(file + ".br", { force: true }), rm(file + ".gz", { force: true })]);
      return;
    }
    const hash = createHash("sha256").update(data).digest("hex").slice(0, 32);
    const [br, gzipped] = await Promise.all([cached(data, hash, "br", brotli), cached(data, hash, "gz", gz)]);
    await Promise.all([put(file + ".br", br, data.length), put(file + ".gz", gzipped, data.length)]);
  }),
);
