import { isString, persistentSignal } from './persistent-signal.ts'

/** The API key sent with requests. Empty means anonymous, if the service allows it. */
export const apiKey = persistentSignal('key', '', isString)
