import { isText, kept } from './kept.ts'

/** The API key that calls are made with; empty: anonymous, as long as the service allows it. */
export const apiKey = kept('key', '', isText)
