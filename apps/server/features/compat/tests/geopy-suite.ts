import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { ServiceSource } from './format-case.ts'

/** Only Debian's Python has Debian's packages, but another Python may come first in the path. */
const python = ['/usr/bin/python3', 'python3'].find(
  (command) => spawnSync(command, ['-c', 'import geopy']).status === 0,
)

const program = `
import json, sys
from geopy.exc import GeocoderQueryError
from geopy.geocoders import Nominatim, Photon

host = sys.argv[1]
nominatim = Nominatim(scheme="http", domain=host + "/v1/compat/nominatim", user_agent="test")
photon = Photon(scheme="http", domain=host + "/v1/compat/photon")
house = nominatim.geocode("18 de julio 1234, montevideo", addressdetails=True)
structured = nominatim.geocode({"street": "18 de julio 1234", "city": "montevideo"})
street = nominatim.reverse((-34.9066, -56.1671), language="es")
nothing = nominatim.geocode("qqqqqqqqqqqq")
cafe = photon.geocode("escaramuza", location_bias=(-34.9066, -56.1671))
near = photon.reverse((-34.9066, -56.1671))
try:
    nominatim.geocode("x" * 201)
    refused = ""
except GeocoderQueryError as error:
    refused = type(error).__name__
print(json.dumps({
    "house": [house.address, house.latitude, house.longitude, house.raw["address"]["house_number"]],
    "structured": [structured.latitude, structured.longitude],
    "street": street.address,
    "nothing": nothing,
    "cafe": [cafe.address, cafe.raw["properties"]["osm_id"]],
    "near": near.address,
    "refused": refused,
}))
`

/** Tests the widely used Python client geopy. Only the domain in its settings is changed. */
export function describeGeopy(getService: ServiceSource): void {
  describe.skipIf(python === undefined)('geopy (skipped without the package python3-geopy)', () => {
    test('finds places and addresses with Nominatim and Photon', async () => {
      const { app } = getService()
      const address = app.server.address()
      const url =
        typeof address === 'object' && address
          ? `http://127.0.0.1:${address.port}`
          : await app.listen({ port: 0, host: '127.0.0.1' })
      const child = spawn(python ?? '', ['-c', program, url.replace('http://', '')])
      const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
      expect(errors).toBe('')
      expect(JSON.parse(output)).toEqual({
        house: [
          '1234, Avenida 18 de Julio, Montevideo, Montevideo Department, Uruguay',
          -34.905872,
          -56.189437,
          '1234',
        ],
        structured: [-34.905872, -56.189437],
        street: expect.stringContaining('Juan Paullier'),
        nothing: null,
        cafe: [expect.stringMatching(/^Escaramuza, .*Montevideo/), expect.any(Number)],
        near: expect.stringContaining('Juan Paullier'),
        refused: 'GeocoderQueryError',
      })
    })
  })
}
