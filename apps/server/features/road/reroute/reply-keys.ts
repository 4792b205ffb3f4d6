import { asciiLiteral, utf8Literal } from '@fairway/road'

/** Constant parts of a reply, as bytes. */
export const keys = {
  kind: asciiLiteral('{"kind":'),
  reason: asciiLiteral(',"reason":'),
  base: asciiLiteral(',"base_checksum":'),
  checksum: asciiLiteral(',"checksum":'),
  distance: asciiLiteral(',"distance_km":'),
  eta: asciiLiteral(',"eta_min":'),
  freeFlow: asciiLiteral(',"free_flow_min":'),
  saved: asciiLiteral(',"saved_min":'),
  ops: asciiLiteral(',"delta":{"ops":['),
  keep: asciiLiteral('{"op":"keep","from":'),
  to: asciiLiteral(',"to":'),
  insert: asciiLiteral('{"op":"insert","geometry":'),
  steps: asciiLiteral(',"steps":['),
  closeList: asciiLiteral(']'),
  closeObject: asciiLiteral('}'),
  closeOps: asciiLiteral(']}'),
  comma: asciiLiteral(','),
  route: asciiLiteral(',"route":'),
  previousEta: asciiLiteral(',"receipt":{"previous_eta_min":'),
  newEta: asciiLiteral(',"new_eta_min":'),
  snapshot: asciiLiteral(',"snapshot_at":'),
  none: asciiLiteral('null'),
  kept: utf8Literal(',"kept_previous":true}}'),
  changed: utf8Literal(',"kept_previous":false}}'),
}
