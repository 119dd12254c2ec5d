import { expect, it } from 'vitest'
import { summarizeFile, summarizeInput } from './summarize.ts'

const text = (words: string) => ({ kind: 'text', text: words })
const image = (url: string) => ({ kind: 'image', url })

it.each([
  ['a string', 'fox', [text('fox')]],
  ['a string at 50', 'x'.repeat(50), [text('x'.repeat(50))]],
  [
    'a string over 50',
    'x'.repeat(51),
    [{ ...text(`${'x'.repeat(50)}...`), whole: 'x'.repeat(51) }],
  ],
  ['a number', 4, [text('4')]],
  ['nothing', null, []],
  ['a picture', '/media/a.png', [image('/media/a.png')]],
  ['a picture with its id', { url: '/media/a.JPEG?x=1', id: 'a' }, [image('/media/a.JPEG?x=1')]],
  ['an edited picture', 'data:image/png;base64,AA', [image('data:image/png;base64,AA')]],
  ['a film', '/media/a.mp4', [{ kind: 'file', text: 'a.mp4' }]],
  ['prose with a slash', 'he/she.mp4 said', [text('he/she.mp4 said')]],
  ['three items', ['a', 'b', 'c'], [text('a'), text('b'), text('c')]],
  [
    'five items',
    ['a', 'b', 'c', 'd', 'e'],
    [text('a'), text('b'), text('c'), { kind: 'more', text: '+2 more' }],
  ],
])('the summary of %s', (_, value, parts) => {
  expect(summarizeInput(value)).toEqual(parts)
})

it('a chosen picture is shown, and a chosen film or sound has its own file name', () => {
  const file = { id: 'f', fileName: 'trip.mp4', fileSize: 1, contentType: '', thumbnail: null }
  expect(summarizeFile('image_input', { ...file, url: '/media/x.png' })).toBe('/media/x.png')
  expect(summarizeFile('video_input', { ...file, url: '/media/x.mp4' })).toBe('trip.mp4')
})
