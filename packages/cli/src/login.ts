import { createInterface } from 'node:readline/promises'
import { call, Fault, keepAccount, originOf } from './api.ts'

/** Takes a token from standard input, checks it, and keeps it in a file that only its owner reads. */
export async function login(address: string): Promise<void> {
  const site = originOf(address)
  console.error(`Make a token at ${site}/profile?tab=account and paste it here.`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const token = (await lines.question('Token: ')).trim()
  lines.close()
  if (!token) throw new Fault('No token was given.')
  const account = { site, token }
  const me = await call<{ username: string | null }>('GET', '/users/me', { account })
  keepAccount(account)
  console.error(me.username ? `Logged in as @${me.username}.` : 'Logged in.')
}
