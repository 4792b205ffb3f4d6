export { drawPlan, drive, START_MS } from './drawn.ts'
