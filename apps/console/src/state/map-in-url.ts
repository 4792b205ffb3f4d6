import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'preact/hooks'
import { currentMap } from '../map/current-map.ts'
import { formatMapView, parseMapView } from './map-view.ts'
import { pageLocation, writeMapView } from './page-location.ts'

/**
 * Writes the map position to the URL after the user moves the map, and moves the map to the position of a link. Until
 * the user moves the map, the URL omits the position because the map follows the content of the link.
 */
export function useMapInUrl(): void {
  const map = currentMap.value
  const { mapView } = pageLocation.value
  useEffect(() => {
    if (map === undefined) return
    let isMovedByUser = false
    const onMoveStart = (event: { readonly originalEvent?: unknown }) => {
      isMovedByUser ||= event.originalEvent !== undefined
    }
    const onMoveEnd = () => {
      if (isMovedByUser || pageLocation.peek().mapView !== undefined) writeMapView(readMapView(map))
      isMovedByUser = false
    }
    // Zooming with the mouse wheel starts without an original browser event.
    const onWheel = () => {
      isMovedByUser = true
    }
    map.on('wheel', onWheel)
    map.on('movestart', onMoveStart)
    map.on('moveend', onMoveEnd)
    return () => {
      map.off('wheel', onWheel)
      map.off('movestart', onMoveStart)
      map.off('moveend', onMoveEnd)
    }
  }, [map])
  useEffect(() => {
    const target = mapView === undefined ? undefined : parseMapView(mapView)
    if (map === undefined || target === undefined || mapView === readMapView(map)) return
    map.jumpTo({ zoom: target.zoom, center: [target.longitude, target.latitude] })
  }, [map, mapView])
}

function readMapView(map: MapLibre): string {
  const { lat, lng } = map.getCenter().wrap()
  return formatMapView({ zoom: map.getZoom(), latitude: lat, longitude: lng })
}
