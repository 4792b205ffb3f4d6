/** Pattern of the paths that the service answers. All other paths are files of the console. */
export const SERVICE_PATHS =
  '^/(v1|account|tiles|styles|sprites|fonts|maps|share|docs)(/|\\?|$)|^/(openapi\\.json|healthz|readyz)$'
