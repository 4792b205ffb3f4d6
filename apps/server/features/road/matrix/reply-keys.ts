import { ascii } from '@fairway/road'

/** The constant parts of a reply, as bytes. */
export const keys = {
  open: ascii('{'),
  distance: ascii('"distances_km":['),
  duration: ascii('"durations_min":['),
  free_flow: ascii('"free_flow_min":['),
  closeRows: ascii('],'),
  snapped: ascii('"snapped":{"origins":['),
  destinations: ascii('],"destinations":['),
  closeSnapped: ascii(']},"traffic":{"snapshot_at":'),
  none: ascii('null'),
  at: ascii('{"at":'),
  distanceMeters: ascii(',"distance_m":'),
  name: ascii(',"name":'),
  close: ascii('}'),
  comma: ascii(','),
}
