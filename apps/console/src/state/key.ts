import { isString, persistentSignal } from './kept.ts'

/** The API key of requests. Empty means anonymous, if the service allows it. */
export const apiKey = persistentSignal('key', '', isString)
