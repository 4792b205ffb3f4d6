import { allFields, type SettingName } from './settings.ts'

/** Maps API fields to the fields of the page. */
const settingByField: Readonly<Record<string, SettingName>> = {
  vehicles: 'vehicles',
  capacity: 'capacity',
  balance: 'balance',
  service_min: 'service',
  max_route_km: 'max_km',
  max_route_min: 'max_min',
  max_route_stops: 'max_stops',
  budget_ms: 'budget_ms',
  depart_at: 'date',
}

const labelBySetting = new Map(allFields.map(({ name, label }) => [name, `“${label}”`]))

function toLabel(field: string): string {
  const setting = settingByField[field]
  return (setting === undefined ? undefined : labelBySetting.get(setting)) ?? field
}

/**
 * Replaces API field names in service messages with the labels of the page, and removes advice that applies only to
 * programs.
 */
export function replaceFieldNames(message: string): string {
  return (
    message
      .replace(/^(vehicles|capacity|balance)(?= is )/, toLabel)
      .replaceAll(/\b(service_min|max_route_km|max_route_min|max_route_stops|budget_ms|depart_at)\b/g, toLabel)
      // In the advice about unused vehicles, `balance` and `capacity` also occur as ordinary words.
      .replace(/\bbalance(?=, “)/, toLabel)
      .replace(/(?<=”, )capacity\b/, toLabel)
      .replace('must be an integer', 'must be a whole number')
      .replace(/, or a list of (?:at most \d+ of )?them\b/, '')
      // Removes the API description of the field, because the label is enough here.
      .replace(/(; it must be .*) \([A-Z].*\)$/, '$1')
  )
}
