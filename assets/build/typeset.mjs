// Converts the formulas of a page: reads a page with TeX in <math> from standard input and writes it with MathML to standard output.
import { text } from "node:stream/consumers";
import { typeset } from "../src/math.js";

process.stdout.write(typeset(await text(process.stdin)));
