import { expect, test } from 'vitest'
import { hex } from '../drawing/colour.ts'
import { readCast } from '../drawing/read-cast.ts'
import { createSurface } from '../drawing/surface.ts'
import { arrange } from './arrange.ts'
import { drawFigure, rampHand, shapeOf } from './draw-figure.ts'
import { FIGURES, figureNamed } from './kinds.ts'
import paths from './paths.json' with { type: 'json' }
import { SIGN_BY_WORD } from './signs-by-word.ts'

test('every word has an outline, and every outline a word', () => {
  const named = [...[...FIGURES.values()].map(({ name }) => name), ...Object.values(SIGN_BY_WORD)]
  for (const name of named) expect(shapeOf(name).aspect, name).toBeGreaterThan(0)
  const unnamed = Object.keys(paths).filter((name) => !named.includes(name))
  expect(unnamed).toEqual([])
})

function picture(name: string, colour?: string): Uint8ClampedArray {
  const surface = createSurface(60, 60)
  const place = { x: 30, y: 60, height: 55, ...(colour ? { colour: hex(colour) } : {}) }
  drawFigure(surface.pen, name, place, rampHand(hex('#202040'), hex('#fff0d0'), 0.6))
  return surface.pen.getImageData(0, 0, 60, 60).data
}

test('a figure is drawn, and a colour changes the figure', () => {
  const share = (data: Uint8ClampedArray, channel: number) =>
    data.reduce((sum, value, at) => (at % 4 === channel ? sum + value : sum), 0)
  const red = picture('bicycle', '#c8102e')
  const blue = picture('bicycle', '#2667d8')
  expect(share(red, 3)).toBeGreaterThan(0)
  expect(share(red, 0)).toBeGreaterThan(share(blue, 0))
  expect(share(red, 2)).toBeLessThan(share(blue, 2))
})

const member = (word: string) => ({ ...figureNamed(word), count: 1, size: 1 })

test('a rider is above what bears the rider, a hat on the head, and a roof over both', () => {
  const [group] = arrange([
    member('dog'),
    { ...member('skateboard'), to: { relation: 'on', member: 0 } },
    { ...member('crown'), to: { relation: 'wears', member: 0 } },
    { ...member('umbrella'), to: { relation: 'under', member: 0 } },
  ])
  const at = (name: string) => group?.placed.find((one) => one.member.name === name)
  const [dog, board, crown, roof] = ['dog', 'skateboard-by-hand', 'crown', 'umbrella'].map(at)
  expect(dog?.y).toBeGreaterThan(board?.y ?? 9)
  expect(crown?.y).toBeGreaterThan((dog?.y ?? 9) + (dog?.height ?? 9) * 0.5)
  expect((roof?.y ?? 0) + (roof?.height ?? 0)).toBeGreaterThan((dog?.y ?? 9) + (dog?.height ?? 9))
})

test('a person on a sofa sits, with the sofa to be seen at both sides', () => {
  const [group] = arrange([
    member('grandmother'),
    { ...member('sofa'), to: { relation: 'on', member: 0 } },
  ])
  const [sitter, sofa] = ['grandmother-by-hand', 'sofa-by-hand'].map((name) =>
    group?.placed.find((one) => one.member.name === name),
  )
  expect(sitter?.seated).toBe(true)
  expect(sofa?.width).toBeGreaterThan((sitter?.width ?? 9) * 1.3)
  expect(sitter?.order).toBeGreaterThan(sofa?.order ?? 9)
})

test('each figure with an umbrella holds its own umbrella overhead', () => {
  const [group] = arrange(readCast('people carrying umbrellas').cast)
  const roofs = group?.placed.filter(({ member: { name } }) => name === 'umbrella') ?? []
  const people = group?.placed.filter(({ member: { kind } }) => kind === 'person') ?? []
  expect(roofs).toHaveLength(people.length)
  for (const [i, roof] of roofs.entries()) {
    const { x = 9, height = 9 } = people[i] ?? {}
    expect(roof.x).toBe(x)
    expect(roof.y + roof.height).toBeGreaterThan(height)
  }
})

test('no outline has lost a number on its way from the set', () => {
  // Each command's numbers come in whole groups: an arc's flags, written without a space, were lost.
  const groups: Record<string, number> = {
    m: 2,
    l: 2,
    h: 1,
    v: 1,
    c: 6,
    s: 4,
    q: 4,
    t: 2,
    a: 7,
    z: 1,
  }
  for (const [name, [, ...parts]] of Object.entries(paths as unknown as Record<string, string[][]>))
    for (const [, outline = ''] of parts)
      for (const [, command = '', numbers = ''] of outline.matchAll(
        /([a-df-z])((?:[^a-z]|e)*)/gi,
      )) {
        const count = numbers.match(/-?(?:\d+\.?\d*|\.\d+)/g)?.length ?? 0
        expect(count % (groups[command.toLowerCase()] ?? 0), `${name}: ${command}${numbers}`).toBe(
          0,
        )
      }
})

test('a figure beside one that is drawn elsewhere has a place', () => {
  const [group] = arrange([
    { ...member('bee'), count: 0 },
    { ...member('sunflower'), to: { relation: 'on', member: 0 } },
  ])
  expect(Number.isFinite(group?.left)).toBe(true)
})

test('an apron is worn over the body, and a backpack behind it', () => {
  const [group] = arrange(readCast('a woman in an apron with a backpack').cast)
  const [woman, apron, pack] = ['woman-by-hand', 'apron-by-hand', 'backpack'].map((name) =>
    group?.placed.find((one) => one.member.name === name),
  )
  expect(apron?.order).toBeGreaterThan(woman?.order ?? 9)
  expect((apron?.y ?? 9) + (apron?.height ?? 9)).toBeLessThan((woman?.height ?? 0) * 0.8)
  expect(apron?.y).toBeGreaterThan(0)
  expect(pack?.order).toBeLessThan(woman?.order ?? -9)
})

test('counted birds that sit are drawn as figures, flying birds as a flock', () => {
  expect(readCast('two birds on a wire').cast).toMatchObject([
    { name: 'bird', count: 2 },
    { name: 'wire-by-hand', to: { relation: 'on', member: 0 } },
  ])
  expect(readCast('birds over the sea').cast).toEqual([])
  expect(readCast('a castle above the sea, three birds').cast).toEqual([])
})

test('things side by side lie on the same table', () => {
  const [group] = arrange(readCast('two mugs and a slice of cake on a table').cast)
  const table = group?.placed.find(({ member: { name } }) => name === 'table-by-hand')
  const others = group?.placed.filter((one) => one !== table) ?? []
  expect(others).toHaveLength(3)
  for (const one of others) expect(one.y).toBeGreaterThan((table?.height ?? 9) * 0.8)
})
