import { ADMIN, defineRows, nothing, on } from '../row.ts'

const UNKNOWN = '00000000-0000-7000-8000-000000000000'
const answers = [401, 401, 403, 403, 404] as const

export const claimRows = defineRows({
  listClaims: [{ on: 'the queue', answers: ADMIN, ask: nothing }],
  decideClaim: [
    {
      on: 'a claim that is not there',
      answers,
      ask: () => ({ ...on(UNKNOWN), body: { action: 'hide', statement: 'as the law says' } }),
    },
  ],
  decideObjection: [
    {
      on: 'an objection that is not there',
      answers,
      ask: () => ({ ...on(UNKNOWN), body: { upheld: true, statement: 'as the law says' } }),
    },
  ],
})
