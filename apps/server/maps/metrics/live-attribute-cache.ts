import type { LiveMeasures } from '../regions/handles.ts'
import type { RegionDrive } from './metric-cache.ts'
import { type LiveStart, regularCs } from './path-attributes.ts'

interface KeptLive extends LiveFor {
  measures: LiveMeasures | Promise<LiveMeasures>
}

/** The departures that path attributes are valid for. */
interface LiveFor {
  readonly departMs: number
  readonly aheadMs: number
  readonly markedMs: number | undefined
}

/** Threads that ask within this time of each other request the same attributes. */
const SHARED_MS = 1_800_000

type Shelf = Partial<Record<'now' | 'other' | 'now marked' | 'other marked', KeptLive>>

/**
 * The live path attributes of metric snapshots: for departures now and for one other departure, each also with fewer
 * marked arcs.
 */
export class LiveShelf {
  private readonly kept = new WeakMap<RegionDrive, Shelf>()
  private readonly ask: (drive: RegionDrive, start: LiveStart) => Promise<LiveMeasures>

  constructor(ask: (drive: RegionDrive, start: LiveStart) => Promise<LiveMeasures>) {
    this.ask = ask
  }

  /** Stores the attributes that came with the traffic, for departures now. */
  keep(drive: RegionDrive, measures: LiveMeasures): void {
    this.keptOf(drive).now = { departMs: measures.fromMs, aheadMs: 0, markedMs: undefined, measures }
  }

  /** Returns synchronously when they are cached. */
  take(drive: RegionDrive, given: LiveStart): LiveMeasures | Promise<LiveMeasures> {
    const kept = this.keptOf(drive)
    const { aheadMs, markedMs } = given
    const isNow = aheadMs === 0
    const place = placeOf(isNow, markedMs !== undefined)
    const known = kept[place]
    const departMs = isNow ? sharedDepartMs(given) : given.departMs
    if (known) {
      const { measures } = known
      if (known.departMs === departMs && known.aheadMs === aheadMs && known.markedMs === markedMs) return measures
      const isGood = place === 'now' && !(measures instanceof Promise)
      if (isGood && regularCs(measures, given.departMs) >= measures.fadeCs) {
        return measures
      }
    }
    const asked = this.ask(drive, { ...given, departMs })
    const mine: KeptLive = { departMs, aheadMs, markedMs, measures: asked }
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
    const known = this.kept.get(drive)
    if (known) return known
    const shelf: Shelf = {}
    this.kept.set(drive, shelf)
    return shelf
  }
}

function placeOf(isNow: boolean, isMarked: boolean): keyof Shelf {
  if (isMarked) return isNow ? 'now marked' : 'other marked'
  return isNow ? 'now' : 'other'
}

/** Counted in steps from the time the metric was built, so that all threads can share the result. */
function sharedDepartMs({ departMs, sinceMs }: LiveStart): number {
  const steps = Math.max(0, Math.floor((departMs - sinceMs) / SHARED_MS))
  return sinceMs + steps * SHARED_MS
}
