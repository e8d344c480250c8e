// The entry of a script that is fetched when one of its parts is first requested. Its parts are the lessons, the report, pictures for a
// paper, the code beside the equations, and figures. Each part is a global, because the script of the page cannot import this script.
import { begin } from "./walk.js";
import { tour } from "./tour.js";
import { sheaf } from "./sheaf.js";
import { epoch } from "./epoch.js";
import { neighbours } from "./neighbours.js";
import { triangles } from "./triangles.js";
import { paper } from "./paper.js";
import { report, runWords } from "./report.js";
import { pdf } from "./pdf.js";
import { tikz } from "./tikz.js";
import { code } from "./code.js";
import { frame } from "./frame.js";
import { round } from "./round.js";
import { depth } from "./depth.js";
import { heat } from "./heat.js";
import { paperFigure, paperTable } from "./papers.js";
import { Unrolled } from "./unrolled.js";
import { Matrix } from "./matrix.js";
import { angles } from "./turns.js";
import { Formula } from "./formula.js";

const lessons = { tour, sheaf, epoch, neighbours, triangles, paper };

const CAPTION = 3000; // number of characters from which a link is too long for a caption

/** Begins the lesson with this name, if it exists. emit sends events to the page. */
globalThis.sheafscopeLesson = (name, emit) => {
  if (Object.hasOwn(lessons, name)) begin(lessons[name], emit);
};
globalThis.sheafscopeReport = report;
/**
 * Returns a picture of the run, given as the text of an SVG, as a Blob for a paper: a PDF if the name ends in .pdf, else TikZ with a
 * caption. link is the state of the run. An empty link, or one of CAPTION characters or more, is left out.
 */
globalThis.sheafscopeVector = (svg, name, title, link) => {
  const address = link && link.length < CAPTION ? new URL("#" + link, sheafscopeBoot.address()).href : "";
  return name.endsWith(".pdf")
    ? new Blob([pdf(svg, title, `${runWords()} ${address}`)], { type: "application/pdf" })
    : new Blob([tikz(svg, `${title}. ${runWords()}`, address, name.replace(".tex", ""))], { type: "application/x-tex" });
};
globalThis.sheafscopeCode = code;
// Figures and views by the names under which the page draws them.
globalThis.sheafscopeLater = { frame, round, depth, heat, paperTable, paperFigure, Unrolled, Matrix, Formula, triangles: angles };
