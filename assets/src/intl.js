// The replacements of Intl.NumberFormat and Intl.DateTimeFormat for uPlot (see web/tool/build). uPlot creates a number format and
// reads the time zone as soon as its script is loaded. The formats of the browser would cost 20 ms of every start.

/** A number format that is created when the first number is written. It takes the arguments of Intl.NumberFormat. */
export class Numbers {
  constructor(...args) {
    this.args = args;
  }
  /** Returns a number as text. */
  format(value) {
    return (this.inner ??= new globalThis.Intl.NumberFormat(...this.args)).format(value);
  }
}
/** A format of dates without options: no chart has an axis of times. */
export class Dates {
  /** Returns options without a time zone, which no chart uses. */
  resolvedOptions() {
    return {};
  }
}
