import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { createDevProxy } from './dev-proxy.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:4310'

/**
 * Only the server reads these fields of a page, so the first load of a browser goes without them.
 * Each stands on one line.
 */
const slimPages: Plugin = {
  name: 'slim-pages',
  apply: 'build',
  enforce: 'pre',
  transform(code, id, options) {
    if (options?.ssr || !id.endsWith('/src/app/pages.ts')) return undefined
    return {
      code: code.replaceAll(/^ {4}(?:screen|title|inSitemap|indexed|plan|asks): .*,$/gm, ''),
      map: null,
    }
  },
}

export default defineConfig({
  plugins: [slimPages, react(), tailwindcss()],
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
    rolldownOptions: { output: { entryFileNames: 'assets/[hash:6].js' } },
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
    rolldownOptions: {
      output: {
        // Every first load carries the names of all chunks, and hashes compress badly.
        chunkFileNames: 'assets/[hash:6].js',
        // One chunk for code that every page needs: many small chunks compress worse and load one
        // after another.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /node_modules\/(?:react|react-dom|scheduler|@tanstack)\/|src\/app\/(?!entry|fresh-sign-in|late-header|mobile-menu)|src\/lib\/(?!came-from|copy-text|dates|json-path|late|save-file|throttled-track)|src\/ui\/(?:badge|button|class-names|emblem|empty-state|glyph|hover-film|lazy-part|link|media|skeleton|spinner|toast|toaster|wordmark|icon|contact-address)\.|src\/features\/(?:config|identity)\/|src\/features\/workflows\/(?:label-sample|recipe-rules|api\/(?:get-workflow|list-workflows)\.)|contract\/src\/(?:creator-path|generation-time|limits|money|web-paths)/,
            },
            // Apart from what every first load carries: each screen needs some of these.
            {
              name: 'limits',
              test: /contract\/src\/(?:(?!collection|number|referral)[a-z]+-limits|draft-words)\./,
            },
            // Icons have a group of their own; otherwise they would be in the first group whose
            // files use an icon.
            { name: 'icons', test: /src\/ui\/(?:icons|draw-icon)\./ },
            // Buttons on the pages of recipes and creations, whose dialogs load on a click.
            {
              name: 'doors',
              test: /src\/features\/(?:moderation\/report-button|creations\/(?:media-parts|collections\/save-button))\./,
            },
            // Parts that are too small for a chunk each: every first load carries all names, and
            // beyond 64 chunks each name would need a longer hash.
            {
              name: 'deeds',
              test: /contract\/src\/(?:case-words|dispute-words|labels|number-limits|parse-cents)\.|src\/ui\/(?:alert|figures)\.|src\/lib\/(?:dates|json-path|save-file)\.|src\/features\/creations\/(?:license-words|share\/share-link|gallery\/choose-creation-picture|api\/(?:restore-creation|list-user-creations))\./,
            },
          ],
        },
      },
    },
  },
  ssr: { noExternal: true },
})
