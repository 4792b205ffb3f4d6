export { drawPlan, drive, START_MS } from './drawn.ts'
export { seededRandom } from './random.ts'
