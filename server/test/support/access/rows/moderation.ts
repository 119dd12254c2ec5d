import { ADMIN, type Ask, CREATED, defineRows, nothing, on } from '../row.ts'

export const moderationRows = defineRows({
  createReport: [
    {
      on: 'a public creation',
      answers: CREATED,
      ask: (w) => report('creation', w.creations.public),
    },
    {
      on: 'a private creation',
      answers: [404, 404, 404, 201, 404],
      // Uses a creation of its own, since an admin may see a reported creation.
      fresh: (w) => w.newCreation(),
      ask: (_w, _role, id) => report('creation', id),
    },
    {
      on: 'a public collection',
      answers: CREATED,
      ask: (w) => report('collection', w.collections.public),
    },
    {
      on: 'a collection under a secret link',
      answers: [404, 404, 404, 201, 404],
      ask: (w) => report('collection', w.collections.linked),
    },
    { on: 'a recipe', answers: CREATED, ask: (w) => report('workflow', w.recipe) },
    {
      on: 'a hidden recipe',
      answers: [404, 404, 404, 201, 404],
      ask: (w) => report('workflow', w.hiddenRecipe),
    },
  ],
  listReports: [{ on: 'the queue', answers: ADMIN, ask: nothing }],
  actOnReport: [
    {
      on: 'a report',
      answers: ADMIN,
      ask: (w) => ({ ...on(w.reports.open), body: { action: 'dismiss' } }),
    },
  ],
  decideUnreported: [
    {
      on: 'a recipe',
      answers: ADMIN,
      fresh: (w) => w.newRecipe(),
      ask: (_w, _role, id) => ({
        body: { subject_type: 'workflow', subject_id: id, action: 'hide', reason: 'spam' },
      }),
    },
  ],
  listAuditLog: [{ on: 'the log', answers: ADMIN, ask: nothing }],
  exportAuditLog: [{ on: 'the log', answers: ADMIN, ask: nothing }],
  listCreators: [{ on: 'the list', answers: ADMIN, ask: nothing }],
  approveCreator: [
    {
      on: 'a user',
      answers: ADMIN,
      ask: (w) => ({ ...on(w.cast.ids.user), body: { approved: true } }),
    },
  ],
})

function report(type: string, id: string): Ask {
  return { body: { subject_type: type, subject_id: id, reason: 'other' } }
}
