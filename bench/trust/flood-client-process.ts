import { type AttackCounts, listAttacks } from './flood-attacks.ts'
import type { FloodOrder, FloodReport } from './flood-client.ts'

let controller = new AbortController()

async function flood({ attack: name, target }: Exclude<FloodOrder, 'end'>): Promise<void> {
  const attack = listAttacks().find((candidate) => candidate.name === name)
  if (!attack) throw new Error(`there is no attack ${name}`)
  controller = new AbortController()
  const counts: AttackCounts = { statuses: new Map(), withoutRetryAfter: 0 }
  await attack.run(target, counts, controller.signal)
  const report: FloodReport = { statuses: [...counts.statuses], withoutRetryAfter: counts.withoutRetryAfter }
  process.send?.(report)
}

process.on('message', (order: FloodOrder) => {
  if (order === 'end') controller.abort()
  else void flood(order)
})
