import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PRELOAD = fileURLToPath(new URL('../stop-with-parent.mjs', import.meta.url))
const OUTPUT_KEPT = 10_000
/** Longer than a drain takes; a process that is still alive after this time would never end. */
const PATIENCE_MS = 40_000

/** One process of the topology. */
export interface Member {
  readonly name: string
  readonly pid: number
  /** The member's URL; a worker has none. */
  readonly url: string
  readonly exited: Promise<number>
  /** Lets the member drain, and resolves with its exit code. */
  stop(): Promise<number>
}

/**
 * Starts a program on this Node and resolves once the program reports that it is ready, and its
 * URL.
 */
export async function startMember(options: {
  name: string
  program: string
  env: Record<string, string | undefined>
  onLine: (line: string) => void
}): Promise<Member> {
  // If this process is killed with SIGKILL, the channel closes, and the member shuts down
  // gracefully.
  const child = spawn(process.execPath, ['--import', PRELOAD, options.program], {
    env: options.env,
    // The program gets a process group of its own, so that one Ctrl-C arrives once, through this
    // process.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', () => resolve(127))
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_KEPT)
      const ready = /ready(?: at (\S+))?/.exec(output)
      if (ready) resolve(ready[1] ?? '')
      for (const line of chunk.toString().trimEnd().split('\n')) options.onLine(line)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void exited.then(() => reject(new Error(`${options.name} did not start:\n${output.trim()}`)))
  })
  return {
    name: options.name,
    pid: child.pid ?? 0,
    url,
    exited,
    async stop() {
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      const code = await exited
      clearTimeout(patience)
      return code
    },
  }
}
