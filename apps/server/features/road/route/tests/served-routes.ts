import type { TestService } from '../../../../../../tests/support/servers/service.ts'

/** Lists every `METHOD /path` of the router. The router's own listing is parsed, so that no route is missed. */
export function servedRoutes({ app }: TestService): string[] {
  const routes: string[] = []
  const prefixes: string[] = []
  for (const line of app.printRoutes().split('\n')) {
    const drawn = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!drawn) continue
    const [, indent = '', segment = '', methods] = drawn
    const depth = indent.length / 4
    const path = (prefixes[depth - 1] ?? '') + segment
    prefixes[depth] = path
    for (const method of methods?.split(', ') ?? []) routes.push(`${method} ${path}`)
  }
  return routes.sort()
}
