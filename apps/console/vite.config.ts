import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { SERVICE_PATHS } from './service-paths.ts'

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
        // The URLs of the service worker and the web components must stay the same in all versions. A service worker
        // controls the pages below its URL, and other sites include the web components.
        entryFileNames: ({ name }) =>
          name === 'service-worker' || name === 'embed' ? '[name].js' : 'assets/[name]-[hash].js',
        // MapLibre is the largest chunk and rarely changes. As a separate chunk, it stays in browser caches when the
        // pages change.
        manualChunks: (id: string) => (id.includes('/maplibre-gl/') ? 'map-library' : undefined),
      },
    },
  },
  // For development, run `npx vite apps/console` while the service is running.
  server: { proxy: { [SERVICE_PATHS]: 'http://127.0.0.1:8080' } },
})
