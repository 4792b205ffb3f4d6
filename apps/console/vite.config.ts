import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: toPath('.'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rollupOptions: {
      input: [toPath('index.html'), toPath('src/service-worker.ts'), toPath('src/embed/embed.ts')],
      output: {
        // The service worker controls the pages below its URL, and other sites include the web components, so both URLs
        // must stay the same in all versions.
        entryFileNames: ({ name }) =>
          name === 'service-worker' || name === 'embed' ? '[name].js' : 'assets/[name]-[hash].js',
        // The map library is the largest chunk and rarely changes. As a separate chunk, it stays in browser caches
        // across page versions.
        manualChunks: (id: string) => (id.includes('/maplibre-gl/') ? 'map-library' : undefined),
      },
    },
  },
  // For page development: run `npx vite apps/console` while the service is running.
  server: { proxy: { '^/(v1|account|tiles|openapi.json|readyz|docs)': 'http://127.0.0.1:8080' } },
})
