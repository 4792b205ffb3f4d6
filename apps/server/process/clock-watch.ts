import { type CorrectedClock, describeAhead } from '../platform/clock.ts'

export interface ClockWatchOptions {
  readonly clock: Pick<CorrectedClock, 'set' | 'correctionMs'>
  /** The time of the store that all servers share, in milliseconds. */
  readonly storeMs: () => Promise<number>
  readonly log: { warn(fields: object, text: string): void; info(fields: object, text: string): void }
  /** The clock of this machine. */
  readonly machineMs?: () => number
}

/** Machines that keep time differ by less; more would show: positions stand still, or come from tomorrow. */
const MOST_APART_MS = 2000
/** The quickest of so many answers says most. */
const QUESTIONS = 3

/** Compares the clock of this machine with that of the store, and has it corrected when they are too far apart. */
export function clockWatch(options: ClockWatchOptions): () => Promise<void> {
  const { clock, log } = options
  return async () => {
    const { aheadMs, doubtMs } = await compare(options)
    const wasWrong = clock.correctionMs !== 0
    const isWrong = Math.abs(aheadMs) - doubtMs > MOST_APART_MS
    clock.set(aheadMs, isWrong ? aheadMs : 0)
    const fields = { ahead_s: Math.round(aheadMs) / 1000 }
    if (isWrong && !wasWrong) {
      const text = `the clock of this machine is ${describeAhead(aheadMs)}: what is stamped here is corrected; keep machines in step, by NTP`
      log.warn(fields, text)
    } else if (wasWrong && !isWrong) log.info(fields, 'the clock of this machine is right again')
  }
}

/** How far the machine is ahead, and by how much that may be wrong: the answer was on its way for as long. */
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
