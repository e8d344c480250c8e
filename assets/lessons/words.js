// Numbers as the lessons say them.

/** A share in per cent. */
export const percent = (v) => (Number.isFinite(v) ? Math.round(100 * v) + " %" : "–");

/** A number with about three digits. */
export function number(v) {
  if (!Number.isFinite(v)) return "–";
  const a = Math.abs(v);
  if (a < 1e-12) return "0";
  if (a >= 1e-3 && a < 1e4) return String(Number(v.toPrecision(3)));
  return v.toExponential(1).replace("e-", " · 10^−").replace("e+", " · 10^");
}

/** "1 edge", "2 edges". */
export const count = (n, word, many = word + "s") => `${n} ${n === 1 ? word : many}`;
