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

/** A domain as used by a thread. */
export class OperationalDomain {
  readonly document: OddDocument
  readonly area: DomainArea
  /** Always the same object, because it is the cache key for metrics. */
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

  /** Determines which rule each road of a map breaks. */
  getRoads(network: RoadNetwork): DomainRoads {
    const roads = this.roadsByNetwork.get(network) ?? new DomainRoads(network, this.profile.odd, this.area)
    this.roadsByNetwork.set(network, roads)
    return roads
  }

  toAreaViolation(): RuleBreak {
    return outsideArea(this.document)
  }
}

/** The order in which domains are tried: real ones before samples, then smaller ones, which are more specific. */
export function sortDomains(domains: readonly OperationalDomain[]): OperationalDomain[] {
  return [...domains].sort(
    (a, b) =>
      Number(a.document.sample) - Number(b.document.sample) ||
      a.size - b.size ||
      (a.document.id < b.document.id ? -1 : 1),
  )
}
