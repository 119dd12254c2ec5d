import { rulesOf } from '@vignette/contract/input-types.ts'
import { labelOfValue } from '@vignette/contract/labels.ts'
import type { getPaymentLink as route } from '@vignette/contract/payments.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { PaymentRow } from '../../schema/payments.ts'
import { viewMediaOf } from '../media/index.ts'
import { findByLink } from '../payments/index.ts'
import { getVersion, type Recipe } from '../workflows/index.ts'

type Answer = z.input<(typeof route)['answer']>

/**
 * What the link of a program's call buys: to each holder of it, all texts that the run is made
 * from, and no file.
 */
export async function getPaymentLink(ctx: Ctx, { token }: { token: string }): Promise<Answer> {
  const payment = await findByLink(ctx, token)
  const { row, version } = await getVersion(ctx, payment.workflowId, payment.workflowVersion)
  const sample = row.hiddenAt || row.deletedAt ? null : row.sampleMediaId
  const media = await viewMediaOf(ctx, [sample])
  return {
    workflow: {
      id: row.id,
      name: payment.workflowName,
      creator_handle: row.handle,
      media: media.get(sample ?? '') ?? null,
    },
    amount: payment.amount,
    rows: payment.units,
    currency: payment.currency,
    license: payment.license,
    ...describeInputs(version.recipe, payment),
    proof: payment.draws !== null,
    declared: payment.waiver?.words ?? null,
    public: payment.public,
    state: stateOf(ctx, payment),
    expires_at: payment.sessionExpiresAt.toISOString(),
    test_mode: payment.testMode,
  }
}

function stateOf(ctx: Ctx, { state, sessionExpiresAt }: PaymentRow): Answer['state'] {
  if (state === 'created') return sessionExpiresAt > ctx.clock.now() ? 'open' : 'ended'
  if (state === 'authorized' || state === 'delivered') return 'authorized'
  return state === 'captured' || state === 'capture_requested' ? 'charged' : 'ended'
}

function describeInputs(
  { inputs }: Recipe,
  { userInputs }: PaymentRow,
): Pick<Answer, 'inputs' | 'files'> {
  if (!userInputs) return { inputs: null, files: 0 }
  const given = inputs.flatMap((input) => {
    const value = userInputs[input.key]
    return value === undefined || value === null || value === '' ? [] : [{ input, value }]
  })
  const isText = ({ input }: (typeof given)[number]) => rulesOf(input).brings === 'text'
  return {
    inputs: given.filter(isText).map(({ input, value }) => ({
      title: input.display_name || input.name || input.key,
      value: typeof value === 'object' ? '' : String(labelOfValue(input, value)),
    })),
    files: given
      .filter((one) => !isText(one))
      .reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0),
  }
}
