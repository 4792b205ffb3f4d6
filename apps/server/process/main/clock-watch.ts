import { type CorrectedClock, describeAhead } from '../../platform/clock.ts'

interface ClockWatchOptions {
  readonly clock: Pick<CorrectedClock, 'set' | 'correctionMs'>
  /** The time of the shared store in milliseconds. */
  readonly readStoreClockMs: () => Promise<number>
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
  /** This machine's clock. */
  readonly readMachineClockMs?: () => number
}

/**
 * Synchronized machines differ by less. With a larger difference, positions would appear to stand still or come from
 * the future.
 */
const MAX_DIFFERENCE_MS = 2000
/** The fastest of this many replies is the most accurate. */
const SAMPLE_COUNT = 3

/** Compares this machine's clock with the store's clock and corrects it if they differ too much. */
export function createClockWatch(options: ClockWatchOptions): () => Promise<void> {
  const { clock, log } = options
  return async () => {
    const { aheadMs, doubtMs } = await measureDifference(options)
    const wasWrong = clock.correctionMs !== 0
    const isWrong = Math.abs(aheadMs) - doubtMs > MAX_DIFFERENCE_MS
    clock.set(aheadMs, isWrong ? aheadMs : 0)
    const fields = { ahead_s: Math.round(aheadMs) / 1000 }
    if (isWrong && !wasWrong) {
      const text = `the clock of this machine is ${describeAhead(aheadMs)}: timestamps are corrected; synchronize the machines with NTP`
      log.warn(fields, text)
    } else if (wasWrong && !isWrong) log.info(fields, 'the clock of this machine is correct again')
  }
}

/** How far the machine's clock is ahead, and the uncertainty, which is the round-trip time. */
async function measureDifference({ readStoreClockMs, readMachineClockMs = Date.now }: ClockWatchOptions) {
  let best = { aheadMs: 0, doubtMs: Number.POSITIVE_INFINITY }
  for (let question = 0; question < SAMPLE_COUNT; question++) {
    const startMs = performance.now()
    const machineTimeMs = readMachineClockMs()
    const theirMs = await readStoreClockMs()
    const doubtMs = (performance.now() - startMs) / 2
    if (doubtMs < best.doubtMs) best = { aheadMs: machineTimeMs + doubtMs - theirMs, doubtMs }
  }
  return best
}
