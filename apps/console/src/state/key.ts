import { isString, persistentSignal } from './persistent-signal.ts'

/** API key sent with requests. Empty for anonymous requests, if the service allows them. */
export const apiKey = persistentSignal('key', '', isString)
