export { makeTestRoute, START_MS, simulateDrive } from './drawn.ts'
