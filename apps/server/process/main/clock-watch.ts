import { type CorrectedClock, describeClockDifference } from '../../platform/clock.ts'

interface ClockWatchOptions {
  readonly clock: Pick<CorrectedClock, 'set' | 'correctionMs'>
  /** Returns the time of the shared store in milliseconds. */
  readonly readStoreClockMs: () => Promise<number>
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
  /** Returns the time of this machine's clock in milliseconds. */
  readonly readMachineClockMs?: () => number
}

/**
 * Maximum clock difference that is not corrected. Synchronized machines differ by less. With a larger difference,
 * positions would seem to stop or to come from the future.
 */
const MAX_CLOCK_ERROR_MS = 2000
/** Number of samples. The fastest reply is the most accurate. */
const SAMPLE_COUNT = 3

/**
 * Creates a function that compares this machine's clock with the store's clock, and corrects timestamps if the
 * difference is too large.
 */
export function createClockWatch(options: ClockWatchOptions): () => Promise<void> {
  const { clock, log } = options
  return async () => {
    const { aheadMs, doubtMs } = await measureClockOffset(options)
    const wasWrong = clock.correctionMs !== 0
    const isWrong = Math.abs(aheadMs) - doubtMs > MAX_CLOCK_ERROR_MS
    clock.set(aheadMs, isWrong ? aheadMs : 0)
    const logFields = { ahead_s: Math.round(aheadMs) / 1000 }
    if (isWrong && !wasWrong) {
      const text = `the clock of this machine is ${describeClockDifference(aheadMs)}: timestamps are corrected; synchronize the machines with NTP`
      log.warn(logFields, text)
    } else if (wasWrong && !isWrong) log.info(logFields, 'the clock of this machine is correct again')
  }
}

/** Returns how far the machine's clock is ahead, and the uncertainty, which is half the round-trip time. */
async function measureClockOffset({ readStoreClockMs, readMachineClockMs = Date.now }: ClockWatchOptions) {
  let bestSample = { aheadMs: 0, doubtMs: Number.POSITIVE_INFINITY }
  for (let sampleIndex = 0; sampleIndex < SAMPLE_COUNT; sampleIndex++) {
    const startMs = performance.now()
    const machineTimeMs = readMachineClockMs()
    const storeTimeMs = await readStoreClockMs()
    const uncertaintyMs = (performance.now() - startMs) / 2
    if (uncertaintyMs < bestSample.doubtMs)
      bestSample = { aheadMs: machineTimeMs + uncertaintyMs - storeTimeMs, doubtMs: uncertaintyMs }
  }
  return bestSample
}
