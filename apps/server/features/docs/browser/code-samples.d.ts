export function toCode(
  language: string,
  request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly (readonly string[])[]
  },
  body: string,
): string
