import { eq } from 'drizzle-orm'
import { payments } from '../../../../src/schema/payments.ts'
import { disputeOf } from '../../money/sell-disputed.ts'
import { newSaleOfOwner } from '../new-sale.ts'
import { ADMIN, defineRows, nothing, OWN_READ_OF_NONE, OWNER, on } from '../row.ts'
import { aPicture, type World } from '../world.ts'

export const evidenceRows = defineRows({
  listDisputes: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  writeDisputeNote: [
    {
      on: 'a dispute',
      answers: OWNER,
      fresh: newDispute,
      ask: (_, __, id) => ({ ...on(id), body: { text: 'It was delivered.' } }),
    },
  ],
  attachDisputeFile: [
    {
      on: 'a dispute',
      answers: OWNER,
      fresh: newDispute,
      ask: (_, __, id) => ({ ...on(id), form: () => aPicture() }),
    },
  ],
  removeDisputeFile: [
    { on: 'a dispute', answers: OWNER, fresh: newDispute, ask: (_, __, id) => on(id) },
  ],
  getDisputeFile: [
    { on: 'no dispute', answers: OWN_READ_OF_NONE, ask: () => on('du_none') },
    {
      on: 'a note with a file',
      answers: [401, 404, 404, 200, 200],
      fresh: newDisputeFile,
      ask: (_, __, id) => on(id),
    },
  ],
  refundWarnedPayment: [
    {
      on: 'a warned sale',
      answers: [401, 401, 404, 200, 200],
      fresh: newWarning,
      freshEach: true,
      ask: (_, __, id) => on(id),
    },
  ],
  listAllDisputes: [{ on: 'the operator’s list', answers: ADMIN, ask: nothing }],
  getDispute: [{ on: 'a dispute', answers: ADMIN, fresh: newDispute, ask: (_, __, id) => on(id) }],
  sendEvidence: [
    { on: 'a dispute', answers: ADMIN, fresh: newDispute, ask: (_, __, id) => on(id) },
  ],
})

async function newDispute(world: World): Promise<string> {
  const sold = await newSaleOfOwner(world, '4000000000000259')
  return (await disputeOf(world.app, sold)).id
}

async function newDisputeFile(world: World): Promise<string> {
  const id = await newDispute(world)
  await world.cast.browsers.owner.json(`/disputes/${id}/file`, { form: await aPicture() })
  return id
}

async function newWarning(world: World): Promise<string> {
  const { paymentId } = await newSaleOfOwner(world, '4000000000005423')
  await world.app.ctx.db
    .update(payments)
    .set({ warnedAt: world.app.ctx.clock.now() })
    .where(eq(payments.id, paymentId))
  return paymentId
}
