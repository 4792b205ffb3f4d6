import { kept } from './kept.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/** The API key that calls are made with; empty: anonymous, as long as the service allows it. */
export const apiKey = kept('key', '', isText)
