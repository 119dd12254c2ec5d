import { defineRows, nothing, SIGNED_IN } from '../row.ts'

export const referralRows = defineRows({
  getReferrals: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
})
