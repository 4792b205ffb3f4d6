/** Issues unique ids for elements on the page. */
export type Anchors = (wish: string) => string

export function createAnchors(): Anchors {
  const taken = new Set<string>()
  return (wish) => {
    const base = wish.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') || 'section'
    let anchor = base
    for (let count = 2; taken.has(anchor); count++) anchor = `${base}-${count}`
    taken.add(anchor)
    return anchor
  }
}
