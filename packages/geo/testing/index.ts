export { sharedPath } from './shared-path.ts'
