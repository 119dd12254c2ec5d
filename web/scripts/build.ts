import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { precompress } from './precompress.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

async function buildForBrowser(): Promise<void> {
  await build({ root, build: { outDir: 'dist/client' } })
  await precompress(`${root}dist/client`)
}

async function buildForServer(): Promise<void> {
  await build({ root, build: { ssr: 'src/app/entry-server.tsx', outDir: 'dist/server' } })
}

// Side by side, because an operator of a first start waits for both.
await Promise.all([buildForBrowser(), buildForServer()])
