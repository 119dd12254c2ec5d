import * as contract from '@vignette/contract/creator-letters.ts'
import { type Binding, handle } from '../../handle.ts'
import { getCreatorLetter, listCreatorLetters, sendCreatorLetter } from './creator-letter.ts'
import { confirmLetters, getLetterWish, setLetterWish } from './letter-consent.ts'

export const letterRoutes: Binding[] = [
  handle(contract.listCreatorLetters, (ctx) => listCreatorLetters(ctx)),
  handle(contract.sendCreatorLetter, (ctx, { body }) => sendCreatorLetter(ctx, body)),
  handle(contract.getCreatorLetter, (ctx, { params }) => getCreatorLetter(ctx, params.id)),
  handle(contract.getLetterWish, (ctx, { params }) => getLetterWish(ctx, params.id)),
  handle(contract.setLetterWish, (ctx, { params, body }) =>
    setLetterWish(ctx, { id: params.id, ...body }),
  ),
  handle(contract.confirmLetters, (ctx, { body }) => confirmLetters(ctx, body)),
]
