// Renders the formulas of a page: TeX in <math> on standard input, MathML on standard output.
import { text } from "node:stream/consumers";
import { typeset } from "../src/math.js";

process.stdout.write(typeset(await text(process.stdin)));
