import { resolvePackagesOnce } from '../platform/resolve-packages-once.ts'

resolvePackagesOnce()
// Imported when it has taken effect.
const { runServer } = await import('./run-server.ts')
await runServer()
