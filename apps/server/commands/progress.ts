import { SingleBar } from 'cli-progress'
import { formatDuration, formatSize } from './amounts.ts'

interface Progress {
  /** Name of the current stage. A new name starts a new stage. */
  readonly stage: string
  /** Completed share of this stage, from 0 to 1. */
  readonly fraction: number
  /** Details, such as the number of bytes. */
  readonly note?: string
}

/** Shows the progress of work that takes seconds to hours. */
export interface ProgressDisplay {
  report(progress: Progress): void
  /** Prints a message. If a stage is in progress, the message interrupts its display. */
  print(message: string): void
  /** Ends the display. An unfinished stage stays visible in its current state. */
  end(): void
}

/** Output stream. Output can be overwritten only on a terminal. */
type DisplayStream = NodeJS.WritableStream & { readonly isTTY?: boolean }

/** Creates a display that writes to standard error, because standard output is for the result. */
export function createProgressDisplay(stream: DisplayStream = process.stderr): ProgressDisplay {
  return stream.isTTY ? new BarDisplay(stream) : new LineDisplay(stream)
}

/** Display without output for `--json`, because programs do not show progress. */
export const noProgressDisplay: ProgressDisplay = { report() {}, print() {}, end() {} }

class Stage {
  readonly name: string
  private readonly startedAt = performance.now()
  fraction = 0
  note = ''
  constructor(name: string) {
    this.name = name
  }
  update({ fraction, note }: Progress): void {
    this.fraction = Math.min(Math.max(fraction, 0), 1)
    this.note = note ?? ''
  }
  get seconds(): number {
    return (performance.now() - this.startedAt) / 1000
  }
  /** Remaining time, extrapolated from the elapsed time. Early values are too unreliable to show. */
  get remainingTime(): string {
    if (this.fraction === 1) return formatDuration(this.seconds)
    if (this.fraction < 0.01 || this.seconds < 1) return ''
    return `${formatDuration((this.seconds * (1 - this.fraction)) / this.fraction)} left`
  }
}

function formatMemory(): string {
  return formatSize(process.memoryUsage.rss())
}

/** Display with one bar per stage. Finished stages stay visible above the current stage. */
class BarDisplay implements ProgressDisplay {
  private readonly stream: DisplayStream
  private stage: Stage | undefined
  private bar: SingleBar | undefined
  constructor(stream: DisplayStream) {
    this.stream = stream
  }

  report(progress: Progress): void {
    if (this.stage?.name !== progress.stage) this.startBar(new Stage(progress.stage))
    this.stage?.update(progress)
    // The bar is drawn synchronously, because timers do not run while the compiler is busy.
    this.bar?.update(this.stage?.fraction ?? 0)
  }
  print(message: string): void {
    this.end()
    this.stream.write(`  ${message}\n`)
  }
  end(): void {
    this.bar?.stop()
    this.stage = undefined
    this.bar = undefined
  }

  private startBar(stage: Stage): void {
    this.finishBar()
    this.stage = stage
    this.bar = new SingleBar({
      stream: this.stream,
      format: (_options, { progress }) => toBarLine(stage, progress),
      linewrap: true,
      // With its default setting, the library would swallow the first Ctrl-C.
      gracefulExit: false,
    })
    this.bar.start(1, 0)
  }
  private finishBar(): void {
    if (this.stage) this.report({ stage: this.stage.name, fraction: 1, note: this.stage.note })
    this.end()
  }
}

const BAR_WIDTH = 24

function toBarLine(stage: Stage, progress: number): string {
  const filledWidth = Math.round(progress * BAR_WIDTH)
  const bar = '█'.repeat(filledWidth) + '░'.repeat(BAR_WIDTH - filledWidth)
  const percent = `${Math.floor(progress * 100)} %`.padStart(5)
  return `  ${stage.name.padEnd(30)} ${bar} ${percent}  ${[stage.remainingTime, formatMemory(), stage.note].filter(Boolean).join(', ')}`
}

/** Interval at which the progress of a long stage is logged. */
const LINE_INTERVAL_SECONDS = 30

/** Display with one line per stage, for logs and pipes. */
class LineDisplay implements ProgressDisplay {
  private readonly stream: DisplayStream
  private stage: Stage | undefined
  private lastLineSeconds = 0
  constructor(stream: DisplayStream) {
    this.stream = stream
  }

  report(progress: Progress): void {
    if (this.stage?.name !== progress.stage) {
      this.finishStage()
      this.stage = new Stage(progress.stage)
      this.lastLineSeconds = 0
    }
    this.stage.update(progress)
    if (this.stage.fraction < 1 && this.stage.seconds > this.lastLineSeconds + LINE_INTERVAL_SECONDS) {
      this.lastLineSeconds = this.stage.seconds
      this.write(this.stage, `${Math.floor(this.stage.fraction * 100)} %, ${this.stage.remainingTime}`)
    }
  }
  print(message: string): void {
    this.end()
    this.stream.write(`${message}\n`)
  }
  end(): void {
    if (this.stage?.fraction === 1) this.finishStage()
    this.stage = undefined
  }

  private finishStage(): void {
    if (this.stage) this.write(this.stage, formatDuration(this.stage.seconds))
    this.stage = undefined
  }
  private write({ name, note }: Stage, state: string): void {
    this.stream.write(`${name}: ${[state, formatMemory(), note].filter(Boolean).join(', ')}\n`)
  }
}
