import { asc, eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { follows, storefronts } from '../../schema/profiles.ts'
import { findPrincipals, identityPorts } from '../identity/index.ts'
import { moderatedSubjects } from '../moderation/index.ts'
import { noticePorts } from '../notices/index.ts'
import { findCreatorWords, findLetterSubject, moderateLetter } from './creator-letter.ts'

/** What storefronts answer to questions of lower features. */
export const storefrontAnswers: Handling[] = [
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const [row] = await tx.db.select().from(storefronts).where(eq(storefronts.ownerId, principalId))
    if (!row) return []
    const { ownerId: _, ...chosen } = row
    return [{ name: 'storefront.json', content: `${JSON.stringify(chosen, null, 2)}\n` }]
  }),
]

/** What follows answer to questions of lower features. */
export const followAnswers: Handling[] = [
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(follows)
      .where(eq(follows.followerId, principalId))
      .orderBy(asc(follows.id))
    const people = await findPrincipals(
      tx,
      rows.map(({ followedId }) => followedId),
    )
    const followed = rows.map(({ followedId, createdAt }) => ({
      handle: people.get(followedId)?.handle,
      since: createdAt,
    }))
    return [{ name: 'follows.json', content: `${JSON.stringify(followed, null, 2)}\n` }]
  }),
]

/** What creators' letters answer to questions of lower features. */
export const letterAnswers: Handling[] = [
  noticePorts.creatorWords.answer((ctx, { letterId }) => findCreatorWords(ctx, letterId)),
  moderatedSubjects.letter.find.answer((tx, { id }) => findLetterSubject(tx, id)),
  moderatedSubjects.letter.setHidden.answer((tx, { id, hiddenAt }) =>
    moderateLetter(tx, id, hiddenAt),
  ),
]
