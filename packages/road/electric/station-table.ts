/**
 * A kind of socket with its OpenStreetMap name. `kw` is its usual power, which is used for stations whose power is not
 * mapped.
 */
export interface ConnectorKind {
  readonly name: string
  readonly kw: number
  /** True for direct current. With alternating current, the vehicle's onboard charger also limits the power. */
  readonly isDirect: boolean
}

const alternating = <const Name extends string>(name: Name, kw: number) => ({ name, kw, isDirect: false })
const directConnector = <const Name extends string>(name: Name, kw: number) => ({ name, kw, isDirect: true })

/** Supported kinds of sockets. Datasets store the index of a kind, so new kinds must be appended. */
export const connectorKinds = [
  alternating('type2', 11),
  directConnector('type2_combo', 50),
  directConnector('chademo', 50),
  alternating('type1', 7),
  directConnector('type1_combo', 50),
  directConnector('tesla_supercharger', 120),
  directConnector('tesla_supercharger_ccs', 150),
  alternating('tesla_destination', 11),
  directConnector('nacs', 150),
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
  directConnector('gb_dc', 60),
] as const satisfies readonly ConnectorKind[]
export type ConnectorName = (typeof connectorKinds)[number]['name']

/**
 * The charging stations of a dataset, with coordinates in microdegrees. The sockets of station `s` are
 * `socketFirst[s]` to `socketFirst[s + 1] - 1`.
 */
export interface ChargingTable {
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  /** 1 if the station is not open to the public. */
  readonly isRestricted: Uint8Array
  readonly socketFirst: Uint32Array
  readonly socketKind: Uint8Array
  readonly socketWatts: Uint32Array
  /**
   * The bytes `detailFirst[s]` to `detailFirst[s + 1] - 1` of `detailBytes` contain the StationDetails of station `s`
   * as JSON.
   */
  readonly detailFirst: Uint32Array
  readonly detailBytes: Uint8Array
}

/** Station details for replies. All fields except `osm` are omitted if OpenStreetMap has no value. */
export interface StationDetails {
  /** An ID such as node/123, or an empty string if the extract has no IDs. */
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
