import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createDevProxy } from './dev-proxy.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:4310'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // The drawing kit paints on the browser's own canvas there.
  resolve: {
    alias: {
      '@napi-rs/canvas': fileURLToPath(
        new URL('src/features/landing/poster/browser-canvas.ts', import.meta.url),
      ),
    },
  },
  worker: {
    format: 'es',
  },
  server: {
    host: '127.0.0.1',
    proxy: createDevProxy(api),
  },
  build: {
    target: 'es2022',
    // light-dark() carries both themes; for older targets, a build would unfold light-dark() into a
    // second stylesheet.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // Each of these browsers supports modulepreload.
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    // What very many parts share comes in one file; the bundler decides the rest.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 22 }] } },
    },
  },
  ssr: { noExternal: true },
})
