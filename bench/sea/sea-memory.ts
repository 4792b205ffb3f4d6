import { planSeaRoute, SeaPathFinder } from '@fairway/sea'
import { openWorld } from './sea-world.ts'

/**
 * Loads the compiled file, plans routes and prints the memory usage in megabytes. A separate process is needed because
 * the process of the benchmark contains other data.
 */
const { sea, rows } = await openWorld(() => {})
const finder = new SeaPathFinder(sea)
for (const { start, end } of rows.slice(0, 300)) planSeaRoute(finder, { from: start, to: end })
process.stdout.write(`${Math.round(process.memoryUsage().rss / 1e6)}\n`)
