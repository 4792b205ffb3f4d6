import { mainFields, moreFields, type SettingName } from './settings.ts'

/** The fields of the page behind the fields of the API. */
const settingOf: Readonly<Record<string, SettingName>> = {
  vehicles: 'vehicles',
  capacity: 'capacity',
  balance: 'balance',
  service_min: 'service',
  max_route_km: 'max_km',
  max_route_min: 'max_min',
  max_route_stops: 'max_stops',
  budget_ms: 'budget_ms',
  depart_at: 'depart_at',
}

const labels = new Map([...mainFields, ...moreFields].map(({ name, label }) => [name, `“${label}”`]))

function labelOf(field: string): string {
  const setting = settingOf[field]
  return (setting === undefined ? undefined : labels.get(setting)) ?? field
}

/** What the service says about fields of its API, about those of the page; what programs may do beside that is left out. */
export function fieldsInWords(text: string): string {
  return (
    text
      .replace(/^(vehicles|capacity|balance)(?= is )/, labelOf)
      .replaceAll(/\b(service_min|max_route_km|max_route_min|max_route_stops|budget_ms|depart_at)\b/g, labelOf)
      // In the advice on vehicles without a tour, where these are words as well.
      .replace(/\bbalance(?=, “)/, labelOf)
      .replace(/(?<=”, )capacity\b/, labelOf)
      .replace('must be an integer', 'must be a whole number')
      .replace(/, or a list of (?:at most \d+ of )?them\b/, '')
      // The description of the field of the API: its label is enough here.
      .replace(/(; it must be .*) \((?:How|What|When)\b.*\)$/, '$1')
  )
}
