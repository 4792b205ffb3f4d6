import { describeValue, parseMeasurements } from '../assets/side-fields.ts'
import type { ReceivedElement } from '../positions/received-positions.ts'
import { isFields } from './tracker-formats.ts'

/** Position that a Traccar server forwards, with its device. */
export interface ForwardedPosition {
  /** Identifier of the device in Traccar. */
  readonly device: string
  readonly element: ReceivedElement
}

const MS_PER_KNOT = 1852 / 3600

/**
 * Parses the body of Traccar's position forwarding with `forward.type` set to `json`: `{ position, device }`, in knots
 * and percent. Returns undefined for other bodies.
 */
export function parseTraccarForward(body: unknown): ForwardedPosition | undefined {
  if (!isFields(body) || !isFields(body.position) || !isFields(body.device)) return undefined
  const { position, device } = body
  const { latitude, longitude, fixTime, valid, attributes } = position
  if (typeof device.uniqueId !== 'string' || device.uniqueId === '')
    return rejectPosition(
      '',
      `device.uniqueId is ${describeValue(device.uniqueId)}; it must be the identifier of the device`,
    )
  if (valid === false) return rejectPosition(device.uniqueId, 'position.valid is false: the receiver has no fix')
  const { values, ignoredFieldWarnings } = parseMeasurements({
    speed_ms: { sentName: 'position.speed', rawValue: position.speed, factor: MS_PER_KNOT },
    heading: { sentName: 'position.course', rawValue: position.course },
    battery_pct: {
      sentName: 'position.attributes.batteryLevel',
      rawValue: isFields(attributes) ? attributes.batteryLevel : undefined,
    },
    // Traccar sends 0 for values that the device does not report.
    altitude_m: { sentName: 'position.altitude', rawValue: position.altitude || undefined },
    accuracy_m: { sentName: 'position.accuracy', rawValue: position.accuracy || undefined },
  })
  const receivedFields = { lat: latitude, lon: longitude, time: fixTime, ...values }
  const value = Object.fromEntries(
    Object.entries(receivedFields).filter(([, field]) => (field ?? undefined) !== undefined),
  )
  const names = {
    at: 'position',
    latitude: 'position.latitude',
    longitude: 'position.longitude',
    time: 'position.fixTime',
  }
  return { device: device.uniqueId, element: { index: 0, value, trackerFields: { names, ignoredFieldWarnings } } }
}

function rejectPosition(device: string, reason: string): ForwardedPosition {
  return { device, element: { index: 0, why: reason } }
}
