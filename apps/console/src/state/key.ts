import { isText, kept } from './kept.ts'

/** The API key of requests. Empty means anonymous, if the service allows it. */
export const apiKey = kept('key', '', isText)
