import { describe, expect, it } from 'vitest'
import { adjustPixels } from './adjust-pixels.ts'
import {
  centredCrop,
  containCrop,
  exportSize,
  fitWithin,
  matchesRatio,
  rotatedSize,
  stepZoom,
} from './geometry.ts'

describe('zoom', () => {
  it.each([
    [1, 1, 1.1],
    [0.1, -1, 0.1],
    [3, 1, 3],
    [2.9, 1, 3],
    [0.3, -1, 0.2],
  ])('%d changed by %d steps is %d', (zoom, steps, next) => {
    expect(stepZoom(zoom, steps)).toBe(next)
  })

  it('zoom stays on tenths over thirty steps', () => {
    let zoom = 0.1
    for (let step = 0; step < 29; step++) zoom = stepZoom(zoom, 1)
    expect(zoom).toBe(3)
  })
})

it.each([
  [1200, 800, 600, 400],
  [1200, 400, 600, 200],
  [400, 1200, 133, 400],
  [300, 200, 300, 200],
])('a stage for %d×%d is %d×%d', (width, height, shownWidth, shownHeight) => {
  expect(fitWithin({ width, height }, 600, 400)).toEqual({
    width: shownWidth,
    height: shownHeight,
  })
})

it.each([
  ['the same ratio', 2048, 1536, true],
  ['within 0.01', 1343, 1000, true],
  ['exactly 0.01 above', 1024 + 7.68, 768, true],
  ['beyond 0.01', 1350, 1000, false],
  ['the inverse ratio', 768, 1024, false],
])('comparing with 1024x768: %s', (_, width, height, matches) => {
  expect(matchesRatio({ width, height }, { width: 1024, height: 768 })).toBe(matches)
})

it.each([
  [0, 400, 200],
  [90, 200, 400],
  [-180, 400, 200],
  [45, 424, 424],
])('a picture rotated by %d° needs %d×%d', (degrees, width, height) => {
  expect(rotatedSize({ width: 400, height: 200 }, degrees)).toEqual({ width, height })
})

it('the default crop is centred', () => {
  const size = { width: 600, height: 400 }
  expect(centredCrop(size, 1)).toEqual({ x: 100, y: 0, width: 400, height: 400 })
  expect(centredCrop(size, 2)).toEqual({ x: 0, y: 50, width: 600, height: 300 })
  expect(centredCrop(size, null)).toEqual({ x: 0, y: 0, width: 600, height: 400 })
})

it('a crop stays within the picture', () => {
  const size = { width: 600, height: 400 }
  expect(containCrop({ x: 590, y: -5, width: 50, height: 900 }, size)).toEqual({
    x: 550,
    y: 0,
    width: 50,
    height: 400,
  })
  expect(containCrop({ x: 0, y: 0, width: 0, height: 0 }, size)).toMatchObject({
    width: 1,
    height: 1,
  })
})

it('the export has exactly the fixed size, else the crop’s size within a limit', () => {
  const crop = { width: 3000, height: 1500 }
  expect(exportSize(crop, { width: 1024, height: 768 }, 2048)).toEqual({ width: 1024, height: 768 })
  expect(exportSize(crop, null, 2048)).toEqual({ width: 2048, height: 1024 })
})

describe('tone', () => {
  const grey = () => new Uint8ClampedArray([100, 128, 200, 77])

  it('zero leaves pixels unchanged', () => {
    const pixels = grey()
    adjustPixels(pixels, 0, 0)
    expect(pixels).toEqual(grey())
  })

  it('full brightness gives white and no brightness gives black, with alpha unchanged', () => {
    const white = grey()
    adjustPixels(white, 100, 0)
    expect([...white]).toEqual([255, 255, 255, 77])
    const black = grey()
    adjustPixels(black, -100, 0)
    expect([...black]).toEqual([0, 0, 0, 77])
  })

  it('contrast moves values to the middle or away from the middle', () => {
    const flat = grey()
    adjustPixels(flat, 0, -100)
    expect([...flat]).toEqual([128, 128, 128, 77])
    const stark = grey()
    adjustPixels(stark, 0, 100)
    expect([...stark]).toEqual([0, 128, 255, 77])
  })
})
