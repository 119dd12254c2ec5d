import { CREATED, defineRows, nothing, OWN_READ, OWN_READ_OF_NONE, OWNER, on } from '../row.ts'

export const draftRows = defineRows({
  createDraft: [
    { on: 'a new recipe', answers: CREATED, ask: () => ({ body: { text: '{' } }) },
    {
      on: 'a recipe',
      answers: [403, 403, 403, 201, 403],
      fresh: (w) => w.newRecipe(),
      ask: (_w, _role, id) => ({ body: { text: '{', workflow_id: id } }),
    },
  ],
  listDrafts: [{ on: 'one’s own drafts', answers: [401, 200, 200, 200, 200], ask: nothing }],
  getDraft: [
    {
      on: 'a draft',
      answers: OWN_READ,
      fresh: (w) => w.newDraft(),
      ask: (_w, _role, id) => on(id),
    },
    { on: 'no draft', answers: OWN_READ_OF_NONE, ask: (w) => on(w.recipe) },
  ],
  updateDraft: [
    {
      on: 'a draft',
      answers: OWNER,
      fresh: (w) => w.newDraft(),
      ask: (_w, _role, id) => ({ ...on(id), body: { text: '{}', revision: 1 } }),
    },
  ],
  deleteDraft: [
    {
      on: 'a draft',
      answers: OWNER,
      fresh: (w) => w.newDraft(),
      ask: (_w, _role, id) => on(id),
    },
  ],
  publishDraft: [
    {
      // The owner is refused because no test has passed.
      on: 'a draft',
      answers: [404, 404, 404, 409, 404],
      fresh: (w) => w.newDraft(),
      ask: (_w, _role, id) => ({ ...on(id), body: { revision: 1, visibility: 'unlisted' } }),
    },
  ],
})
