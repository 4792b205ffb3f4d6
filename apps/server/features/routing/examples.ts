export const routeExample = {}
