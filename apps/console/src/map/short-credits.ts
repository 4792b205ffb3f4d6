interface Credit {
  readonly text: string
  readonly link?: string
}

/** Pages that state the license of the data. The licenses require a link from the map. */
const creditLinks: Readonly<Record<string, string>> = {
  '© OpenStreetMap contributors': 'https://www.openstreetmap.org/copyright',
  '© GeoNames': 'https://www.geonames.org/about.html',
  OurAirports: 'https://ourairports.com/data/',
}

/**
 * Lists each data source once. The license and the purpose are omitted because the documentation states both. The
 * corridor warning appears only when corridors are visible.
 */
export function shortenCredits(attributions: readonly string[], showsAir: boolean): readonly Credit[] {
  const isAirspaceCredit = (attribution: string) => /corridor/i.test(attribution)
  const sources = attributions
    .filter((attribution) => !isAirspaceCredit(attribution))
    .flatMap((attribution) => attribution.split(/[;,](?![^(]*\))/))
    .map((attribution) =>
      attribution
        .replace(/\([^)]*\)/g, '')
        .replace(/^\s*Aerodromes:/, '')
        .trim(),
    )
    .filter((attribution) => attribution !== '')
  const airspaceCredits = showsAir ? attributions.filter(isAirspaceCredit) : []
  return [...new Set([...sources, ...airspaceCredits])].map((attribution) => {
    const link = creditLinks[attribution]
    return link === undefined ? { text: attribution } : { text: attribution, link }
  })
}
