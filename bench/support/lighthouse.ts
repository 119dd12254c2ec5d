import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findBrowser } from '../../scripts/find-browser.mjs'
import { openTool } from './open-tools.ts'

const run = promisify(execFile)
const TRIES = 3
const LIMIT_MS = 120_000
const WORDS = [
  '--quiet',
  '--output=json',
  '--form-factor=mobile',
  '--no-enable-error-reporting',
  '--disable-full-page-screenshot',
  '--max-wait-for-load=20000',
  '--chrome-flags=--headless=new --no-sandbox',
]

export interface LighthouseReport {
  categories: Record<
    string,
    { score: number | null; auditRefs: readonly { id: string; weight: number }[] }
  >
  audits: Record<string, { score: number | null; numericValue?: number }>
}

/** Lighthouse in Chromium as a phone: looks at one address in the given categories. */
export async function openLighthouse(
  categories: string,
  throttling: 'devtools' | 'provided',
): Promise<(url: string) => Promise<LighthouseReport>> {
  const browser = await findBrowser({ whole: true })
  if (!browser) throw new Error('There is no Chromium; set CHROMIUM_PATH.')
  const lighthouse = await openTool('lighthouse/cli/index.js')
  const words = [...WORDS, `--only-categories=${categories}`, `--throttling-method=${throttling}`]
  return async (url) =>
    JSON.parse(await runAgain([lighthouse, url, ...words], browser)) as LighthouseReport
}

/** On a busy machine the browser sometimes loses its trace, and Lighthouse then asks for another run. */
async function runAgain(words: string[], browser: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      const { stdout } = await run(process.execPath, words, {
        env: { ...process.env, CHROME_PATH: browser },
        maxBuffer: 100_000_000,
        timeout: LIMIT_MS,
      })
      return stdout
    } catch (error) {
      const { stderr } = error as { stderr?: string }
      if (tries === TRIES) throw new Error(`Lighthouse failed: ${stderr?.trim()}`)
    }
  }
}
