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

// In parallel, because an operator waits for both at the first start.
await Promise.all([buildForBrowser(), buildForServer()])
