import { expect, test } from 'vitest'
import type { Fault } from './rules-recipe.ts'
import { readTags } from './rules-tags.ts'
import { VALID } from './test-support/recipe-samples.ts'

function read(tags: string[]) {
  const faults: Fault[] = []
  return { tags: readTags({ ...VALID, tags }, faults), faults }
}

test('tags lose capitals and accents, each is kept once, and empty tags are dropped', () => {
  const typed = ['Film Noir', '#film-noir', ' ', '', 'Málaga', 'Smørrebrød', '東京']
  expect(read(typed)).toEqual({
    tags: ['film-noir', 'malaga', 'smorrebrod', '東京'],
    faults: [],
  })
})

test('a tag of signs alone is refused, and a tag that is too long without capitals and accents', () => {
  expect(read(['vintage', '!?']).faults).toEqual([
    { path: 'tags[1]', message: 'must hold letters or digits' },
  ])
  expect(read(['ﷺ'.repeat(3)]).faults).toEqual([
    { path: 'tags[0]', message: 'must be at most 30 characters' },
  ])
})
