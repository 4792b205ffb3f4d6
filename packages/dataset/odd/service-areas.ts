import { InvalidOddError } from './odd-refused.ts'

/** An event of an autonomous service, from `events.csv` of the av-map-data project or a similar table. */
export interface ServiceEvent {
  readonly date: string
  readonly event_type: string
  readonly company: string
  readonly city: string
  readonly geometry_file: string
  readonly supervision: string
  readonly access: string
}

/** Default rules for service areas with no data except the border (see docs/reference/odd.md). */
const defaultDomainRules = {
  roads: {
    classes: ['trunk', 'primary', 'secondary', 'tertiary', 'unclassified', 'residential', 'living_street', 'service'],
    max_speed_limit_kmh: 80,
    exclude: ['unpaved'],
  },
  conditions: {
    weather: ['dry', 'light_rain', 'rain'],
    light: ['daylight', 'twilight', 'night'],
    min_visibility_m: 100,
  },
} as const

/** A service as domain JSON, before its area is read from a separate file. */
export interface ServiceDomain {
  readonly id: string
  readonly file: string
  readonly areaName: string
  readonly json: Record<string, unknown>
}

const DATE_PATTERN = /^\d{4}-\d\d-\d\d$/

/**
 * Lists one domain per area. A domain is valid from the date of its event until the service changes its area or ends.
 */
export function listServiceDomains(events: readonly ServiceEvent[]): ServiceDomain[] {
  for (const [index, { date }] of events.entries()) {
    const isDate = DATE_PATTERN.test(date) && Number.isFinite(Date.parse(date))
    if (!isDate) throw new InvalidOddError(`events.csv row ${index + 2}, date`, date, 'give a day such as 2026-06-16')
  }
  return events.filter(hasArea).map((event) => toDomain(event, events))
}

function hasArea({ geometry_file }: ServiceEvent): boolean {
  return geometry_file.endsWith('.geojson')
}

function toDomain(event: ServiceEvent, events: readonly ServiceEvent[]): ServiceDomain {
  const { date, company, city, geometry_file: file, event_type: type } = event
  const id = file.replace(/(-boundary)?\.geojson$/, '')
  const endDate = events
    .filter(
      (laterArea) =>
        laterArea.company === company && laterArea.city === city && laterArea.date > date && endsArea(laterArea),
    )
    .map((laterArea) => laterArea.date)
    .sort()[0]
  // An announced service has no permit yet.
  const isAnnounced = type === 'service_announced'
  const permit = {
    authority: 'published service area',
    reference: `${type.replaceAll('_', ' ')}, ${date}`,
    from: `${date}T00:00:00Z`,
    ...(endDate === undefined ? {} : { until: `${endDate}T00:00:00Z` }),
  }
  const json = {
    id,
    version: date,
    operator: company,
    name: `${company} ${city}`,
    permits: isAnnounced ? [] : [permit],
  }
  return { id, file, areaName: city, json: { ...json, ...defaultDomainRules } }
}

function endsArea(event: ServiceEvent): boolean {
  return hasArea(event) || event.event_type === 'service_ended'
}
