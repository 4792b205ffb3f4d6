import { createHash } from 'node:crypto'
import {
  DomainArea,
  DomainRoads,
  type OddClock,
  type OddDocument,
  type OddTrip,
  outsideArea,
  type RoadNetwork,
  type RuleBreak,
  tripBreak,
  WeekSpans,
} from '@fairway/road'
import { createOddProfile, type OddProfile } from '../../../../maps/metrics/odd-profile.ts'
import { ZoneClock } from '../../../../platform/local-clock.ts'

/** Operational design domain (ODD) as loaded by one thread. */
export class OperationalDomain {
  readonly document: OddDocument
  readonly area: DomainArea
  /** Profile of the domain. The object never changes, because metrics are cached by object identity. */
  readonly profile: OddProfile
  readonly size: number
  private readonly clock: OddClock | undefined
  private readonly roadsByNetwork = new WeakMap<RoadNetwork, DomainRoads>()

  constructor(document: OddDocument) {
    const { areas, roads, hours } = document
    this.document = document
    this.area = new DomainArea(areas)
    this.size = this.area.size
    const key = createHash('sha256').update(JSON.stringify({ areas, roads })).digest('base64url').slice(0, 22)
    this.profile = createOddProfile({ key, areas, roads })
    if (hours) {
      const zone = new ZoneClock(hours.timeZone)
      this.clock = {
        spans: new WeekSpans(hours.weekly),
        utcOffsetSeconds: (instantMs) => zone.utcOffsetSeconds(instantMs),
      }
    }
  }

  findTripViolation(trip: OddTrip): RuleBreak | undefined {
    return tripBreak(this.document, this.clock, trip)
  }

  /** Returns the rule that each road of a map violates, if any. */
  getRoads(network: RoadNetwork): DomainRoads {
    const roads = this.roadsByNetwork.get(network) ?? new DomainRoads(network, this.profile.odd, this.area)
    this.roadsByNetwork.set(network, roads)
    return roads
  }

  toAreaViolation(): RuleBreak {
    return outsideArea(this.document)
  }
}

/**
 * Sorts domains into the order in which the router tries them. Real domains come before samples, and smaller domains
 * come first because they are more specific.
 */
export function sortDomains(domains: readonly OperationalDomain[]): OperationalDomain[] {
  return [...domains].sort(
    (a, b) =>
      Number(a.document.sample) - Number(b.document.sample) ||
      a.size - b.size ||
      (a.document.id < b.document.id ? -1 : 1),
  )
}
