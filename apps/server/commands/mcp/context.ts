import { createClient } from '@fairway/client'
import { CommandError, exitCodes } from '../exit.ts'
import type { ToolContext } from './define-tool.ts'
import { MapLinks } from './links.ts'
import { ApiDocs } from './resources.ts'

interface ContextOptions {
  readonly url: string
  readonly consoleUrl: string
  /** Key for callers that do not send a key. */
  readonly ownKey: string | undefined
}

/** Returns a function that creates the context in which tools run for the caller with the given key. */
export function createContextFactory({ url, consoleUrl, ownKey }: ContextOptions): (apiKey?: string) => ToolContext {
  const links = new MapLinks(consoleUrl)
  const docs = new ApiDocs(url)
  const createContext = (apiKey = ownKey): ToolContext => ({
    client: createClient({ baseUrl: url, ...(apiKey !== undefined && { apiKey }) }),
    links,
    docs,
  })
  try {
    createContext()
  } catch (error) {
    throw new CommandError(exitCodes.usage, `--url or --api-key-file is invalid: ${(error as Error).message}`)
  }
  return createContext
}
