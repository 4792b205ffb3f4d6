/** Issues unique ids for elements on the page. */
export type CreateAnchor = (preferred: string) => string

export function createAnchorFactory(): CreateAnchor {
  const usedAnchors = new Set<string>()
  return (preferredAnchor) => {
    const base = preferredAnchor.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') || 'section'
    let anchor = base
    for (let count = 2; usedAnchors.has(anchor); count++) anchor = `${base}-${count}`
    usedAnchors.add(anchor)
    return anchor
  }
}
