import path from 'node:path'
import { ROOT, say } from './project.mjs'
import { readSetting } from './read-setting.mjs'
import { runAttached } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Vite answers on PORT with hot reload and proxies the server's paths to a server one port higher,
// which restarts at each change of its sources.
await setUp()
const port = Number(readSetting('PORT') ?? 4310)
const api = `http://127.0.0.1:${port + 1}`
say(`Vignette is being developed at http://localhost:${port} (server at ${api})`)
const codes = await Promise.all([
  runAttached(
    ['scripts/watch-program.mjs', 'server/src', 'contract/src', '--', 'server/src/main/start.ts'],
    { env: { NODE_ENV: 'development', PORT: String(port + 1) } },
  ),
  runAttached(
    [path.join(ROOT, 'node_modules/vite/bin/vite.js'), '--port', String(port), '--strictPort'],
    { cwd: path.join(ROOT, 'web'), env: { NODE_ENV: 'development', API_ORIGIN: api } },
  ).then((code) => {
    // Development needs the page, so end the server too.
    process.emit('SIGTERM')
    return code
  }),
])
process.exit(Math.max(...codes))
