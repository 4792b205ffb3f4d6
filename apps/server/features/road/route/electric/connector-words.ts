import { type ConnectorName, connectorKinds } from '@fairway/road'

/** Connectors by the names that drivers and other providers use, in lower case. */
export const connectorByWord: Readonly<Record<string, ConnectorName>> = {
  ...(Object.fromEntries(connectorKinds.map(({ name }) => [name, name])) as Record<ConnectorName, ConnectorName>),
  // On maps, CCS without a number means the European connector.
  ccs: 'type2_combo',
  ccs2: 'type2_combo',
  ccs_2: 'type2_combo',
  combo2: 'type2_combo',
  type2_ccs: 'type2_combo',
  ccs1: 'type1_combo',
  ccs_1: 'type1_combo',
  combo1: 'type1_combo',
  type1_ccs: 'type1_combo',
  type_2: 'type2',
  mennekes: 'type2',
  type2_cable: 'type2',
  type_1: 'type1',
  j1772: 'type1',
  type1_cable: 'type1',
  type3: 'type3c',
  tesla: 'tesla_supercharger',
  j3400: 'nacs',
  type_f: 'schuko',
  type_e: 'typee',
  gbt_ac: 'gb_ac',
  gbt_dc: 'gb_dc',
}

/** The usual names, for descriptions. */
export const usualConnectorWords = ['ccs', 'ccs1', 'ccs2', 'j1772', 'mennekes', 'tesla', 'j3400'] as const
