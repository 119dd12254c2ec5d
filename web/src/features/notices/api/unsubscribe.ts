import { call } from '../../../lib/client.ts'

/** Answers the name of the letters that no longer come. */
export async function unsubscribe(token: string): Promise<string> {
  return (await call('unsubscribe', { body: { token } })).letters
}
