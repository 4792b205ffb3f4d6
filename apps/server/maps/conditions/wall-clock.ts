/** Creates a format for `toWallClockMs`. Creating one takes longer than using it. */
export function createWallClockFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
}

/** Returns the local wall-clock time, expressed as the UTC instant with the same reading. */
export function toWallClockMs(format: Intl.DateTimeFormat, instantMs: number): number {
  const parts = format.formatToParts(instantMs)
  const getPart = (type: string): number => Number(parts.find((dateTimePart) => dateTimePart.type === type)?.value ?? 0)
  return Date.UTC(
    getPart('year'),
    getPart('month') - 1,
    getPart('day'),
    getPart('hour') % 24,
    getPart('minute'),
    getPart('second'),
  )
}

/** Returns a Date that reads the wall-clock time in the time zone of this machine, which is how libraries read a Date. */
export function toMachineDate(wallClockMs: number): Date {
  const wall = new Date(wallClockMs)
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
    wall.getUTCSeconds(),
  )
}
