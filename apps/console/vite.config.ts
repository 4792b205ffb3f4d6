import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('.'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rollupOptions: {
      input: [at('index.html'), at('src/service-worker.ts')],
      output: {
        // It serves the pages below its own address, which must stay the same over all versions.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // The map library changes seldom and is the largest part: browsers keep it over many versions of the page.
        manualChunks: (id: string) => (id.includes('/maplibre-gl/') ? 'map-library' : undefined),
      },
    },
  },
  // For work on the page: `npx vite apps/console` beside a running service.
  server: { proxy: { '^/(v1|account|tiles|openapi.json|readyz|docs)': 'http://127.0.0.1:8080' } },
})
