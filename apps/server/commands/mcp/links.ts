import type { Point } from './places.ts'

/** Creates links to the web console, which shows the result on a map. */
export class MapLinks {
  private readonly consoleUrl: string

  constructor(consoleUrl: string) {
    this.consoleUrl = consoleUrl.replace(/\/+$/, '')
  }

  toRoute(points: readonly Point[], profile: string): string {
    const [from, to] = [points[0], points.at(-1)]
    const via = points.slice(1, -1).map((point) => point.join(','))
    return this.toPage('plan', {
      mode: 'road',
      from: from?.join(',') ?? '',
      ...(via.length > 0 && { via: via.join(';') }),
      to: to?.join(',') ?? '',
      ...(profile !== 'car' && { profile }),
    })
  }

  toNearby(point: Point): string {
    return this.toPage('nearby', { at: point.join(','), pin: '1' })
  }

  toLive(): string {
    return this.toPage('live', {})
  }

  private toPage(page: string, query: Record<string, string>): string {
    const text = new URLSearchParams(query).toString().replaceAll('%2C', ',').replaceAll('%3B', ';')
    return `${this.consoleUrl}/#/${page}${text === '' ? '' : `?${text}`}`
  }
}
