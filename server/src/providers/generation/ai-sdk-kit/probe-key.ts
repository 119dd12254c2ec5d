import { findCode, ProbeError } from '../../../platform/probe-error.ts'
import { type FetchRules, findRedirection, redirect } from './observe-fetch.ts'
import type { VendorOptions } from './vendor-options.ts'

interface KeyRequest {
  /** The vendor's name. */
  vendor: string
  /** The variable that holds the key. */
  variable: string
  /** A read that costs nothing and that the vendor refuses without a good key. */
  address: string
  headers: Record<string, string>
  signal: AbortSignal
}

/** Longer than any vendor's refusal of a key. */
const MOST_CHARACTERS = 4_000

/** Reads from a vendor what only the owner of a good key may read. */
export async function probeKey(
  options: VendorOptions,
  api: FetchRules['api'],
  { vendor, variable, address, headers, signal }: KeyRequest,
): Promise<string> {
  const send = options.fetch ?? globalThis.fetch
  const { host } = new URL(address)
  const answer = await send(redirect(address, findRedirection(api, address)), {
    headers,
    redirect: 'error',
    signal,
  }).catch((cause: unknown) => {
    const why = findCode(cause) ?? 'no reason told'
    throw new ProbeError(
      `${vendor} does not answer at ${host} (${why}): look whether this machine may call it.`,
      { cause },
    )
  })
  if (answer.ok) {
    await answer.body?.cancel()
    return `${vendor} takes the key`
  }
  const text = (await answer.text().catch(() => '')).slice(0, MOST_CHARACTERS)
  // Google answers 400 to a wrong key.
  if ([401, 403].includes(answer.status) || /API_KEY_INVALID/.test(text)) {
    throw new ProbeError(
      `${vendor} refuses ${variable} (${answer.status}): copy the key again, or give it the permission to read models.`,
    )
  }
  if (answer.status === 429) return `${vendor} takes the key, and is asked too often just now (429)`
  throw new ProbeError(
    `${vendor} answered ${answer.status}: try again later, and look at its page of incidents.`,
  )
}
