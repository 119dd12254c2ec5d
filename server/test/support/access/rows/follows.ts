import { defineRows, nothing, on, SIGNED_IN } from '../row.ts'

export const followRows = defineRows({
  getFollow: [{ on: 'the owner', answers: SIGNED_IN, ask: (w) => on(w.cast.ids.owner) }],
  follow: [
    {
      on: 'the owner',
      answers: [401, 401, 200, 403, 200],
      ask: (w) => on(w.cast.ids.owner),
    },
  ],
  unfollow: [{ on: 'the owner', answers: SIGNED_IN, ask: (w) => on(w.cast.ids.owner) }],
  listFollows: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  listFollowedWorkflows: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
})
