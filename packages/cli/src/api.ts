import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** What ends the program with a sentence. */
export class Fault extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export interface Account {
  site: string
  token: string
}

const FILE = path.join(
  process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config'),
  'vignette/account.json',
)

export function keepAccount(account: Account): void {
  mkdirSync(path.dirname(FILE), { recursive: true, mode: 0o700 })
  writeFileSync(FILE, JSON.stringify(account), { mode: 0o600 })
}

export function readAccount(): Account {
  const { VIGNETTE_SITE: site, VIGNETTE_TOKEN: token } = process.env
  if (site && token) return { site: originOf(site), token }
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Account
  } catch {
    throw new Fault('Log in first: vignette login SITE')
  }
}

export function originOf(site: string): string {
  if (URL.canParse(site)) return new URL(site).origin
  throw new Fault(`"${site}" is no address. It begins with https:// or http://`)
}

interface Call {
  body?: object | FormData
  headers?: Record<string, string>
  account?: Account
}

/** The most times that a call is sent again. */
const TRIES = 5

/**
 * One call of the API. A busy server is asked again when it says; a reading, and a write with a
 * key, also after a lost answer.
 */
export async function send(
  method: string,
  route: string,
  { body, headers, account = readAccount() }: Call = {},
): Promise<Response> {
  const isForm = body instanceof FormData
  const again = method === 'GET' || headers?.['idempotency-key'] !== undefined
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${account.site}/api/v1${route}`, {
      method,
      headers: {
        authorization: `Bearer ${account.token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    }).catch((error: unknown) => {
      const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
      if (again && tries < TRIES) return undefined
      throw new Fault(`${account.site} does not answer. ${why}`)
    })
    const isBusy = answer && [429, 503].includes(answer.status)
    if (answer && (!isBusy || tries >= TRIES)) return answer
    await wait(1000 * Number(answer?.headers.get('retry-after') ?? tries))
  }
}

/** The JSON of an answer; a refusal ends the program with the server's sentence. */
export async function call<T>(method: string, route: string, options: Call = {}): Promise<T> {
  return read<T>(await send(method, route, options))
}

interface Refusal {
  error?: string
  details?: { path: string; message: string }[]
}

/** How many decimals a sum of this server has. */
export async function readDecimals(): Promise<number> {
  return (await call<{ currency_decimals: number }>('GET', '/config')).currency_decimals
}

export async function read<T>(answer: Response): Promise<T> {
  const text = await answer.text()
  if (answer.ok) return JSON.parse(text) as T
  let told: Refusal
  try {
    told = JSON.parse(text) as Refusal
  } catch {
    throw new Fault(`The server answered ${answer.status}.`)
  }
  const { error = `The server answered ${answer.status}.`, details = [] } = told
  const more = details.map(({ path: at, message }) => `${at}: ${message}`)
  throw new Fault([error, ...more.filter((line) => line !== error)].join('\n'))
}
