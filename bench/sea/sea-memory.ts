import { planSea, WayFinder } from '@fairway/sea'
import { openWorld } from './sea-world.ts'

/** A process of its own, as that of the benchmark holds all others: loads the compiled file, plans, prints megabytes. */
const { sea, rows } = await openWorld(() => {})
const finder = new WayFinder(sea)
for (const { start, end } of rows.slice(0, 300)) planSea(finder, { from: start, to: end })
process.stdout.write(`${Math.round(process.memoryUsage().rss / 1e6)}\n`)
