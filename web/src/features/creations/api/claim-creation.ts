import { call } from '../../../lib/client.ts'

/** Answers the id of the creation, which is now this browser's. */
export async function claimCreation(token: string): Promise<string> {
  return (await call('claimCreation', { body: { token } })).creation_id
}
