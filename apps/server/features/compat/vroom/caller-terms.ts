import type { VroomInput } from './input.ts'

/** Task fields by the optimizer fields that contain one value per task. */
const taskFields: Readonly<Record<string, string>> = {
  stops: 'location',
  service_min: 'service',
  time_windows: 'time_windows',
  demands: 'amount',
  skills: 'skills',
  priorities: 'priority',
}
const vehicleFields: Readonly<Record<string, string>> = {
  shift: 'time_window',
  max_km: 'max_distance',
  max_stops: 'max_tasks',
}

/** Converts an optimizer message to the terms of VROOM's input, with its field names and with longitude first. */
export function toCallerTerms(detail: string, { jobCount }: Pick<VroomInput, 'jobCount'>): string {
  return detail
    .replaceAll(/\b([a-z_]+)\[(\d+)\]/g, (fieldPath, name: string, index: string) =>
      Object.hasOwn(taskFields, name) ? `${toTaskPath(Number(index), jobCount)}.${taskFields[name]}` : fieldPath,
    )
    .replaceAll(/\bfleet\[(\d+)\](?:\.([a-z_]+))?/g, (_given, index: string, name?: string) =>
      name === undefined ? `vehicles[${index}]` : `vehicles[${index}].${vehicleFields[name] ?? name}`,
    )
    .replaceAll(/\[0\](?= is [^;]*; latitude)/g, '[lat]')
    .replaceAll(/\[1\](?= is [^;]*; longitude)/g, '[0]')
    .replaceAll('[lat]', '[1]')
    .replaceAll('points are [latitude, longitude]', 'locations are [longitude, latitude]')
    .replaceAll('[latitude, longitude]', '[longitude, latitude]')
}

/** Returns the path of a task. Jobs come first, and a shipment is a pickup followed by a delivery. */
export function toTaskPath(index: number, jobCount: number): string {
  if (index < jobCount) return `jobs[${index}]`
  const shipment = (index - jobCount) >> 1
  return `shipments[${shipment}].${(index - jobCount) % 2 === 0 ? 'pickup' : 'delivery'}`
}
