export const elevationRequests = [
  {
    points: [
      [42.5063, 1.5218],
      [42.5401, 1.7194],
    ],
  },
  { polyline: '}kfcGgfhHqeEkxd@' },
]

export const elevationReplyExample = {
  heights_m: [1018.4, 2404.1],
  data: { attribution: 'Terrain: SRTM (NASA, public domain)' },
}
