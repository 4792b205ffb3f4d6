import type { FastifyInstance } from 'fastify'
import type { Operation } from './define-operation.ts'

/** A part of the API: its operations, and any pages and files that it also serves. */
export interface Feature {
  readonly operations?: readonly Operation[]
  /** Adds routes that are not operations: pages, files, health checks. They are neither guarded nor counted. */
  readonly routes?: (app: FastifyInstance) => void
  /** Ends long replies when the server shuts down. */
  readonly stop?: () => void
  /** Releases the feature's resources after the last reply. */
  readonly close?: () => unknown
}
