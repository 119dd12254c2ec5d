import { describe, expect, test } from 'vitest'
import { describeCreated } from './describe-created.ts'
import { nameDownload, nameFromDisposition } from './name-download.ts'
import { readImages } from './read-images.ts'
import { readInputs } from './read-inputs.ts'

describe('Creation Inputs', () => {
  test.each([
    ['an object', { mood: 'calm' }],
    ['a JSON string', '{"mood":"calm"}'],
  ])('are read from %s', (_, raw) => {
    expect(readInputs(raw)).toEqual([
      { key: 'mood', label: 'Mood', values: [{ kind: 'text', text: 'calm' }] },
    ])
  })

  test('come in the recipe’s order and words, unknown ones last', () => {
    const asks = [
      { key: 'place', title: 'What it shows', options: [] },
      { key: 'hour', title: 'Time of day', options: [{ value: 'dawn', label: 'dawn' }] },
    ]
    const shown = readInputs({ old_key: 'x', hour: 'dawn', place: 'a lake' }, asks)
    expect(shown.map(({ label, values }) => [label, values])).toEqual([
      ['What it shows', [{ kind: 'text', text: 'a lake' }]],
      ['Time of day', [{ kind: 'text', text: 'Dawn' }]],
      ['Old key', [{ kind: 'text', text: 'x' }]],
    ])
  })

  test('tell a day in words where the recipe asks for a date', () => {
    const asks = [{ key: 'day', title: 'The day', options: [], look: 'date' as const }]
    expect(readInputs({ day: 20190614, other: 20190614 }, asks)).toMatchObject([
      { label: 'The day', values: [{ kind: 'text', text: 'June 14, 2019' }] },
      { values: [{ kind: 'text', text: '20190614' }] },
    ])
  })

  test.each([['not json'], ['[1]'], [null], [undefined], [7], ['""']])('%j is no inputs', (raw) => {
    expect(readInputs(raw)).toEqual([])
  })

  test.each([
    ['/media/a/face.png', 'image'],
    ['https://vignette.test/media/b.JPEG?key=1', 'image'],
    ['data:image/png;base64,AA', 'image'],
    ['/media/c.webm', 'video'],
    ['/media/d.MOV', 'video'],
    ['/media/e.mp3', 'audio'],
    ['my cat.png', 'text'],
    ['https://vignette.test/about', 'text'],
  ] as const)('%s shows as %s', (value, kind) => {
    expect(readInputs({ one: value })[0]?.values[0]?.kind).toBe(kind)
  })

  test.each([
    [{ a: 3 }, ['3']],
    [{ a: true }, ['true']],
    [{ a: ['x', 'y'] }, ['x', 'y']],
    [{ a: '' }, undefined],
    [{ a: null }, undefined],
    [{ a: {} }, undefined],
  ])('%j shows %j', (raw, texts) => {
    const values = readInputs(raw)[0]?.values
    expect(values?.map((one) => (one.kind === 'text' ? one.text : one.url))).toEqual(texts)
  })

  test('a file uploaded as {url, id} is shown as the file', () => {
    expect(readInputs({ face_photo: { url: '/media/f.png', id: '1' } })).toEqual([
      { key: 'face_photo', label: 'Face photo', values: [{ kind: 'image', url: '/media/f.png' }] },
    ])
  })
})

describe('images', () => {
  test.each([
    [['/a.png', '/b.png'], null, ['/a.png', '/b.png']],
    ['["/a.png","/b.png"]', null, ['/a.png', '/b.png']],
    ['/a.png', null, ['/a.png']],
    [['/a.png'], '/a.png', ['/a.png']],
    [['/a.png'], '/z.png', ['/z.png', '/a.png']],
    ['[broken', null, []],
    [null, '/z.png', ['/z.png']],
    ['', null, []],
  ])('%j with image %j are %j', (images, image, expected) => {
    expect(readImages(images, image)).toEqual(expected)
  })
})

describe('Created date', () => {
  test.each([
    ['2026-11-05T23:30:00Z', 'Created November 5, 2026'],
    ['2026-11-05T23:30:00-05:00', 'Created November 6, 2026'],
    ['nonsense', 'Unknown date'],
    ['', 'Unknown date'],
    [null, 'Unknown date'],
  ])('%j is %s', (at, expected) => {
    expect(describeCreated(at)).toBe(expected)
  })
})

describe('download name', () => {
  test.each([
    [{ id: '7', video: '/m/7.mp4' }, 'creation-7.mp4'],
    [{ id: '7', video: null }, 'creation-7.png'],
  ])('%j is %s', (creation, expected) => {
    expect(nameDownload(creation)).toBe(expected)
  })

  test.each([
    ['attachment; filename="film.mp4"', 'film.mp4'],
    ['attachment; filename=film.mp4', 'film.mp4'],
    ['attachment; filename="a \\"b\\".png"', 'a "b".png'],
    ['attachment; filename="x.png"; filename*=UTF-8\'\'%C3%A9t%C3%A9.png', 'été.png'],
    ['attachment; filename="x.png"; filename*=UTF-8\'\'%ZZ', 'x.png'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename=""', 'creation-7.file'],
    ['attachment', 'creation-7.file'],
    [null, 'creation-7.file'],
  ])('Content-Disposition %j gives %s', (disposition, expected) => {
    expect(nameFromDisposition('7', disposition)).toBe(expected)
  })
})
