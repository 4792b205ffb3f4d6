/**
 * Replaces WebGL in a page: every call succeeds and draws nothing. The map then loads its tiles, places its labels,
 * finds the features under the mouse and reports when it is complete, as it does with a graphics card. Without a
 * graphics card, drawing takes as much CPU time as everything else that a page does. This function runs in the page.
 */
export function drawNothing(): void {
  const zeroes = new Set(['getError', 'getAttribLocation'])
  const limits: Record<number, unknown> = {
    [WebGL2RenderingContext.MAX_TEXTURE_SIZE]: 4096,
    [WebGL2RenderingContext.MAX_RENDERBUFFER_SIZE]: 4096,
    [WebGL2RenderingContext.MAX_VIEWPORT_DIMS]: [4096, 4096],
  }
  const answers: Record<string, (...given: readonly unknown[]) => unknown> = {
    checkFramebufferStatus: () => WebGL2RenderingContext.FRAMEBUFFER_COMPLETE,
    getContextAttributes: () => ({}),
    getExtension: () => null,
    getParameter: (name) => limits[Number(name)] ?? 16,
    getProgramParameter: () => true,
    getShaderParameter: () => true,
    getUniformLocation: () => ({}),
    isContextLost: () => false,
  }
  const createContext = (canvas: HTMLCanvasElement): object => {
    const context = Object.create(WebGL2RenderingContext.prototype) as object
    const define = (name: string, get: () => unknown) => Object.defineProperty(context, name, { get })
    define('canvas', () => canvas)
    define('drawingBufferWidth', () => canvas.width)
    define('drawingBufferHeight', () => canvas.height)
    for (const [name, { value }] of Object.entries(
      Object.getOwnPropertyDescriptors(WebGL2RenderingContext.prototype),
    )) {
      if (typeof value !== 'function') continue
      const answer =
        answers[name] ?? (zeroes.has(name) ? () => 0 : name.startsWith('create') ? () => ({}) : () => undefined)
      Object.defineProperty(context, name, { value: answer })
    }
    return context
  }
  const contexts = new WeakMap<HTMLCanvasElement, object>()
  const getContext = HTMLCanvasElement.prototype.getContext
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    value(this: HTMLCanvasElement, kind: string, ...options: unknown[]) {
      if (kind !== 'webgl2') return Reflect.apply(getContext, this, [kind, ...options])
      const context = contexts.get(this) ?? createContext(this)
      contexts.set(this, context)
      return context
    },
  })
}

/** Hides WebGL from a page, as on computers where it is disabled. This function runs in the page. */
export function disableGraphics(): void {
  const getContext = HTMLCanvasElement.prototype.getContext
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    value(this: HTMLCanvasElement, kind: string, ...options: unknown[]) {
      return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...options])
    },
  })
}
