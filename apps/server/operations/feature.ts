import type { FastifyInstance } from 'fastify'
import type { Operation } from './define-operation.ts'

/** Part of the API with its operations, pages and files. */
export interface Feature {
  readonly operations?: readonly Operation[]
  /**
   * Adds routes that are not operations: pages, files and health checks. The server neither guards nor counts these
   * routes.
   */
  readonly routes?: (app: FastifyInstance) => void
  /** Ends long-running replies when the server shuts down. */
  readonly stop?: () => void
  /** Releases the feature's resources after the last reply is sent. */
  readonly close?: () => unknown
}
