// Entry of the lessons, the report and the code beside the equations: a script of its own, fetched when the first one is requested.
import { begin } from "./walk.js";
import { tour } from "./tour.js";
import { sheaf } from "./sheaf.js";
import { epoch } from "./epoch.js";
import { neighbours } from "./neighbours.js";
import { paper } from "./paper.js";
import { report } from "./report.js";
import { code } from "./code.js";
import { frame } from "./frame.js";
import { round } from "./round.js";
import { depth } from "./depth.js";
import { heat } from "./heat.js";
import { Unrolled } from "./unrolled.js";

const lessons = { tour, sheaf, epoch, neighbours, paper };

globalThis.sheafscopeLesson = (name, emit) => { if (Object.hasOwn(lessons, name)) begin(lessons[name], emit); };
globalThis.sheafscopeReport = report;
globalThis.sheafscopeCode = code;
globalThis.sheafscopeLater = { frame, round, depth, heat, Unrolled };
