/**
 * This file is preloaded into a server and its threads with `node --import`. It shifts the clock of the machine by
 * TEST_SKEW_MS.
 */
const skewMs = Number(process.env.TEST_SKEW_MS ?? 0)
const rightDate = Date

globalThis.Date = class extends rightDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(rightDate.now() + skewMs)
    else super(...given)
  }
  static override now(): number {
    return rightDate.now() + skewMs
  }
} as DateConstructor
