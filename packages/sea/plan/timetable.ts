import type { NamedSection, PassageUse } from './trace-passages.ts'

export interface VoyageHours {
  /** Hours under way at the ship's speed. */
  readonly sailing: number
  /** Hours within passages that have a fixed transit time. */
  readonly canal: number
  /** Hours of waiting before passages with a fixed transit time. */
  readonly wait: number
}

/**
 * Computes the hours from the start of a route to any mile along it. Waiting time is counted right after the entrance
 * of a passage.
 */
export class Timetable {
  private readonly namedParts: readonly NamedSection[]
  private readonly speedKn: number

  constructor(namedParts: readonly NamedSection[], speedKn: number) {
    this.namedParts = namedParts.filter(({ passageUse }) => passageUse?.passage.transitHours !== undefined)
    this.speedKn = speedKn
  }

  /** Returns the hours from the start to a given mile. At the entrance of a passage, the waiting time is excluded. */
  at(nm: number): VoyageHours {
    let sailedNm = nm
    let canalHours = 0
    let waitHours = 0
    for (const { passageUse, startNm, endNm } of this.namedParts) {
      if (nm <= startNm) break
      const passageNm = Math.min(nm, endNm) - startNm
      sailedNm -= passageNm
      canalHours += getTransitHours(passageUse) * (passageNm / Math.max(1e-9, endNm - startNm))
      waitHours += getWaitHours(passageUse)
    }
    return { sailing: Math.max(0, sailedNm) / this.speedKn, canal: canalHours, wait: waitHours }
  }

  between(startNm: number, endNm: number): VoyageHours {
    const [start, end] = [this.at(startNm), this.at(endNm)]
    return { sailing: end.sailing - start.sailing, canal: end.canal - start.canal, wait: end.wait - start.wait }
  }
}

/**
 * Minimum share of a canal that a ship must transit for waiting time to apply. Ports at the mouth of a canal are before
 * its locks and convoys.
 */
const MIN_SHARE_WITH_WAIT = 0.1

export function getTransitHours(use: PassageUse | undefined): number {
  return use ? (use.passage.transitHours ?? 0) * use.share : 0
}

export function getWaitHours(use: PassageUse | undefined): number {
  return use && use.share >= MIN_SHARE_WITH_WAIT ? (use.passage.waitHours ?? 0) : 0
}

export function sumHours({ sailing, canal, wait }: VoyageHours): number {
  return sailing + canal + wait
}
