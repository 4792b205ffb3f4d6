import { type CorrectedClock, describeAhead } from '../../platform/clock.ts'

interface ClockWatchOptions {
  readonly clock: Pick<CorrectedClock, 'set' | 'correctionMs'>
  /** The time of the shared store in milliseconds. */
  readonly storeMs: () => Promise<number>
  readonly log: { warn(fields: object, text: string): void; info(fields: object, text: string): void }
  /** This machine's clock. */
  readonly machineMs?: () => number
}

/**
 * Synchronized machines differ by less. A larger difference is visible: positions stand still or come from the future.
 */
const MOST_APART_MS = 2000
/** The fastest of this many replies is the most accurate. */
const QUESTIONS = 3

/** Compares this machine's clock with the store's clock and corrects it if they differ too much. */
export function clockWatch(options: ClockWatchOptions): () => Promise<void> {
  const { clock, log } = options
  return async () => {
    const { aheadMs, doubtMs } = await compare(options)
    const wasWrong = clock.correctionMs !== 0
    const isWrong = Math.abs(aheadMs) - doubtMs > MOST_APART_MS
    clock.set(aheadMs, isWrong ? aheadMs : 0)
    const fields = { ahead_s: Math.round(aheadMs) / 1000 }
    if (isWrong && !wasWrong) {
      const text = `the clock of this machine is ${describeAhead(aheadMs)}: timestamps are corrected; synchronize the machines by NTP`
      log.warn(fields, text)
    } else if (wasWrong && !isWrong) log.info(fields, 'the clock of this machine is correct again')
  }
}

/** How far the machine's clock is ahead, and the uncertainty, which is the round-trip time. */
async function compare({ storeMs, machineMs = Date.now }: ClockWatchOptions) {
  let best = { aheadMs: 0, doubtMs: Number.POSITIVE_INFINITY }
  for (let question = 0; question < QUESTIONS; question++) {
    const beganMs = performance.now()
    const askedMs = machineMs()
    const theirMs = await storeMs()
    const doubtMs = (performance.now() - beganMs) / 2
    if (doubtMs < best.doubtMs) best = { aheadMs: askedMs + doubtMs - theirMs, doubtMs }
  }
  return best
}
