// What uPlot has in the place of Intl (web/tool/build): it asks for a format of numbers and for the time zone as soon as its
// script is read, 20 ms of every start. The format is made when a number is written; there is no axis of times.
export class Numbers {
  constructor(...of) {
    this.of = of;
  }
  format(value) {
    return (this.made ??= new globalThis.Intl.NumberFormat(...this.of)).format(value);
  }
}
export class Dates {
  resolvedOptions() {
    return {};
  }
}
