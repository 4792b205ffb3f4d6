import type { OddDocument } from '@fairway/road'

export const domainColumns = ['DOMAIN', 'VERSION', 'OPERATOR', 'AREAS', 'PERMIT']

export function toDomainRow(document: OddDocument, nowMs: number): string[] {
  const { id, version, operator, areas, sample } = document
  const names = areas.map(({ name }) => name).join(', ')
  return [`${id}${sample ? ' (sample)' : ''}`, version, operator, names, describePermit(document, nowMs)]
}

/** Returns the JSON fields of a domain. */
export function toDomainFields(document: OddDocument, nowMs: number) {
  const { id, version, operator, name, sample, areas, permits } = document
  return {
    id,
    version,
    operator,
    name,
    sample,
    areas: areas.map((area) => area.name),
    permitted_now: isPermitted(document, nowMs),
    permits: permits.map(({ authority, reference, fromMs, untilMs }) => ({
      authority,
      reference,
      from: new Date(fromMs).toISOString(),
      until: Number.isFinite(untilMs) ? new Date(untilMs).toISOString() : null,
    })),
  }
}

function isPermitted({ permits }: OddDocument, nowMs: number): boolean {
  return permits.some(({ fromMs, untilMs }) => fromMs <= nowMs && untilMs > nowMs)
}

function describePermit(document: OddDocument, nowMs: number): string {
  const { permits } = document
  if (isPermitted(document, nowMs)) {
    const lastEndMs = Math.max(...permits.map(({ untilMs }) => untilMs))
    return Number.isFinite(lastEndMs) ? `until ${formatDay(lastEndMs)}` : 'in force'
  }
  const nextPermit = permits.filter(({ fromMs }) => fromMs > nowMs).sort((a, b) => a.fromMs - b.fromMs)[0]
  if (nextPermit) return `from ${formatDay(nextPermit.fromMs)}`
  return permits.length === 0 ? 'none' : `ended ${formatDay(Math.max(...permits.map(({ untilMs }) => untilMs)))}`
}

function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
