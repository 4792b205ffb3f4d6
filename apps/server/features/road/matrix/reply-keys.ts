import { asciiLiteral } from '@fairway/road'

/** Constant parts of a reply, as bytes. */
export const keys = {
  openObject: asciiLiteral('{'),
  distance: asciiLiteral('"distances_km":['),
  duration: asciiLiteral('"durations_min":['),
  free_flow: asciiLiteral('"free_flow_min":['),
  energy: asciiLiteral('"energies_kwh":['),
  in_range: asciiLiteral('"in_range":['),
  true: asciiLiteral('true'),
  false: asciiLiteral('false'),
  openRow: asciiLiteral('['),
  closeRow: asciiLiteral(']'),
  closeRows: asciiLiteral('],'),
  snapped: asciiLiteral('"snapped":{"origins":['),
  destinations: asciiLiteral('],"destinations":['),
  trafficHeadBySource: {
    live: asciiLiteral(']},"traffic":{"source":"live","snapshot_at":'),
    typical: asciiLiteral(']},"traffic":{"source":"typical","snapshot_at":'),
    none: asciiLiteral(']},"traffic":{"source":"none","snapshot_at":'),
  },
  none: asciiLiteral('null'),
  at: asciiLiteral('{"at":'),
  distanceMeters: asciiLiteral(',"distance_m":'),
  name: asciiLiteral(',"name":'),
  closeObject: asciiLiteral('}'),
  comma: asciiLiteral(','),
}
