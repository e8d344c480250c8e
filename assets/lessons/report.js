// The report of a run as a file: a page of HTML without other files, or a zip archive with the findings in Markdown and their pictures.

/** Returns a text with the special characters of HTML escaped. */
const esc = (t) => String(t).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
/**
 * Returns the picture of a finding as an SVG: the graph around a node or an edge, or a chart. pin has the kind of the finding and its
 * argument, such as node:3, edge:3-7 or eigen:2. An eigenvalue is shown by the chart of the spectrum. For any other kind, the argument is
 * the name of the chart. A picture that the page does not have is empty.
 */
function pictureOf(tools, pin) {
  const [kind, arg] = pin.split(":");
  return kind === "node" || kind === "edge" ? tools.around(arg.split("-")) : tools.chart(kind === "eigen" ? "spectrum" : arg);
}

/** Returns the facts of the run as pairs [name, value]: its recipe, then its results. A result that the run lacks is left out. */
function factsOf() {
  const s = sheafscope.state(),
    r = sheafscope.recipe(),
    g = s.graph,
    pct = (v) => `${(100 * v).toFixed(1)} %`;
  return [
    ["Graph", `${g.n} nodes, ${g.m} edges`],
    ["Edge homophily", g.homophily.toFixed(3)],
    ["Split", `${s.split}: ${g.train} training, ${g.val} validation, ${g.test} test nodes`],
    ["Model", `${s.model}${s.model === "sgpc" ? `, reading ${s.reading}, method ${s.method}` : ""}, seed ${s.seed}`],
    ...Object.entries(r.settings ?? {}).map(([k, v]) => ["Setting " + k, v]),
    ["Epoch", `${s.epoch}, position ${s.position}`],
    ...Object.entries(s.accuracy ?? {})
      .filter(([, v]) => v !== null)
      .map(([k, v]) => [`Accuracy, ${{ train: "training", val: "validation" }[k] ?? k}`, pct(v)]),
    ...(s.loss === null ? [] : [["Loss", s.loss.toPrecision(4)]]),
    ...(s.lambda2 === null ? [] : [["Spectral gap λ2", s.lambda2.toPrecision(4)]]),
    ...(s.kernelDim === null ? [] : [["Dimension of the kernel", String(s.kernelDim)]]),
  ];
}

/** Returns the recipe of the run as a sentence for a caption. */
export const runWords = () =>
  factsOf()
    .filter(([k]) => /^(Model|Setting|Split|Epoch)/.test(k))
    .map(([k, v]) => `${k.replace("Setting ", "")}: ${v}`)
    .join("; ") + ".";

/** Returns an SVG without its XML declaration, which HTML does not allow inside a page. */
const bare = (svg) => svg.replace(/^<\?xml[^>]*>\s*/, "");
/** Returns the address of a link to the run, "" for an empty link. */
const share = (tools, link) => (link ? new URL("#" + link, tools.address).href : "");
/** Returns pairs [name, value] as a list of HTML. */
const rows = (list) => `<dl>${list.map(([k, v]) => `<div><dt>${esc(k)}</dt><dd>${esc(v)}</dd></div>`).join("")}</dl>`;

/**
 * Returns the report of a model m as the text of an HTML page: its facts, its findings (notes), the graph, the charts, the stages (parts),
 * and the claims of the paper. tools has the pictures, equations and colors of the page, and link is the state of the run. A finding has
 * the name of its subject, a text, a pin (see pictureOf), and the epoch at which the reader wrote it (when).
 */
