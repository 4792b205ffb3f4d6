import type { CodeCall } from '../shell/code-call.ts'

export function toCode(language: string, calls: readonly CodeCall[], origin: string): string
