import { newId } from '../../../../src/platform/ids.ts'
import { comfyServers } from '../../../../src/schema/comfy-servers.ts'
import { defineRows, nothing, on, SIGNED_IN } from '../row.ts'
import type { World } from '../world.ts'

/** A visitor has no servers; another user finds none of the owner's. */
const OWN = [401, 401, 404, 200, 404] as const
/** Nothing listens there. */
const URL = 'http://127.0.0.1:9'

const own = { on: 'a server of the owner’s', answers: OWN, fresh: newServer }

export const comfyServerRows = defineRows({
  createComfyServer: [
    {
      on: 'oneself',
      answers: [401, 401, 201, 201, 201],
      ask: () => ({ body: { name: `s-${newId().slice(-12)}`, url: URL } }),
    },
    {
      on: 'an inner address',
      answers: [401, 401, 400, 400, 400],
      ask: () => ({ body: { name: 'inner', url: 'ftp://10.0.0.1' } }),
    },
  ],
  listComfyServers: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  deleteComfyServer: [{ ...own, ask: (_w, _r, id) => on(id) }],
  testComfyServer: [{ ...own, ask: (_w, _r, id) => on(id) }],
})

async function newServer({ app, cast }: World): Promise<string> {
  const id = newId()
  await app.ctx.db.insert(comfyServers).values({
    id,
    ownerId: cast.ids.owner,
    name: `s-${id.slice(-12)}`,
    url: URL,
    auth: 'none',
    createdAt: new Date(),
  })
  return id
}