function html(m, link, tools) {
  // The colors of the theme, as variables of CSS.
  const css = ["surface", "ink", "ink-2", "ink-3", "rule", "accent"].map((t) => `--${t}:${tools.token(t)}`).join(";");
  /** Returns the figures of a stage, whose content is body, with their captions and numbers. */
  const figures = (body) =>
    tools
      .figures(body)
      .map(
        (f) =>
          `<figure><figcaption><b>${esc(f.title)}</b> ` +
          `${esc(f.sub)}</figcaption>${bare(f.svg)}${f.nums.length ? rows(f.nums) : ""}</figure>`,
      )
      .join("");
  const verdict = { holds: "holds here", fails: "fails here", empty: "its assumptions are not met here", open: "not evaluated" };
  const address = share(tools, link),
    findings = m.notes
      .map((n, k) => {
        const picture = pictureOf(tools, n.pin);
        return (
          `<li id="finding-${k + 1}"><h3>${esc(n.name)} <small>${esc(n.when)}</small></h3>` +
          `<p class="said">${esc(n.text)}</p>${picture ? bare(picture) : ""}</li>`
        );
      })
      .join("");
  // The stages, then the claims, each with its verdict.
  const stages = m.parts
    .map(
      (p) =>
        `<section><h2>${esc(p.title)}</h2><p>${esc(p.lead)}</p><div ` +
        `class="eq">${tools.equation(p.body)}</div><div class="figs">${figures(p.body)}</div></section>`,
    )
    .join("\n");
  const claims = m.claims?.length
    ? `<section><h2>Claims of the paper</h2><p>Each was checked on this run.</p><dl ` +
      `class="claims">${m.claims
        .map(
          (c) =>
            `<div><dt>${esc(c.name)}: <b class="${esc(c.verdict)}">${
              verdict[c.verdict] ?? esc(c.verdict)
            }</b></dt><dd>${esc(c.text)}</dd></div>`,
        )
        .join("")}</dl></section>`
    : "";
  return (
    // The page needs no other file: its style is inside, and its policy forbids every request.
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${esc(m.title)}: report</title>
<style>:root{${css}}body{margin:0 auto;max-width:960px;padding:32px 24px 64px;background:var(--surface);color:var(--ink);font:15px/1.5 ` +
    `system-ui,sans-serif}h1{font-size:28px;line-height:36px;margin:0}h2{font-size:18px;margin:40px 0 4px;padding-top:12px;` +
    `border-top:1px solid var(--rule)}h3{font-size:15px;margin:0}small,figcaption,dt{color:var(--ink-3)}h3 ` +
    `small{font-weight:400}a{color:inherit}svg{max-width:100%;height:auto;display:block}.wide{overflow-x:auto}
dl{margin:12px 0;display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:0 24px}dl ` +
    `div{display:flex;justify-content:space-between;gap:16px;border-bottom:1px solid var(--rule);padding:3px ` +
    `0;font-size:13px}dd{margin:0;text-align:right;overflow-wrap:anywhere}.claims{display:block}.claims div{display:block;padding:8px ` +
    `0}.claims dt{color:var(--ink);font-size:14px}.claims dd{text-align:left;color:var(--ink-2)}.fails{color:var(--accent)}
ol{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:24px}ol ` +
    `li{min-width:0;border-top:2px solid var(--ink);padding-top:8px}.said{margin:4px 0 ` +
    `8px;white-space:pre-line;overflow-wrap:anywhere}` +
    `.figs{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:24px;align-items:start}` +
    `figure{margin:0;min-width:0;break-inside:avoid}` +
    `figcaption{font-size:13px;margin-bottom:4px}figcaption b{color:var(--ink)}` +
    `.eq{font-size:17px;overflow-x:auto;overflow-y:hidden}.eq math{margin:12px 0}
@media print{body{padding:0;max-width:none;print-color-adjust:exact}section{break-inside:auto}h2{break-after:avoid}}</style></head>
<body><header><h1>${esc(m.title)}</h1><p>A run of Sheafscope, version ` +
    `${esc(tools.version)}.${
      address ? ` <a href="${esc(address)}">Open it in the page</a>: the link holds graph, settings, position and findings.` : ""
    }</p>${rows(factsOf())}</header>
${findings ? `<section><h2>Findings</h2><ol>${findings}</ol></section>` : ""}
<section><h2>Graph</h2><div class="wide">${bare(tools.graph)}</div></section>
<section><h2>Spectrum, training, bound</h2><div class="wide">${bare(tools.charts)}</div></section>
${stages}
${claims}
</body></html>
`
  );
}

/** Returns a text with the special characters of Markdown escaped. */
const plain = (t) => String(t).replace(/[\\`*_{}[\]<>#|!&]/g, "\\$&");

/**
 * Returns the findings of a model m as the parts of a zip archive, for a Blob: findings.md and its pictures. link is the state of the run,
 * and tools has the pictures of the page.
 */
function markdown(m, link, tools) {
  const files = [
      ["graph.svg", tools.graph],
      ["charts.svg", tools.charts],
    ].filter(([, svg]) => svg),
    address = share(tools, link);
  const facts = factsOf()
    .map(([k, v]) => `| ${plain(k)} | ${plain(v)} |`)
    .join("\n");
  // A section for each finding, with its picture if there is one.
  const notes = m.notes.map((n, k) => {
    const picture = pictureOf(tools, n.pin),
      name = `finding-${k + 1}.svg`;
    if (picture) files.push([name, picture]);
    return (
      `## ${k + 1}. ${plain(n.name)}\n\n${n.text.split("\n").map(plain).join("  \n")}\n\n` +
      `*${plain(n.when)}*\n${picture ? `\n![${plain(n.name)}](${name})\n` : ""}`
    );
  });
  // The pictures of the run, without those of the findings.
  const pictures = files
    .slice(0, 2)
    .map(([name]) => `![${name === "graph.svg" ? "The graph" : "Spectrum, training and bound"}](${name})`)
    .join("\n\n");
  const text =
    `# ${plain(m.title)}: findings\n\n| | ` +
    `|\n|---|---|\n${facts}\n\n${
      address ? `[The run in the page](<${address}>)\n\n` : ""
    }${notes.join("\n") || "No note is written yet.\n"}\n## The run\n\n${pictures}\n`;
  return zip([["findings.md", text], ...files]);
}

/**
 * Returns the parts of a zip archive, a list of Uint8Array, that stores files [name, text] without compression (APPNOTE 6.3, sections 4.3.7
 * to 4.3.16).
 */
function zip(files) {
  // The table of CRC-32: for each byte, the remainder of eight steps of the division by the polynomial (0xedb88320, bits reversed).
  const table = Uint32Array.from({ length: 256 }, (_, k) => {
    for (let b = 0; b < 8; b++) k = k & 1 ? 0xedb88320 ^ (k >>> 1) : k >>> 1;
    return k;
  });
  /** Returns the CRC-32 of bytes. */
  const crc = (data) => {
    let c = ~0;
    for (const b of data) c = table[(c ^ b) & 255] ^ (c >>> 8);
    return ~c >>> 0;
  };
  /** Returns fields [size in bytes, value] in little-endian order. */
  const bytes = (...fields) => {
    const view = new DataView(new ArrayBuffer(fields.reduce((t, [n]) => t + n, 0)));
    let position = 0; // in bytes
    for (const [n, v] of fields) {
      if (n === 4) view.setUint32(position, v, true);
      else view.setUint16(position, v, true);
      position += n;
    }
    return new Uint8Array(view.buffer);
  };
  const encoder = new TextEncoder(),
    body = [],
    index = [];
  let offset = 0,
    indexSize = 0;
  for (const [name, text] of files) {
    const n = encoder.encode(name),
      data = encoder.encode(text);
    const fields = [
      [2, 20], // version 2.0
      [2, 0x800], // the name is UTF-8
      [2, 0], // no compression
      [2, 0], // midnight
      [2, 33], // 1 January 1980
      [4, crc(data)],
      [4, data.length], // compressed size
      [4, data.length], // size of the file
      [2, n.length],
      [2, 0], // no extra field
    ];
    // The header before the file, and the entry of the index, which has the offset of the header. 04034b50 and 02014b50 are their
    // signatures. The fields with 0 are: no comment, disk 0, and no attributes.
    const head = bytes([4, 0x04034b50], ...fields),
      entry = bytes([4, 0x02014b50], [2, 20], ...fields, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    body.push(head, n, data);
    index.push(entry, n);
    offset += head.length + n.length + data.length;
    indexSize += entry.length + n.length;
  }
  // The end of the index: its signature, disk 0 twice, the number of files twice, its size and offset, and no comment.
  const end = bytes([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, indexSize], [4, offset], [2, 0]);
  return [...body, ...index, end];
}

/**
 * Returns the file with this name as a blob: the report if the name ends in .html, else the archive of the findings. m is the model of the
 * report, link the state of the run, and tools has the functions and pictures of the page.
 */
export function report(name, link, m, tools) {
  return name.endsWith(".html")
    ? new Blob([html(m, link, tools)], { type: "text/html" })
    : new Blob(markdown(m, link, tools), { type: "application/zip" });
}
