import { ascii, utf8 } from '@fairway/road'

/** The constant parts of a reply, as bytes. */
export const keys = {
  kind: ascii('{"kind":'),
  reason: ascii(',"reason":'),
  base: ascii(',"base_checksum":'),
  checksum: ascii(',"checksum":'),
  distance: ascii(',"distance_km":'),
  eta: ascii(',"eta_min":'),
  freeFlow: ascii(',"free_flow_min":'),
  saved: ascii(',"saved_min":'),
  ops: ascii(',"delta":{"ops":['),
  keep: ascii('{"op":"keep","from":'),
  to: ascii(',"to":'),
  insert: ascii('{"op":"insert","geometry":'),
  steps: ascii(',"steps":['),
  closeList: ascii(']'),
  close: ascii('}'),
  closeOps: ascii(']}'),
  comma: ascii(','),
  route: ascii(',"route":'),
  previousEta: ascii(',"receipt":{"previous_eta_min":'),
  newEta: ascii(',"new_eta_min":'),
  snapshot: ascii(',"snapshot_at":'),
  none: ascii('null'),
  kept: utf8(',"kept_previous":true}}'),
  changed: utf8(',"kept_previous":false}}'),
}
