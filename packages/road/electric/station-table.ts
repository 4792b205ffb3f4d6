/** A kind of socket: `kw` is its usual power, for stations whose power is not mapped. Names are those of OpenStreetMap. */
export interface ConnectorKind {
  readonly name: string
  readonly kw: number
  /**
   * Whether it supplies direct current. Alternating current also passes through the vehicle's charger, which limits the
   * power further.
   */
  readonly isDirect: boolean
}

const alternating = (name: string, kw: number): ConnectorKind => ({ name, kw, isDirect: false })
const direct = (name: string, kw: number): ConnectorKind => ({ name, kw, isDirect: true })

/** Datasets store the index of a kind. Append new kinds at the end. */
export const connectorKinds = [
  alternating('type2', 11),
  direct('type2_combo', 50),
  direct('chademo', 50),
  alternating('type1', 7),
  direct('type1_combo', 50),
  direct('tesla_supercharger', 120),
  direct('tesla_supercharger_ccs', 150),
  alternating('tesla_destination', 11),
  direct('nacs', 150),
  alternating('type3c', 11),
  alternating('type3a', 3.7),
  alternating('schuko', 2.3),
  alternating('typee', 2.3),
  alternating('cee_blue', 3.7),
  alternating('cee_red_16a', 11),
  alternating('cee_red_32a', 22),
  alternating('bs1363', 2.3),
  alternating('nema_14_50', 7),
  alternating('gb_ac', 7),
  direct('gb_dc', 60),
] as const satisfies readonly ConnectorKind[]

/**
 * The charging stations of a dataset, in micro-degrees. Sockets of station s: `socketFirst[s]` up to
 * `socketFirst[s + 1]`.
 */
export interface ChargingTable {
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  /** 1 if not open to the public. */
  readonly isRestricted: Uint8Array
  readonly socketFirst: Uint32Array
  readonly socketKind: Uint8Array
  readonly socketWatts: Uint32Array
  /** JSON of StationDetails, from `detailFirst[s]` up to `detailFirst[s + 1]`. */
  readonly detailFirst: Uint32Array
  readonly detailBytes: Uint8Array
}

/** Station details for replies. All fields except `osm` are omitted if they are not mapped. */
export interface StationDetails {
  /** An ID such as node/123; empty if the extract has no IDs. */
  readonly osm: string
  readonly name?: string
  readonly operator?: string
  readonly opening_hours?: string
  readonly access?: string
  readonly fee?: string
  readonly capacity?: number
}

export const noStations: ChargingTable = {
  latitude: new Int32Array(0),
  longitude: new Int32Array(0),
  isRestricted: new Uint8Array(0),
  socketFirst: new Uint32Array(1),
  socketKind: new Uint8Array(0),
  socketWatts: new Uint32Array(0),
  detailFirst: new Uint32Array(1),
  detailBytes: new Uint8Array(0),
}

const decoder = new TextDecoder()

export function readStationDetails({ detailFirst, detailBytes }: ChargingTable, station: number): StationDetails {
  // TextDecoder rejects views of shared memory.
  const bytes = detailBytes.slice(detailFirst[station], detailFirst[station + 1])
  return JSON.parse(decoder.decode(bytes)) as StationDetails
}
