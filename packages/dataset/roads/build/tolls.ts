import { encodeCurrency, TollSubject, type TollTable } from '@fairway/road'
import type { ClassCharge } from '../rules/rules.ts'

type Charges = readonly ClassCharge[] | undefined

/** Builds the table of toll amounts. Returns undefined if the map has no amounts. */
export function buildTollTable(
  chargesOfRoad: readonly Charges[],
  nodeCount: number,
  chargesOfNode: (node: number) => Charges,
): TollTable | undefined {
  const rows: { kind: number; subject: number; charge: ClassCharge }[] = []
  const addRows = (kind: number, subject: number, charges: Charges) => {
    for (const charge of charges ?? []) rows.push({ kind, subject, charge })
  }
  for (const [road, charges] of chargesOfRoad.entries()) addRows(TollSubject.road, road, charges)
  for (let node = 0; node < nodeCount; node++) addRows(TollSubject.node, node, chargesOfNode(node))
  if (rows.length === 0) return undefined
  return {
    count: rows.length,
    subjectKind: Uint8Array.from(rows, ({ kind }) => kind),
    subject: Uint32Array.from(rows, ({ subject }) => subject),
    classes: Uint8Array.from(rows, ({ charge }) => charge.classBits),
    currency: Uint16Array.from(rows, ({ charge }) => encodeCurrency(charge.currency)),
    amount: Uint32Array.from(rows, ({ charge }) => charge.thousandths),
    isPerKm: Uint8Array.from(rows, ({ charge }) => Number(charge.isPerKm)),
  }
}
