import { QueryClient } from '@tanstack/react-query'
import { pictureSizes, sizeAddress } from '@vignette/contract/picture-sizes.ts'
import { expect, test } from 'vitest'
import { sampleMedia } from '../../test/samples.ts'
import { fillClient, readState, writeState } from './page-state.ts'

const url = '/media/m/token.png?key=k'
const variants = pictureSizes(700).map((size) => ({
  url: sizeAddress(url, size.width, size.format),
  ...size,
}))
const picture = sampleMedia({
  url,
  width: 700,
  preview_url: '/media/m/token-preview.webp?key=k',
  variants,
})

test('a page names one address of a picture, from which the browser has the others', () => {
  const state = {
    at: 5,
    answers: [[['getThing', { id: 1 }], { rows: [{ sample: picture }] }]] as const,
  }
  const text = writeState({ ...state, answers: [...state.answers] })
  expect(text.split('/media/m/')).toHaveLength(2)
  expect(readState(text)).toEqual(state)
})

test.each([
  ['one without sizes', { ...picture, variants: [] }],
  ['one whose sizes are half made', { ...picture, variants: variants.slice(2) }],
  ['one without a preview', { ...picture, preview_url: null }],
  ['a file of another server', { ...picture, url: 'https://elsewhere.test/a' }],
  ['a recording', sampleMedia({ kind: 'audio', width: null, preview_url: null })],
])('a file whose addresses do not follow is written as it is: %s', (_, file) => {
  const state = { at: 5, answers: [[['getThing'], file] as const] }
  const text = writeState(state)
  expect(text).toContain(JSON.stringify(file))
  expect(readState(text)).toEqual(state)
})

test('the answers are in the client under their keys, with their age', () => {
  const client = new QueryClient()
  fillClient(client, { at: 5, answers: [[['getThing', { id: 1 }], 'data']] })
  expect(client.getQueryState(['getThing', { id: 1 }])).toMatchObject({
    data: 'data',
    dataUpdatedAt: 5,
  })
})
