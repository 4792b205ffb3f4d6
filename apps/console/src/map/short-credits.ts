interface Credit {
  readonly text: string
  readonly link?: string
}

/** Licenses require a link from the map. The linked pages state the license of the data. */
const creditLinks: Readonly<Record<string, string>> = {
  '© OpenStreetMap contributors': 'https://www.openstreetmap.org/copyright',
  '© GeoNames': 'https://www.geonames.org/about.html',
  OurAirports: 'https://ourairports.com/data/',
}

/**
 * Lists each source once. The license in parentheses and the purpose are omitted; the documentation has both. The
 * corridor warning is shown only when corridors are visible.
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
