import { workerData } from 'node:worker_threads'
import { compileExtract, compileRegion } from '@fairway/dataset'
import { lowerThreadPriority } from '../../platform/thread-priority.ts'
import type { EmbeddedMapThreadData } from './embedded-maps.ts'

lowerThreadPriority()
await compileRegion({ ...(workerData as EmbeddedMapThreadData), threads: 1, onProgress() {} }, compileExtract)
