import { resolve } from 'node:path'
import { startTopology } from './start-topology.ts'

// The scale-out topology on one machine, until Ctrl-C.
const stopping = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => resolve())
})
try {
  const port = Number(process.env['PORT'] ?? 4310)
  const topology = await startTopology({
    dataDir: resolve(process.env['DATA_DIR'] ?? './data', 'topology'),
    port,
    env: process.env,
    onLine: (name, line) => console.log(`${name.padEnd(8)}  ${line}`),
  })
  console.log(`Vignette is ready at ${topology.url} (two web processes, two workers)`)
  await stopping
  await topology.stop()
  process.exit(0)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
