import type { ShapeDrawer, TileLayer } from '@fairway/geo'
import type { OperationalDomain } from '../../road/av/domains/domain.ts'

/** Draws the domains of self-driving vehicles. */
export function drawDomains(drawer: ShapeDrawer, layer: TileLayer, domains: readonly OperationalDomain[]): void {
  for (const { document } of domains) {
    for (const area of document.areas) {
      const tags = layer.encodeTags({
        id: document.id,
        operator: document.operator,
        name: document.name,
        area: area.name,
        sample: document.sample ? 1 : undefined,
      })
      for (const rings of area.polygons) drawer.drawPolygon(layer, tags, rings)
    }
  }
}
