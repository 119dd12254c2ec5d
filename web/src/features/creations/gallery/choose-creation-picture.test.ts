import { expect, test } from 'vitest'
import { isVideoUrl } from '../../../ui/media.tsx'
import { chooseCreationPicture } from './choose-creation-picture.ts'
import { creationCardHeight } from './creation-card.tsx'

test.each([
  [
    'the video first',
    { video: 'v.mp4', image: 'i.png', images: ['a'] },
    { kind: 'video', url: 'v.mp4' },
  ],
  [
    'the image if there is no video',
    { video: null, image: 'i.png', images: ['a'] },
    { kind: 'image', url: 'i.png' },
  ],
  [
    'the first of a list if there is no image',
    { video: null, image: null, images: ['a', 'b'] },
    { kind: 'image', url: 'a' },
  ],
  [
    'the first of a JSON list',
    { video: null, image: null, images: '["a","b"]' },
    { kind: 'image', url: 'a' },
  ],
  ['a single URL', { video: null, image: null, images: 'a.png' }, { kind: 'image', url: 'a.png' }],
  ['nothing for a broken list', { video: null, image: null, images: '[broken' }, { kind: 'none' }],
] as const)('a creation shows %s', (_, files, expected) => {
  expect(chooseCreationPicture(files)).toEqual(expected)
})

test('card heights cycle through 280, 320, 360, 400, 240', () => {
  expect([0, 1, 2, 3, 4, 5].map(creationCardHeight)).toEqual([280, 320, 360, 400, 240, 280])
})

test.each(['/a.mp4', '/a.WEBM', '/a.mov?v=1'])('%s is a video', (url) => {
  expect(isVideoUrl(url)).toBe(true)
})
test.each(['/a.png', '/mp4', '/a.mp4.png'])('%s is no video', (url) => {
  expect(isVideoUrl(url)).toBe(false)
})
