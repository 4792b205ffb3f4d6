import { planSeaRoute, SeaPathFinder } from '@fairway/sea'
import { openWorld } from './sea-world.ts'

/**
 * A separate process, because the benchmark's own process holds all other data: loads the compiled file, plans routes,
 * and prints megabytes.
 */
const { sea, rows } = await openWorld(() => {})
const finder = new SeaPathFinder(sea)
for (const { start, end } of rows.slice(0, 300)) planSeaRoute(finder, { from: start, to: end })
process.stdout.write(`${Math.round(process.memoryUsage().rss / 1e6)}\n`)
