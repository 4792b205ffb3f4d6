import type { RegionDrive } from './drives.ts'
import { type LiveMeasures, type LiveStart, regularCs } from './measures.ts'

interface KeptLive {
  readonly key: string
  measures: LiveMeasures | Promise<LiveMeasures>
}

/** Threads that ask within this time of each other ask for the same. */
const SHARED_MS = 1_800_000

type Shelf = Partial<Record<'now' | 'other' | 'now marked' | 'other marked', KeptLive>>

/** The live measures of drives: of those who depart now, and of one other departure; each also with fewer arcs marked. */
export class LiveShelf {
  private readonly kept = new WeakMap<RegionDrive, Shelf>()
  private readonly ask: (drive: RegionDrive, start: LiveStart) => Promise<LiveMeasures>

  constructor(ask: (drive: RegionDrive, start: LiveStart) => Promise<LiveMeasures>) {
    this.ask = ask
  }

  /** Puts in what came with the traffic, for who departs now. */
  keep(drive: RegionDrive, measures: LiveMeasures): void {
    this.keptOf(drive).now = { key: keyOf({ departMs: measures.fromMs, aheadMs: 0, sinceMs: 0 }), measures }
  }

  /** At once when they are known. */
  take(drive: RegionDrive, given: LiveStart): LiveMeasures | Promise<LiveMeasures> {
    const kept = this.keptOf(drive)
    const isNow = given.aheadMs === 0
    const place = `${isNow ? 'now' : 'other'}${given.markedMs === undefined ? '' : ' marked'}` as const
    const known = kept[place]
    const start = isNow ? sharedStart(given) : given
    const key = keyOf(start)
    if (known) {
      const { measures } = known
      if (known.key === key) return measures
      const isGood = place === 'now' && !(measures instanceof Promise)
      if (isGood && regularCs(measures, given.departMs) >= measures.fadeCs) {
        return measures
      }
    }
    const asked = this.ask(drive, start)
    const mine: KeptLive = { key, measures: asked }
    kept[place] = mine
    asked.then(
      (made) => {
        mine.measures = made
      },
      () => {
        if (kept[place] === mine) delete kept[place]
      },
    )
    return asked
  }

  private keptOf(drive: RegionDrive): Shelf {
    const known = this.kept.get(drive) ?? {}
    this.kept.set(drive, known)
    return known
  }
}

/** From when the metric was made on, in steps: what is good for one thread is good for all. */
function sharedStart(start: LiveStart): LiveStart {
  const { departMs, sinceMs } = start
  const steps = Math.max(0, Math.floor((departMs - sinceMs) / SHARED_MS))
  return { ...start, departMs: sinceMs + steps * SHARED_MS }
}

function keyOf({ departMs, aheadMs, markedMs }: LiveStart): string {
  return `${departMs} ${aheadMs} ${markedMs}`
}
