import { unsubscribeLink } from '../../../../src/features/notices/unsubscribe.ts'
import { defineRows, EVERYBODY, NOBODY, nothing, SIGNED_IN } from '../row.ts'
import type { World } from '../world.ts'

export const noticeRows = defineRows({
  listNotices: [{ on: 'one’s own', answers: SIGNED_IN, ask: nothing }],
  readNotices: [
    { on: 'one’s own', answers: SIGNED_IN, ask: (w) => ({ body: { until: w.recipe } }) },
  ],
  getLetterSettings: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  updateLetterSettings: [
    { on: 'oneself', answers: SIGNED_IN, ask: () => ({ body: { group: 'sales', on: true } }) },
  ],
  unsubscribe: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.runs.zzzzzzzz.b' } }) },
    {
      on: 'the link of a letter',
      answers: EVERYBODY,
      ask: (w) => ({ body: { token: newUnsubscribeToken(w) } }),
    },
  ],
})

function newUnsubscribeToken({ app, cast }: World): string {
  const link = unsubscribeLink(app.ctx, [cast.ids.user, 'runs'])
  return new URL(link).searchParams.get('token') ?? ''
}
