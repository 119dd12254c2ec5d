import { signConfirmation } from '../../../../src/features/notices/letter-link.ts'
import { newId } from '../../../../src/platform/ids.ts'
import { creatorLetters, follows, letterConsents } from '../../../../src/schema/profiles.ts'
import {
  defineRows,
  EVERYBODY,
  NOBODY,
  nothing,
  OWN_READ,
  OWNER_AND_ADMIN,
  on,
  SIGNED_IN,
} from '../row.ts'
import type { World } from '../world.ts'

export const letterRows = defineRows({
  listCreatorLetters: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  sendCreatorLetter: [
    {
      on: 'one’s own readers',
      answers: [401, 401, 403, 201, 403],
      fresh: followOwner,
      ask: () => ({ body: { subject: 'Posters', body: 'A new recipe is here.' } }),
    },
  ],
  getCreatorLetter: [
    { on: 'a letter', answers: EVERYBODY, fresh: (w) => newLetter(w), ask: (_w, _r, id) => on(id) },
    {
      on: 'a hidden letter',
      answers: OWNER_AND_ADMIN,
      fresh: (w) => newLetter(w, new Date()),
      ask: (_w, _r, id) => on(id),
    },
  ],
  getLetterWish: [{ on: 'a creation', answers: OWN_READ, ask: (w) => on(w.creations.public) }],
  setLetterWish: [
    {
      on: 'a creation that nobody bought',
      answers: NOBODY,
      ask: (w) => ({ ...on(w.creations.public), body: { on: true } }),
    },
  ],
  confirmLetters: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.zzzzzzzz.b' } }) },
    {
      on: 'the link of a letter',
      answers: EVERYBODY,
      fresh: newConsent,
      ask: (w, _r, id) => ({ body: { token: signConfirmation(w.app.ctx, id, new Date()) } }),
    },
  ],
})

async function followOwner({ app, cast }: World): Promise<string> {
  const id = newId()
  const { user: followerId, owner: followedId } = cast.ids
  await app.ctx.db
    .insert(follows)
    .values({ id, followerId, followedId, createdAt: new Date() })
    .onConflictDoNothing()
  return id
}

async function newLetter({ app, cast }: World, hiddenAt: Date | null = null): Promise<string> {
  const id = newId()
  const words = { subject: 'Posters', body: 'A new recipe is here.' }
  await app.ctx.db.insert(creatorLetters).values({
    id,
    ...words,
    ownerId: cast.ids.owner,
    // Before any period that counts.
    createdAt: new Date('2026-01-01'),
    endedAt: new Date('2026-01-01'),
    hiddenAt,
  })
  return id
}

async function newConsent({ app, cast }: World): Promise<string> {
  const id = newId()
  await app.ctx.db.insert(letterConsents).values({
    id,
    readerId: cast.ids.user,
    creatorId: cast.ids.owner,
    words: 'Letters',
    createdAt: new Date(),
  })
  return id
}
